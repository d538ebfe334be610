import {countMembers, isObject, isTooDeep, member, parseJson, tryParseJson} from '../../platform/json.ts';
import {deepestNesting} from '../../platform/limits.ts';
import {unreadableInput} from './bodies-error.ts';
import type {FileValues, InputName, PlacedValue} from './body-values.ts';
import {jsonDocument, jsonMistake, requireFewValues, type JsonText} from './json-document.ts';
import {jsonOffset, skipSpace, type JsonChild} from './json-scan.ts';
import {positionsIn, type Position} from './positions.ts';
import type {ReadingLimits} from './value-limit.ts';
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
