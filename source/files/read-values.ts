import {isObject, tryParseJson} from '../platform/json.ts';
import {BodiesError, unreadableInput, type Mistake, type TextMistake} from './notification-file.ts';
import {readYaml, YamlError, type ValuePath} from './yaml-values.ts';

/** A position in a text: its line and its column, from 1. */
type Position = {readonly line: number; readonly column: number};

type PositionOf = (offset: number) => Position;

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
@throws BodiesError
*/
export function readValues(source: string, name: string): FileValues {
	// A byte order mark is not a column.
	const text = source.replace(/^\uFEFF/v, '');
	const positionOf = positionsIn(text);
	const lines = jsonLines(text);
	if (lines !== undefined) {
		const entries = lines.flatMap(({line, start}) => {
			const inText = (offset: number) => positionOf(start + offset);
			requireJson(line, name, inText);
			return yamlDocuments(line, name, inText).map(({value, offsetOf}) => ({
				value,
				locate: (path: ValuePath) => inText(offsetOf(path)),
			}));
		});
		return {header: undefined, entries};
	}

	const headers: PlacedValue[] = [];
	const entries: PlacedValue[] = [];
	for (const {value, offsetOf} of yamlDocuments(text, name, positionOf)) {
		const placed = (each: unknown, before: ValuePath): PlacedValue => ({
			value: each,
			locate: path => positionOf(offsetOf([...before, ...path])),
		});
		const isFile = isObject(value) && Object.hasOwn(value, 'notifications');
		const list = isFile ? value.notifications : value;
		if (isFile) {
			headers.push(placed(value, []));
		}

		for (const [index, each] of Array.isArray(list) ? list.entries() : []) {
			entries.push(placed(each, isFile ? ['notifications', index] : [index]));
		}

		if (!isFile && !Array.isArray(list)) {
			entries.push(placed(value, []));
		}
	}

	if (headers.length > 1) {
		throw unreadableInput(name, {message: '"notifications" is given in a second document', ...headers[1]!.locate([])});
	}

	return {header: headers[0], entries};
}

/** Creates a function that finds the position of an offset in a text. */
function positionsIn(text: string): PositionOf {
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

type Line = {readonly line: string; readonly start: number};

/** The lines of a text with one JSON object per line; undefined for another text. */
function jsonLines(text: string): readonly Line[] | undefined {
	let end = 0;
	const lines = (text.trimStart().startsWith('{') ? text.split('\n') : [])
		.map(full => {
			end += full.length + 1;
			return {line: full.trim(), start: end - full.trimStart().length - 1};
		})
		.filter(({line}) => line !== '');
	const isLines =
		lines[1]?.line.startsWith('{') === true &&
		// After a line that is JSON, one that is cut is a mistake of that line alone.
		(tryParseJson(lines[0]!.line) !== undefined || lines.every(({line}) => line.startsWith('{') && line.endsWith('}')));
	return isLines ? lines : undefined;
}

/** Refuses a line that is not JSON. @throws BodiesError */
function requireJson(line: string, name: string, positionOf: PositionOf): void {
	try {
		JSON.parse(line);
	} catch (error) {
		const {message} = error as SyntaxError;
		const {reason, at} = /^(?<reason>.*?)(?: in JSON)? at position (?<at>\d+)/v.exec(message)?.groups ?? {};
		const place = positionOf(Number(at ?? 0));
		// A message without a position quotes the line instead.
		const why = reason ?? message.replace(/, [.]{0,3}"[\s\S]*" ?[.]{0,3} ?is not valid JSON$/v, '');
		const said = {message: `this is not JSON: ${why}`, line: place.line};
		throw unreadableInput(name, at === undefined ? said : {...said, column: place.column});
	}
}

/** The documents of a YAML text. @throws BodiesError */
function yamlDocuments(text: string, name: string, positionOf: PositionOf, isText?: () => boolean) {
	try {
		return readYaml(text, isText);
	} catch (error) {
		if (error instanceof YamlError) {
			throw unreadableInput(name, {message: error.message, ...positionOf(error.position)});
		}

		throw error instanceof RangeError
			? unreadableInput(name, {message: 'it is nested too deeply, or too large'})
			: error;
	}
}

/** An event, or the mistake in its text. */
export type EventReading =
	| {readonly ok: true; readonly event: unknown}
	| {readonly ok: false; readonly mistake: Mistake};

/** Reads an event from JSON or YAML. Numbers stay as they are written, and `0xd8…` is text also without quotes. `name`: the name of the file. */
export function readEvent(source: string, name: string): EventReading {
	const text = source.replace(/^\uFEFF/v, '');
	const positionOf = positionsIn(text);
	const wrong = (mistake: TextMistake): EventReading => ({
		ok: false,
		mistake: {file: name, line: 1, column: 1, field: '', ...mistake},
	});
	try {
		const [first, second] = yamlDocuments(text, name, positionOf, () => true);
		if (second !== undefined) {
			return wrong({message: 'a second document begins here: give one event', ...positionOf(second.offsetOf([]))});
		}

		const event = first?.value;
		return isObject(event) || Array.isArray(event)
			? {ok: true, event}
			: wrong({message: 'this is no event: an object, or a list of activities, is expected'});
	} catch (error) {
		if (error instanceof BodiesError && error.mistake !== undefined) {
			return wrong(error.mistake);
		}

		throw error;
	}
}
