import {nearest, parsed, wrong, type Parsed} from '../platform/text.ts';
import {filterOf, formFieldOf, topicIndex} from './fields.ts';
import {
	fields,
	namesOf,
	type FieldId,
	contentFields,
	detailsName,
	filterSpec,
	having,
	partSpec,
	rowOf,
	topicNames,
} from './spec.ts';

/** The path of a field in the service's format: `event_details.filters.0.value`. */
export function pathOf(field: FieldId): string {
	const filter = filterOf(field);
	return filter === undefined
		? (formFieldOf(field)?.path ?? `${rowOf('topics').path}.${topicNames[topicIndex(field)]!}`)
		: `${rowOf('filters').path}.${filter.index}.${partSpec(filter.part).wire}`;
}

/**
Finds the form field for a path in the request body (names from interface.md, "Resources and their fields").

@param path - `['event_details', 'filters', 0, 'value']`.
@returns Undefined for a path that has no field in the form.
*/
export function fieldOfPath([first, second, third, fourth]: ReadonlyArray<string | number>): FieldId | undefined {
	const name = first === detailsName ? `${first}.${second}` : String(first);
	const row = contentFields.find(({path}) => path === name);
	if (row?.key === 'filters' && third !== undefined) {
		const found = fourth === undefined ? filterSpec[0] : filterSpec.find(({wire}) => wire === fourth);
		return found && /^\d+$/v.test(String(third)) ? `filter.${Number(third)}.${found.part}` : undefined;
	}

	const topic = row?.key === 'topics' ? topicNames.findIndex(topicName => topicName === third) : -1;
	return topic === -1 ? (row?.form?.id as FieldId | undefined) : `topic.${topic}`;
}

const rows = having([...fields, ...contentFields.filter(({isUnlisted}) => isUnlisted)], 'form');

/** The fields that a change can name, beside filters and topics. */
const settable: ReadonlyMap<string, FieldId> = new Map(
	rows.flatMap(row => namesOf(row).map(name => [name, row.form.id as FieldId] as const)),
);

/** The field of a part of a filter, by its short name or that in the service's JSON: `filter.0.value`, with the index of the filter. */
function filterField(name: string): FieldId | undefined {
	const {index, part} =
		/^(?:filter|event_details\.filters)\.(?<index>\d{1,3})\.(?<part>[_a-z]+)$/v.exec(name)?.groups ?? {};
	const found = filterSpec.find(each => each.name === part || each.wire === part);
	return found && `filter.${Number(index)}.${found.part}`;
}

/** The shortest name of a field in `--set` and `--replace`. */
export function nameOfField(field: FieldId): string {
	const filter = filterOf(field);
	const row = formFieldOf(field);
	return filter === undefined
		? (row?.alias ?? row?.name ?? field)
		: `filter.${filter.index}.${partSpec(filter.part).name}`;
}

/** Finds the field of a name as a person writes it: `recipient`, `to`, its name in the JSON, `topic.0`, `filter.0.value`. */
export function parseFieldName(name: string): Parsed<FieldId> {
	const field = settable.get(name) ?? (/^topic\.[0-3]$/v.test(name) ? (name as FieldId) : filterField(name));
	if (field !== undefined) {
		return parsed(field);
	}

	const meant = nearest(name, [...settable.keys(), 'topic.0']);
	const names = rows.flatMap(row => (row.alias === undefined ? [row.name] : [row.name, row.alias]));
	return wrong(
		`knows no field "${name}".${meant === undefined ? ` The fields are ${[...names, 'topic.0'].join(', ')}.` : ` Did you mean ${meant}?`}`,
	);
}
