import {nearest} from '../../platform/text.ts';
import {
	fields,
	namesOf,
	filterOf,
	formFieldOf,
	readField,
	readTyped,
	writeField,
	type Draft,
	type FieldId,
	type FilterPart,
} from '../fields.ts';
import type {Filter} from '../notification.ts';
import {patternOf} from '../query/search.ts';
import {typeOfValue} from '../vocabulary.ts';
import {wireNames} from '../wire-names.ts';
import {operatorPattern, readOperator} from '../filters/operator-signs.ts';

/** A change of a draft, which is made to one or to each of many. */
export type DraftChange = (draft: Draft) => Draft;

/** A value that was parsed, or one sentence that says what is wrong with the text. The sentence quotes it: sanitise it before it is shown. */
export type Parsed<T> = {readonly ok: true; readonly value: T} | {readonly ok: false; readonly problem: string};

const parsed = <T>(value: T): Parsed<T> => ({ok: true, value});
const wrong = (problem: string): Parsed<never> => ({ok: false, problem});

/** The fields that a change can name, beside filters and topics. */
const settable: ReadonlyMap<string, FieldId> = new Map([
	...fields.flatMap(field =>
		field.form === undefined ? [] : namesOf(field).map(name => [name, field.form!.id as FieldId] as const),
	),
	['template', 'template'],
]);

/** One name for each field, for messages. */
const settableNames: readonly string[] = [
	...fields.flatMap(({name, form}) => (form === undefined ? [] : [name])),
	'to',
	'template',
	'filter',
	'topic.0',
];

/** The names of a filter's parts: short, and as in the service's JSON. */
const partNames: ReadonlyMap<string, FilterPart> = new Map([
	['field', 'fieldName'],
	['operator', 'operator'],
	['value', 'value'],
	['type', 'valueType'],
	...Object.entries(wireNames.filter).map(([part, name]) => [name, part as FilterPart] as const),
]);

/** The field of a part of a filter: `filter.0.value`, with the index of the filter. */
function filterField(name: string): FieldId | undefined {
	const {index, part = ''} =
		/^(?:filter|event_details\.filters)\.(?<index>\d{1,3})\.(?<part>[_a-z]+)$/v.exec(name)?.groups ?? {};
	const found = partNames.get(part);
	return found === undefined ? undefined : `filter.${Number(index)}.${found}`;
}

/** The shortest name of a field in `--set` and `--replace`. */
export function nameOfField(field: FieldId): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return `filter.${filter.index}.${partNames.entries().find(([, part]) => part === filter.part)![0]}`;
	}

	const row = formFieldOf(field);
	return row?.alias ?? row?.name ?? field;
}

/** Finds the field of a name as a person writes it: `recipient`, `to`, `delivery_location`, `topic.0`, `filter.0.value`. */
export function parseFieldName(name: string): Parsed<FieldId> {
	const field = settable.get(name) ?? (/^topic\.[0-3]$/v.test(name) ? (name as FieldId) : filterField(name));
	if (field !== undefined) {
		return parsed(field);
	}

	const meant = nearest(name, [...settable.keys(), 'filter', 'topic.0']);
	return wrong(
		`knows no field "${name}".${meant === undefined ? ` The fields are ${settableNames.join(', ')}.` : ` Did you mean ${meant}?`}`,
	);
}

const filterText = new RegExp(
	String.raw`^\s*(?<fieldName>\S+)\s+(?<operator>${operatorPattern})\s+(?<rest>\S.*)$`,
	'sv',
);

/** Parses a filter from the form `FIELD OPERATOR VALUE TYPE`, as it is typed. The type can be left out of a field that events are known to have. `operatorOf`: reads the operator. */
export function parseFilter(text: string, operatorOf = readOperator): Parsed<Filter> {
	const {fieldName, operator, rest = ''} = filterText.exec(text)?.groups ?? {};
	const words = rest.trim().split(/\s+/v);
	const value = words.slice(0, words.length > 1 ? -1 : undefined).join(' ');
	const valueType = words.length > 1 ? words.at(-1) : typeOfValue(fieldName ?? '', value);
	return fieldName === undefined || operator === undefined || valueType === undefined
		? wrong(`A filter is FIELD OPERATOR VALUE TYPE, such as "value > 10 int": "${text}" is not.`)
		: parsed({fieldName, operator: operatorOf(operator), value, valueType});
}

/** Sets a field to a text as it is typed. Channels are written in capitals, and signs of operators are names. */
export const setField =
	(field: FieldId, value: string): DraftChange =>
	draft =>
		writeField(draft, field, field === 'channel' ? value.toUpperCase() : readTyped(field, value));

/** Adds a filter; without one, removes all. */
export const appendFilter =
	(filter: Filter | undefined): DraftChange =>
	draft => ({...draft, filters: filter === undefined ? [] : [...draft.filters, filter]});

/** A regular expression and its replacement, as `/RE/TEXT/` has them. */
export type Replacement = {readonly source: string; readonly by: string};

/** Parses `/RE/TEXT/`. `\/` stands for a slash. The expression is not judged: `patternProblem` does. */
export function parseReplacement(text: string): Parsed<Replacement> {
	const {source, by} = /^\/(?<source>(?:\\.|[^\/\\])+)\/(?<by>(?:\\.|[^\/\\])*)\/$/v.exec(text)?.groups ?? {};
	return source === undefined || by === undefined
		? wrong(`needs FIELD=/pattern/text/, not "${text}".`)
		: parsed({source, by: by.replaceAll(String.raw`\/`, '/')});
}

/** Replaces what an expression finds in a field. In the replacement, `$1` stands for a group, and `$&` for all that was found. */
export function replaceInField(field: FieldId, {source, by}: Replacement): DraftChange {
	const expression = patternOf(source, 'g');
	const fill = (groups: ReadonlyArray<string | undefined>) =>
		by.replaceAll(/\$(?<group>[&1-9])/gv, (_, group: string) => groups[group === '&' ? 0 : Number(group)] ?? '');
	return draft => {
		const text = readField(draft, field);
		const replaced = text.replaceAll(expression, (...found: Array<string | number>) =>
			fill(
				found.slice(
					0,
					found.findIndex(part => typeof part === 'number'),
				) as string[],
			),
		);
		return writeField(draft, field, replaced === text ? text : readTyped(field, replaced));
	};
}

/** Changes the values of a field, each distinct value to another; other values stay. */
export const mapField =
	(field: FieldId, values: ReadonlyMap<string, string>): DraftChange =>
	draft => {
		const value = values.get(readField(draft, field));
		return value === undefined ? draft : setField(field, value)(draft);
	};
