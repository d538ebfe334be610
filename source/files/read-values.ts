import {
	countMembers,
	endOfJsonString,
	isObject,
	isTooDeep,
	parseJson,
	tryParseJson,
	type JsonObject,
} from '../platform/json.ts';
import {deepestNesting} from '../platform/limits.ts';
import {unreadableInput, type Mistake} from './notification-file.ts';
import type {ValuePath, YamlOptions} from './yaml-values.ts';

/** A position in a text: its line and its column, from 1. */
type Position = {readonly line: number; readonly column: number};

/** A value in a text with its position. */
export type PlacedValue = {
	readonly value: unknown;
	/** Finds the position of a member, by its path from the value, or of what contains it if it is missing. */
	readonly locate: (path: ValuePath) => Position;
};

/** The values of a text. */
export type FileValues = {
	/** The whole document, if it is a file of notifications: its other members apply to all of them. */
	readonly header: PlacedValue | undefined;
	readonly entries: readonly PlacedValue[];
};

/**
Reads the values in a text: one body, a list, or a list under `notifications`. The text is JSON, one JSON object per line, or YAML.

@param source - The text.
@param name - The name of the file, for messages.
@param limit - The most values of YAML, where a test sets another.
@throws BodiesError
*/
export async function readValues(source: string, name: string, limit?: number): Promise<FileValues> {
	// A byte order mark is not a column.
	const text = source.replace(/^\uFEFF/v, '');
	const positionOf = positionsIn(text);
	const lines = await jsonLines(text, name, positionOf);
	if (lines !== undefined) {
		return lines;
	}

	const json = /^[\[\{]/v.test(text.trimStart()) ? tryParseJson(text) : undefined;
	// Where a member is given twice, as in a text that is no JSON, the reader of YAML says so, and where.
	return json === undefined || isRepeating(text, json)
		? yamlValues(text, name, positionOf, {isJson: json !== undefined, ...(limit !== undefined && {limit})})
		: jsonValues(text, json, positionOf);
}

/** Creates a function that finds the position of an offset in a text. */
function positionsIn(text: string): (offset: number) => Position {
	const starts = [0];
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}

	return offset => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			[low, high] = starts[middle]! <= offset ? [middle, high] : [low, middle - 1];
		}

		return {line: low + 1, column: 1 + offset - starts[low]!};
	};
}

/** Reads one JSON object per line; undefined if the text is something else. */
async function jsonLines(
	text: string,
	name: string,
	positionOf: (offset: number) => Position,
): Promise<FileValues | undefined> {
	let end = 0;
	const all = (text.trimStart().startsWith('{') ? text.split('\n') : [])
		.map(full => {
			end += full.length + 1;
			return {line: full.trim(), start: end - full.trimStart().length - 1};
		})
		.filter(({line}) => line !== '');
	const [first, second] = all;
	if (second?.line.startsWith('{') !== true) {
		return undefined;
	}

	// After a line that is JSON, one that is cut is a mistake of that line alone.
	if (tryParseJson(first!.line) === undefined && all.some(({line}) => !line.startsWith('{') || !line.endsWith('}'))) {
		return undefined;
	}

	const entries: PlacedValue[] = [];
	for (const {line, start} of all) {
		if (isTooDeep(line)) {
			throw unreadableInput(name, {
				message: `it is nested deeper than ${deepestNesting} levels`,
				line: positionOf(start).line,
			});
		}

		let value: unknown;
		try {
			value = parseJson(line);
		} catch (error) {
			throw unreadableInput(name, jsonMistake(error as SyntaxError, positionOf, start));
		}

		if (isRepeating(line, value)) {
			await yamlValues(line, name, offset => positionOf(start + offset), {isJson: true});
		}

		entries.push({value, locate: path => positionOf(jsonOffset(text, start, path))});
	}

	return {header: undefined, entries};
}

/** The mistake that JSON.parse found in a line that begins at an offset. Not every message of it has a position. */
function jsonMistake({message}: SyntaxError, positionOf: (offset: number) => Position, start: number) {
	const {reason, at} = /^(?<reason>.*?)(?: in JSON)? at position (?<at>\d+)/v.exec(message)?.groups ?? {};
	return at === undefined
		? {
				message: `this is not JSON: ${message.replace(/, [.]{0,3}"[\s\S]*" ?[.]{0,3} ?is not valid JSON$/v, '')}`,
				line: positionOf(start).line,
			}
		: {message: `this is not JSON: ${reason!}`, ...positionOf(start + Number(at))};
}

/** The values of a JSON document that was parsed. */
function jsonValues(text: string, value: unknown, positionOf: (offset: number) => Position): FileValues {
	const start = text.length - text.trimStart().length;
	const placed = (each: unknown, offset: number): PlacedValue => ({
		value: each,
		locate: path => positionOf(jsonOffset(text, offset, path)),
	});
	const {header, list} = partsOf(value);
	const offsets =
		list === undefined
			? []
			: childOffsets(text, jsonOffset(text, start, header === undefined ? [] : ['notifications']));
	return {
		header: header && placed(header, start),
		entries:
			list?.map((each, index) => placed(each, offsets[index]!)) ?? (header === undefined ? [placed(value, start)] : []),
	};
}

/** The list in a document, and the document around it, if it is a file of notifications. */
function partsOf(value: unknown): {readonly header?: JsonObject; readonly list?: readonly unknown[]} {
	if (!isObject(value) || !Object.hasOwn(value, 'notifications')) {
		return Array.isArray(value) ? {list: value} : {};
	}

	const {notifications: list} = value;
	return {header: value, ...(Array.isArray(list) && {list})};
}

/** Whether a member is given twice in a JSON text, of which JSON.parse takes the last. */
const isRepeating = (text: string, value: unknown): boolean => countMembers(text) !== membersOf(value);

/** The number of members in a JSON value, at any depth. */
const membersOf = (value: unknown): number =>
	typeof value === 'object' && value !== null
		? Object.values(value).reduce(
				(sum: number, inner) => sum + membersOf(inner),
				isObject(value) ? Object.keys(value).length : 0,
			)
		: 0;

/** The offsets of the items of a list, or of the names and the values of an object in turn, in a text that is JSON. */
function childOffsets(text: string, start: number): number[] {
	const offsets: number[] = [];
	let depth = 0;
	let isNext = false;
	for (let at = start; at < text.length; at++) {
		const sign = text[at]!;
		if (' \t\n\r'.includes(sign)) {
			continue;
		}

		if (isNext && !']}'.includes(sign)) {
			offsets.push(at);
		}

		isNext = false;
		if (sign === '"') {
			at = endOfJsonString(text, at);
		} else if ('[{'.includes(sign)) {
			depth++;
			isNext = depth === 1;
		} else if (']}'.includes(sign)) {
			depth--;
		} else if (',:'.includes(sign)) {
			isNext = depth === 1;
		}

		if (depth === 0) {
			break;
		}
	}

	return offsets;
}

/** The offset of a member in a JSON text, by its path from the value at `start`, or of what contains it if it is missing. That of a text is after its quote, as YAML has it. */
function jsonOffset(text: string, start: number, path: ValuePath): number {
	let at = start;
	for (const step of path) {
		const offsets = '[{'.includes(text[at] ?? ' ') ? childOffsets(text, at) : [];
		const next =
			text[at] === '['
				? offsets[Number(step)]
				: offsets.find(
						(_offset, index) =>
							index % 2 === 1 &&
							JSON.parse(text.slice(offsets[index - 1], endOfJsonString(text, offsets[index - 1]!) + 1)) ===
								String(step),
					);
		if (next === undefined) {
			break;
		}

		at = next;
	}

	return text[at] === '"' && path.length > 0 ? at + 1 : at;
}

async function yamlValues(
	text: string,
	name: string,
	positionOf: (offset: number) => Position,
	options: YamlOptions,
): Promise<FileValues> {
	const documents = await yamlDocuments(text, options);
	if ('message' in documents) {
		const {message, position} = documents;
		throw unreadableInput(name, {message, ...(position !== undefined && positionOf(position))});
	}

	const headers: PlacedValue[] = [];
	const entries: PlacedValue[] = [];
	for (const {value, places, offsetOf} of documents) {
		const {header, list} = partsOf(value);
		if (header !== undefined) {
			headers.push({value, locate: ([field]) => positionOf(places.members.get(String(field)) ?? offsetOf([]))});
		} else if (list === undefined) {
			entries.push({value, locate: path => positionOf(offsetOf(path))});
		}

		for (const [index, each] of list?.entries() ?? []) {
			const before = header === undefined ? [index] : ['notifications', index];
			const start = places.items[index]!;
			entries.push({
				value: each,
				locate: path => positionOf(path.length === 0 ? start : Math.max(start, offsetOf([...before, ...path]))),
			});
		}
	}

	if (headers.length > 1) {
		throw unreadableInput(name, {message: '"notifications" is given in a second document', ...headers[1]!.locate([])});
	}

	return {header: headers[0], entries};
}

/** The documents of a YAML text, or what is wrong with it. */
async function yamlDocuments(text: string, options: YamlOptions) {
	const {readYaml, YamlError} = await import('./yaml-values.ts');
	try {
		return readYaml(text, options);
	} catch (error) {
		if (error instanceof YamlError) {
			return error;
		}

		if (error instanceof RangeError) {
			return {message: 'it is nested too deeply, or too large', position: undefined};
		}

		throw error;
	}
}

/** An event, or the mistake in its text. */
export type EventReading =
	| {readonly ok: true; readonly event: unknown}
	| {readonly ok: false; readonly mistake: Mistake};

/** Reads an event from JSON or YAML. Numbers stay as they are written, and `0xd8…` is text also without quotes. `name`: the name of the file. */
export async function readEvent(source: string, name: string): Promise<EventReading> {
	const text = source.replace(/^\uFEFF/v, '');
	const wrong = (message: string, offset = 0): EventReading => ({
		ok: false,
		mistake: {file: name, ...positionsIn(text)(offset), field: '', message},
	});
	let event = tryParseJson(text);
	if (event === undefined) {
		const documents = await yamlDocuments(text, {isText: () => true});
		if ('message' in documents) {
			return wrong(documents.message, documents.position);
		}

		const [first, second] = documents;
		if (second !== undefined) {
			return wrong('a second document begins here: give one event', second.offsetOf([]));
		}

		event = first?.value;
	}

	return isObject(event) || Array.isArray(event)
		? {ok: true, event}
		: wrong('this is no event: an object, or a list of activities, is expected');
}
