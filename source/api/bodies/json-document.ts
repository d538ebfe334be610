import {isObject, parseJson} from '../../platform/json.ts';
import {unreadableInput} from './bodies-error.ts';
import type {InputName} from './body-values.ts';
import {jsonChildren, type JsonChild} from './json-scan.ts';
import type {Position} from './positions.ts';
import {
	findValueBeyond,
	jsonSigns,
	tooManyEntries,
	tooManyValues,
	yamlSigns,
	type ReadingLimits,
} from './value-limit.ts';

/** A JSON text, and what finds positions in it. */
export type JsonText = {
	readonly text: string;
	readonly name: InputName;
	readonly limits: ReadingLimits;
	readonly position: (offset: number) => Position;
};

/** A JSON document: the ranges of its notifications and, if they are in a member of it, the text and the value of the rest. `cut`: the offset in that text after which `removed` characters are missing. */
type JsonDocument = {
	readonly items: readonly JsonChild[];
	readonly header:
		| {readonly text: string; readonly value: unknown; readonly cut: number; readonly removed: number}
		| undefined;
};

/** Divides a JSON document into its notifications; undefined if it is not JSON, and can be YAML. All of it is parsed, but only one notification at a time is in memory. @throws BodiesError */
export function jsonDocument(json: JsonText, start: number): JsonDocument | undefined {
	const {text, limits} = json;
	const whole = {name: 0, start, end: text.trimEnd().length};
	let parsed: JsonChild = whole;
	const parse = (range: JsonChild): unknown => {
		parsed = range;
		const own = text.slice(range.start, range.end);
		requireFewValues(json, own, range.start);
		return parseJson(own);
	};

	try {
		const list =
			text[start] === '['
				? whole
				: jsonChildren(text, start).find(({name, start: at}) => name === 'notifications' && text[at] === '[');
		if (list === undefined) {
			const value = parse(whole);
			return isObject(value) && 'notifications' in value
				? {items: [], header: {text, value, cut: text.length, removed: 0}}
				: {items: [whole], header: undefined};
		}

		const items: JsonChild[] = [];
		for (const item of jsonChildren(text, list.start)) {
			parse(item);
			items.push(item);
			if (items.length > limits.entries) {
				throw unreadableInput(json.name, {message: tooManyEntries(limits.entries), ...json.position(item.start)});
			}
		}

		parsed = whole;
		requireList(text, list, items, whole.start);
		const [before, after] = [text.slice(0, list.start), text.slice(list.end)];
		const others = `${before}[]${after}`;
		requireFewValues(json, others, 0);
		return {
			items,
			header:
				list === whole
					? undefined
					: {
							text: others,
							value: parseJson(others.slice(start)),
							cut: before.length + 1,
							removed: list.end - list.start - 2,
						},
		};
	} catch (error) {
		// A text that is too large for the YAML parser is treated as JSON with a mistake.
		if (!(error instanceof SyntaxError) || findValueBeyond(text, limits.values, yamlSigns) !== undefined) {
			throw error instanceof SyntaxError ? unreadableInput(json.name, jsonMistake(error, json, parsed.start)) : error;
		}

		return undefined;
	}
}

/** The mistake that JSON.parse found in a range of a text, from `start` on. Not every message of it has a position: then only the line is known, at which the range begins. */
export function jsonMistake({message}: SyntaxError, {position}: JsonText, start: number) {
	const {reason, at} = /^(?<reason>.*?)(?: in JSON)? at position (?<at>\d+)/v.exec(message)?.groups ?? {};
	return at === undefined
		? {
				message: `this is not JSON: ${message.replace(/, [.]{0,3}"[\s\S]*" ?[.]{0,3} ?is not valid JSON$/v, '')}`,
				line: position(start).line,
			}
		: {message: `this is not JSON: ${reason!}`, ...position(start + Number(at))};
}

/** Checks what is around the items of a list. @throws SyntaxError, with its position from `origin` on, as those of JSON.parse */
function requireList(text: string, {start, end}: JsonChild, items: readonly JsonChild[], origin: number): void {
	let from = start;
	let sign = '[';
	for (const {start: to, end: next} of [...items, {start: end, end}]) {
		const expected = to < end ? sign : items.length === 0 ? '[]' : ']';
		if (text.slice(from, to).replaceAll(/[\t\n\r ]/gv, '') !== expected) {
			throw new SyntaxError(
				`between two items of a list one comma is expected, and none after the last one at position ${from - origin}`,
			);
		}

		from = next;
		sign = ',';
	}
}

/** Refuses a part of a text, from `start` on, with more values than are parsed at once. @throws BodiesError */
export function requireFewValues({name, limits, position}: JsonText, own: string, start: number): void {
	const beyond = findValueBeyond(own, limits.values, jsonSigns);
	if (beyond !== undefined) {
		throw unreadableInput(name, {message: tooManyValues(limits.values), ...position(start + beyond)});
	}
}
