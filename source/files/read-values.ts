import {EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException, type Event} from 'js-yaml';
import {textNames} from '../notification/spec.ts';
import {isObject, tryParseJson, type JsonObject} from '../platform/json.ts';
import {deepestNesting} from '../platform/limits.ts';
import {numberText} from '../platform/text.ts';
import {unreadableInput} from './notification-file.ts';

/** A position in a text: its line and its column, from 1. */
type Position = {readonly line: number; readonly column: number};

type PositionOf = (offset: number) => Position;

/** A value in a text with its position. */
export type PlacedValue = {
	readonly value: unknown;
	/** Finds the position of a member, by its path from the value, or of what contains it if it is missing. */
	readonly locate: (path: ValuePath) => Position;
};

/**
Reads the values in a text: one body, a list, or a list under `notifications`; then `header` is the whole document, whose other members apply to all of them. The text is JSON, one JSON object per line, or YAML.

@param source - The text.
@param name - The name of the file, for messages.
@throws BodiesError
*/
export function readValues(source: string, name: string) {
	// A byte order mark is not a column.
	const text = source.replace(/^\uFEFF/v, '');
	const positionOf = positionsIn(text);
	const lines = jsonLines(text);
	const headers: PlacedValue[] = [];
	const entries: PlacedValue[] = [];
	for (const {line, start} of lines ?? [{line: text, start: 0}]) {
		const inText = (offset: number) => positionOf(start + offset);
		for (const {value, offsetOf} of yamlDocuments(line, name, inText)) {
			const placed = (each: unknown, ...before: ValuePath): PlacedValue => ({
				value: each,
				locate: path => inText(offsetOf([...before, ...path])),
			});
			const isFile = lines === undefined && isObject(value) && Object.hasOwn(value, 'notifications');
			const list = isFile ? value.notifications : value;
			if (isFile) {
				headers.push(placed(value));
			}

			for (const [index, each] of Array.isArray(list) ? list.entries() : []) {
				entries.push(isFile ? placed(each, 'notifications', index) : placed(each, index));
			}

			if (!isFile && !Array.isArray(list)) {
				entries.push(placed(value));
			}
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

/** Reads an event from JSON or YAML. Numbers stay as they are written, and `0xd8…` is text also without quotes. `name`: the name of the file. @throws BodiesError with a mistake */
export function readEvent(source: string, name: string): unknown {
	const text = source.replace(/^\uFEFF/v, '');
	const positionOf = positionsIn(text);
	const [first, second] = yamlDocuments(text, name, positionOf, () => true);
	if (second !== undefined) {
		const place = positionOf(second.offsetOf([]));
		throw unreadableInput(name, {message: 'a second document begins here: give one event', ...place});
	}

	const event = first?.value;
	if (isObject(event) || Array.isArray(event)) {
		return event;
	}

	throw unreadableInput(name, {message: 'this is no event: an object, or a list of activities, is expected'});
}

/** Thrown if a text is not YAML, or uses YAML in a way that is refused. The message completes the sentence "line 3: …". */
class YamlError extends Error {
	override name = 'YamlError';
	/** The offset in the text. */
	readonly position: number;

	constructor(message: string, position: number) {
		super(message);
		this.position = position;
	}
}

/** A path of members and indexes. */
export type ValuePath = ReadonlyArray<string | number>;

/** A document of a YAML text that is not empty. */
type YamlDocument = {
	readonly value: unknown;
	/** Finds the offset of a value by its path, or of what contains it if it is missing. */
	readonly offsetOf: (path: ValuePath) => number;
};

/** The maximum number of uses of aliases in a document, including uses within the aliased values. Files written by a person have few; a large number is an attack. */
const maxAliases = 100;

/** The most values of a text, those in its aliases included: each takes more than 150 bytes while it is read. Entries have one in about twenty characters. */
const mostValuesOf = (text: string): number => Math.max(3_000_000, Math.floor(text.length / 10));

/** The error of a text with more values than fit into memory. */
const tooMany = (most: number, position: number): YamlError =>
	new YamlError(`it has more than ${numberText(most)} values up to here; divide it into several files`, position);

function eventsOf(text: string): readonly Event[] {
	// A value has one of these before it.
	const most = mostValuesOf(text);
	const [beyond] = text.length > most ? text.matchAll(/[,:\[\{\n]|-[ \t]/gv).drop(most) : [];
	if (beyond !== undefined) {
		throw tooMany(most, beyond.index);
	}

	try {
		return parseEvents(text, {maxDepth: deepestNesting});
	} catch (error) {
		throw error instanceof YAMLException ? explained(text, error.reason, error.mark?.position ?? 0) : error;
	}
}

type Scalar = Extract<Event, {readonly type: typeof EVENT_ID.SCALAR}>;

/**
Reads the documents of a YAML text, with the types of the core schema (YAML 1.2.2, section 10.3.2). A number that JavaScript would print differently stays as it is written: in a member that is text it becomes text, elsewhere a raw JSON number.

`isText`: whether a member is text, so that `0xd8…` is no number; by default those of a notification that are.

@throws YamlError
*/
function readYaml(text: string, isText = isTextMember): YamlDocument[] {
	const events = eventsOf(text);
	/** The index of each anchored event; undefined while it is open. */
	const anchors = new Map<string, number | undefined>();
	let at = 0;
	let last = 0;
	let uses = 0;
	const most = mostValuesOf(text);
	let values = 0;
	let depth = 0;
	/** The offsets of the members and items of each collection. */
	const offsets = new WeakMap<object, ReadonlyMap<string | number, number>>();
	let isCopy = false;

	const next = () => events[at]!;

	const isOpen = () => next().type !== EVENT_ID.POP;

	/** The index of the event that an alias stands for. */
	const targetOf = ({anchorStart: start, anchorEnd}: {readonly anchorStart: number; readonly anchorEnd: number}) => {
		const name = text.slice(start, anchorEnd);
		const target = anchors.get(name);
		if (target === undefined) {
			throw new YamlError(
				anchors.has(name)
					? `the alias *${name} stands for what holds it`
					: `there is no anchor &${name} before this alias; a text that begins with * needs quotes`,
				start - 1,
			);
		}

		if (++uses > maxAliases) {
			throw new YamlError(`its aliases are used more than ${maxAliases} times; write the values out`, start - 1);
		}

		return target;
	};

	/** Reads the name of a member, which is kept as it is written. */
	const readName = (names: ReadonlyMap<string, unknown>) => {
		const event = next();
		const start = startOf(event) ?? last;
		if (event.type !== EVENT_ID.SCALAR) {
			throw new YamlError('the name of a member must be text', start);
		}

		// For its anchor and its tag.
		read(undefined);
		const name = getScalarValue(text, event);
		if (name === '<<' && event.style === SCALAR_STYLE.PLAIN) {
			throw new YamlError(
				'"<<" merges nothing here: write the fields out, or put what all share under "defaults:"',
				start,
			);
		}

		if (names.has(name)) {
			throw new YamlError(`${JSON.stringify(name)} is given twice`, start);
		}

		return name;
	};

	const readMembers = (places: Map<string | number, number>) => {
		const members = new Map<string, unknown>();
		while (isOpen()) {
			const name = readName(members);
			places.set(name, startOf(next()) ?? last);
			members.set(name, read(name));
		}

		return Object.fromEntries(members);
	};

	const readItems = (places: Map<string | number, number>, name: string | undefined) => {
		const items: unknown[] = [];
		while (isOpen()) {
			const start = startOf(next()) ?? nextDash(text, last);
			last = Math.max(last, start + 1);
			places.set(items.length, start);
			items.push(read(name));
		}

		return items;
	};

	const read = (name: string | undefined): unknown => {
		const index = at;
		const event = events[at++]!;
		if (++values > most) {
			throw tooMany(most, last);
		}

		if (event.type === EVENT_ID.ALIAS) {
			const [after, wasCopy] = [at, isCopy];
			at = targetOf(event);
			isCopy = true;
			const value = read(name);
			[at, last, isCopy] = [after, event.anchorEnd, wasCopy];
			return value;
		}

		const {anchorStart, anchorEnd, tagStart, tagEnd} = event as Scalar;
		const tag = text.slice(tagStart, tagEnd);
		if (tagStart !== -1 && tag !== '!!str' && tag !== '!') {
			throw new YamlError(
				`the tag ${tag} has no meaning here; a text that begins with an exclamation mark needs quotes`,
				tagStart,
			);
		}

		const setAnchor = (target: number | undefined) => {
			if (anchorStart !== -1 && !isCopy) {
				anchors.set(text.slice(anchorStart, anchorEnd), target);
			}
		};

		if (event.type === EVENT_ID.SCALAR) {
			setAnchor(index);
			last = Math.max(last, event.valueEnd);
			return scalarValue(getScalarValue(text, event), isPlain(event), isText(name));
		}

		const {start} = event as Extract<Event, {readonly start: number}>;
		setAnchor(undefined);
		if (depth >= deepestNesting) {
			throw new YamlError(`it is nested deeper than ${deepestNesting} levels`, start);
		}

		last = Math.max(last, start);
		const places = new Map<string | number, number>();
		depth++;
		const value = event.type === EVENT_ID.SEQUENCE ? readItems(places, name) : readMembers(places);
		depth--;
		at++;
		setAnchor(index);
		if (!isCopy) {
			offsets.set(value, places);
		}

		return value;
	};

	const offsetIn = (value: unknown, start: number, [step, ...rest]: ValuePath): number => {
		// An index can be text, as in the path of a field.
		const offset =
			step === undefined || !(isObject(value) || Array.isArray(value))
				? undefined
				: offsets.get(value)?.get(Array.isArray(value) ? Number(step) : step);
		return offset === undefined ? start : offsetIn((value as JsonObject)[step!], offset, rest);
	};

	const documents: YamlDocument[] = [];
	// A document is an event of its own, the events of its value, and its end.
	for (at = 1; at < events.length; at += 2) {
		anchors.clear();
		uses = 0;
		const first = next();
		const start = startOf(first);
		const value = isOpen() ? read(undefined) : undefined;
		if (value !== undefined && !(isPlain(first) && start === undefined)) {
			documents.push({value, offsetOf: path => offsetIn(value, start ?? 0, path)});
		}
	}

	return documents;
}

const isPlain = (event: Event): boolean =>
	event.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN && event.tagStart === -1;

/** The offset of a value; undefined if it has no text. */
function startOf(event: Event): number | undefined {
	if (event.type === EVENT_ID.SCALAR) {
		return event.valueStart === -1 ? undefined : event.valueStart;
	}

	return event.type === EVENT_ID.ALIAS ? event.anchorStart : (event as Extract<Event, {readonly start: number}>).start;
}

/** The offset of the first dash from an offset that is not in a comment; what is between is white space and what closes a value. */
function nextDash(text: string, from: number): number {
	const found = /^(?:[^\-#]|#[^\n]*)*/v.exec(text.slice(from, from + 10_000))![0].length;
	return from + found;
}

const isTextMember = (name = ''): boolean => textNames.has(name);

/** A number as JSON writes it. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+\-]?\d+)?$/v;

/** The numbers of the core schema that JSON does not have. */
const otherNumber = /^(?:[+\-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+\-]?\d+)?|0o[0-7]+|0x[\dA-Fa-f]+)$/v;

function scalarValue(text: string, isWithoutQuotes: boolean, isText: boolean): unknown {
	if (!isWithoutQuotes) {
		return text;
	}

	if (/^(?:|~|null|Null|NULL)$/v.test(text)) {
		return null;
	}

	if (/^(?:true|True|TRUE|false|False|FALSE)$/v.test(text)) {
		const value = text.toLowerCase() === 'true';
		return isText && String(value) !== text ? text : value;
	}

	if (jsonNumber.test(text)) {
		return String(Number(text)) === text ? Number(text) : JSON.rawJSON(text);
	}

	return otherNumber.test(text) && !isText ? Number(text) : text;
}

/** The parser's reasons that a reader of a file would not understand, by their beginnings. */
const plainReasons: ReadonlyArray<readonly [beginning: string, reason: string]> = [
	['nesting exceeded', `it is nested deeper than ${deepestNesting} levels`],
	['unexpected end of the stream within a flow', 'the text ends before a bracket is closed'],
	['unexpected end of the stream', 'the text ends within quotes that are not closed'],
	['null byte', 'null byte is not allowed in input'],
	['bad indentation', 'this line is not indented like the lines around it'],
	['deficient indentation', 'a bracket or a quote before this line is not closed, or the line needs more indentation'],
	['missed comma', 'a comma is missing here, or a bracket or a quote before it is not closed'],
	['expected the node content', 'a value is missing before this comma'],
	['can not read', 'a field and its value are expected here'],
	['end of the stream or a document separator', 'a field and its value are expected here'],
	["expected ':'", 'a colon is missing after the name of the field'],
	['a line break is expected', 'a text that begins with | or > needs quotes'],
	['a whitespace character is expected', 'a space is needed after the colon'],
	['unknown escape', 'a backslash in double quotes needs another one before it'],
	['expected hexadecimal', 'hexadecimal digits are expected here'],
	['name of an alias', 'a text that begins with * needs quotes'],
	['name of an anchor', 'a text that begins with & needs quotes'],
	['tab characters', 'a tab cannot indent: use spaces'],
];

/** Explains why a text is not YAML, to the person who wrote it. `reason` and `position`: as the parser reports them. */
function explained(text: string, reason: string, position: number): YamlError {
	const before = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
	// Within a line it is no indentation: the parser takes a text for the beginning of something else.
	const isText = reason.startsWith('bad indentation') && /[^\s\-]/v.test(before);
	const said = /^ *\t/v.test(before) ? 'tab characters' : reason;
	const plain = plainReasons.find(([beginning]) => said.startsWith(beginning))?.[1] ?? reason;
	return new YamlError(
		isText ? 'a text with this sign needs quotes, or a colon is missing before it' : plain,
		position,
	);
}
