import {readField, readTyped, writeField, type Draft, type FieldId} from '../fields.ts';
import type {Filter} from '../notification.ts';
import {patternOf} from '../../platform/text.ts';
import {typeOfValue} from '../vocabulary.ts';
import {operatorPattern, readOperator} from '../filters/operator-signs.ts';

/** A change of a draft, which is made to one or to each of many. */
export type DraftChange = (draft: Draft) => Draft;

/** A value that was parsed, or one sentence that says what is wrong with the text. The sentence quotes it: sanitise it before it is shown. */
export type Parsed<T> = {readonly ok: true; readonly value: T} | {readonly ok: false; readonly problem: string};

export const parsed = <T>(value: T): Parsed<T> => ({ok: true, value});
export const wrong = (problem: string): Parsed<never> => ({ok: false, problem});

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
