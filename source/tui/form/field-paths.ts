import {type FieldId, type FilterPart, fields} from '../../domain/fields.ts';
import {topicNames, wireNames} from '../../domain/wire-names.ts';

const formFields: ReadonlyMap<string, FieldId> = new Map([
	['template', 'template'],
	...fields.flatMap(({path, form}) => (form === undefined ? [] : [[path, form.id as FieldId] as const])),
]);

const filterMembers: ReadonlyMap<string, FilterPart> = new Map(
	Object.entries(wireNames.filter).map(([part, name]) => [name, part as FilterPart]),
);

/**
Finds the form field for a path in the request body (names from interface.md, "Resources and their fields").

@param path - `['event_details', 'filters', 0, 'value']`.
@returns Undefined for a path that has no field in the form.
*/
export function fieldOfPath(path: ReadonlyArray<string | number>): FieldId | undefined {
	const [first, second, third, fourth] = path;
	if (first === 'event_details' && second === 'filters' && /^\d+$/v.test(String(third))) {
		return `filter.${Number(third)}.${filterMembers.get(String(fourth)) ?? 'fieldName'}`;
	}

	if (first === 'event_details' && second === 'graphql') {
		const index = (topicNames as readonly unknown[]).indexOf(third);
		return index === -1 ? undefined : `topic.${index}`;
	}

	return formFields.get(first === 'event_details' ? `${first}.${second}` : String(first));
}
