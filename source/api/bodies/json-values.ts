import {countMembers, isObject, isTooDeep, member, parseJson, tryParseJson} from '../../platform/json.ts';
import {deepestNesting} from '../../platform/limits.ts';
import {unreadableInput} from './bodies-error.ts';
import type {FileValues, InputName, PlacedValue} from './body-values.ts';
import {jsonOffset, skipSpace, type JsonChild, jsonChildren} from './json-scan.ts';
import {positionsIn, type Position} from './positions.ts';
import {
	type ReadingLimits,
	findValueBeyond,
	jsonSigns,
	tooManyEntries,
	tooManyValues,
	yamlSigns,
} from './value-limit.ts';
import {YamlError} from './yaml-node.ts';
import {parseYaml} from './yaml-tree.ts';

/** Parses one JSON object per line; undefined if the text is something else. */
export function jsonLines(text: string, name: InputName, limits: ReadingLimits): FileValues | undefined {
	// Most texts are something else, which their first two lines say.
	const [first, second] = linesOf(text).take(2).toArray();
	if (second === undefined || !first!.line.startsWith('{') || !second.line.startsWith('{')) {
		return undefined;
	}

	// After a line that is JSON, one that is cut is a mistake of that line alone.
	return tryParseJson(first!.line) === undefined &&
		linesOf(text).some(({line}) => !line.startsWith('{') || !line.endsWith('}'))
		? undefined
		: {header: undefined, entries: entriesOfLines({text, name, limits, position: positionsIn(text)})};
}

/**
Finds the lines of a text that are not empty.

@yields A line without the white space around it, and its offset.
*/
function* linesOf(text: string): Generator<{readonly line: string; readonly start: number}> {
	for (let start = 0; start < text.length;) {
		const found = text.indexOf('\n', start);
		const end = found === -1 ? text.length : found;
		const full = text.slice(start, end);
		const line = full.trim();
		if (line !== '') {
			yield {line, start: start + full.indexOf(line)};
		}

		start = end + 1;
	}
}

/**
Parses lines of JSON.

@yields The value of a line.
@throws BodiesError
*/
function* entriesOfLines(json: JsonText): Generator<PlacedValue> {
	for (const {line, start} of linesOf(json.text)) {
		const place = json.position(start);
		requireShallow(line, json.name, place.line);
		try {
			yield entryIn(json, {name: 0, start, end: start + line.length});
		} catch (error) {
			throw error instanceof SyntaxError ? unreadableInput(json.name, jsonMistake(error, json, start)) : error;
		}
	}
}

/** Parses a JSON document; undefined if the text is not JSON. The YAML parser is slower, and finds the positions of mistakes. */
export function jsonValues(text: string, name: InputName, limits: ReadingLimits): FileValues | undefined {
	const start = skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0);
	if (!'[{'.includes(text[start] ?? ' ')) {
		return undefined;
	}

	const json = {text, name, limits, position: positionsIn(text)};
	const found = jsonDocument(json, start);
	if (found === undefined) {
		return undefined;
	}

	requireShallow(text, name);
	const {items, header} = found;
	if (header !== undefined) {
		requireUnrepeated(header.text, header.value, name, offset =>
			json.position(offset <= header.cut ? offset : offset + header.removed),
		);
	}

	return {
		header: header && {
			value: header.value,
			locate: path => (path.length === 0 ? json.position(start) : json.position(jsonOffset(text, start, path))),
		},
		entries: items.values().map(item => entryIn(json, item)),
	};
}

/** Parses a value in a JSON text. @throws BodiesError if it has too many values, or a member that is given twice; SyntaxError */
function entryIn(json: JsonText, range: JsonChild): PlacedValue {
	const {text, name, position} = json;
	const own = text.slice(range.start, range.end);
	requireFewValues(json, own, range.start);
	const value = parseJson(own);
	requireUnrepeated(own, value, name, offset => position(range.start + offset));
	return {value, locate: path => position(path.length === 0 ? range.start : jsonOffset(text, range.start, path))};
}

/** Refuses a text that is nested too deeply for code that recurses into each level. @throws BodiesError */
export function requireShallow(text: string, name: InputName, line?: number): void {
	if (isTooDeep(text)) {
		throw unreadableInput(name, {
			message: `it is nested deeper than ${deepestNesting} levels`,
			...(line !== undefined && {line}),
		});
	}
}

/** Refuses a member that is given twice, of which JSON.parse takes the last, as the YAML parser does. A listed record, which has an ID, is taken as the service wrote it. @throws BodiesError */
function requireUnrepeated(
	text: string,
	value: unknown,
	name: InputName,
	position: (offset: number) => Position,
): void {
	if (countMembers(text) === membersOf(value) || member(value, 'id') !== undefined) {
		return;
	}

	try {
		parseYaml(text);
	} catch (error) {
		throw error instanceof YamlError
			? unreadableInput(name, {message: error.message, ...position(error.position)})
			: error;
	}
}

/** The number of members in a JSON value, at any depth. */
const membersOf = (value: unknown): number =>
	typeof value === 'object' && value !== null
		? Object.values(value).reduce(
				(sum: number, inner) => sum + membersOf(inner),
				isObject(value) ? Object.keys(value).length : 0,
			)
		: 0;

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
