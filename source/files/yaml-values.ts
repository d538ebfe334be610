import {getHeapStatistics} from 'node:v8';
import {EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException, type Event} from 'js-yaml';
import {textNames} from '../notification/spec.ts';
import {member, tryParseJson} from '../platform/json.ts';
import {deepestNesting} from '../platform/limits.ts';
import {numberText} from '../platform/text.ts';
import {explainYaml} from './yaml-mistakes.ts';

/** Thrown if a text is not YAML, or uses YAML in a way that is refused. The message completes the sentence "line 3: …". */
export class YamlError extends Error {
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
export type YamlDocument = {
	readonly value: unknown;
	/** Finds the offset of a value by its path, or of what contains it if it is missing. Beyond the items of a list in a member the text is read again for that. */
	readonly offsetOf: (path: ValuePath) => number;
};

export type YamlOptions = {
	/** Whether a member is text, so that `0xd8…` is no number; by default those of a notification that are. */
	readonly isText?: (name: string | undefined) => boolean;
	/** The most values of a text. */
	readonly limit?: number;
};

/** The most values of a YAML text that fit into memory: each takes about 150 bytes while it is read, and as much again where its place is kept. */
const mostValues = Math.floor(getHeapStatistics().heap_size_limit / 400);

/** The maximum number of uses of aliases in a document, including uses within the aliased values. Files written by a person have few; a large number is an attack. */
const maxAliases = 100;

/**
Reads the documents of a YAML text, with the types of the core schema (YAML 1.2.2, section 10.3.2). A number that JavaScript would print differently stays as it is written: in a member that is text it becomes text, elsewhere a raw JSON number.

@throws YamlError
*/
export function readYaml(text: string, {isText = isTextMember, limit = mostValues}: YamlOptions = {}): YamlDocument[] {
	requireFewValues(text, limit);
	const isJson = /^[\[\{]/v.test(text.trimStart()) && tryParseJson(text) !== undefined;
	const readTo = (deepest: number) => readEvents(text, eventsOf(text), {isJson, isText, deepest});
	// Few files have mistakes.
	let all: ReturnType<typeof readTo> | undefined;
	return readTo(2).map(({value, places}, index) => ({
		value,
		offsetOf(path) {
			const known = path.length <= 2 ? places : (all ??= readTo(Infinity))[index]!.places;
			let length = path.length;
			while (!known.has(keyOf(path.slice(0, length)))) {
				length--;
			}

			return known.get(keyOf(path.slice(0, length)))!;
		},
	}));
}

const keyOf = (path: ValuePath): string => ['', ...path].join('\0');

function eventsOf(text: string): readonly Event[] {
	try {
		return parseEvents(text, {maxDepth: deepestNesting});
	} catch (error) {
		if (error instanceof YAMLException) {
			const {message, position} = explainYaml(text, {reason: error.reason, position: error.mark?.position ?? 0});
			throw new YamlError(message, position);
		}

		throw error;
	}
}

type Scalar = Extract<Event, {readonly type: typeof EVENT_ID.SCALAR}>;

type Reading = Required<Pick<YamlOptions, 'isText'>> & {
	/** Whether it is JSON: a listed record in it, which has an ID, is taken as the service wrote it, also with a member given twice. */
	readonly isJson: boolean;
	/** The length of the longest path whose place is kept. */
	readonly deepest: number;
};

/** Makes values of the events of a text. `places`: the offsets of its values, by their paths. */
function readEvents(text: string, events: readonly Event[], {isJson, isText, deepest}: Reading) {
	/** The index of each anchored event; undefined while it is open. */
	const anchors = new Map<string, number | undefined>();
	let at = 0;
	let last = 0;
	let uses = 0;
	let path: Array<string | number> = [];
	let places = new Map<string, number>();
	let isCopy = false;
	let repeated: YamlError | undefined;

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
		let key = event;
		if (event.type === EVENT_ID.ALIAS) {
			key = events[targetOf(event)]!;
			at++;
		} else if (event.type === EVENT_ID.SCALAR) {
			// For its anchor and its tag.
			read(undefined);
		}

		if (key.type !== EVENT_ID.SCALAR) {
			throw new YamlError('the name of a member must be text', start);
		}

		const name = getScalarValue(text, key);
		if (name === '<<' && key.style === SCALAR_STYLE.PLAIN) {
			throw new YamlError(
				'"<<" merges nothing here: write the fields out, or put what all share under "defaults:"',
				start,
			);
		}

		if (names.has(name)) {
			repeated ??= new YamlError(`${JSON.stringify(name)} is given twice`, start);
			if (!isJson) {
				throw repeated;
			}
		}

		return name;
	};

	/** Reads a value in a collection. */
	const readChild = (step: string | number, name: string | undefined, start: number): unknown => {
		path.push(step);
		if (path.length <= deepest && !isCopy) {
			places.set(keyOf(path), start);
		}

		const value = read(name);
		path.pop();
		return value;
	};

	const readMembers = () => {
		const members = new Map<string, unknown>();
		while (isOpen()) {
			const name = readName(members);
			members.set(name, readChild(name, name, startOf(next()) ?? last));
		}

		return Object.fromEntries(members);
	};

	const readItems = (name: string | undefined) => {
		const items: unknown[] = [];
		while (isOpen()) {
			const before = repeated;
			const start = startOf(next()) ?? nextDash(text, last);
			last = Math.max(last, start + 1);
			const item = readChild(items.length, name, start);
			items.push(item);
			if (isJson && member(item, 'id') !== undefined) {
				repeated = before;
			}
		}

		return items;
	};

	const read = (name: string | undefined): unknown => {
		const index = at;
		const event = events[at++]!;
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
		// A document is at the empty path.
		if (path.length >= deepestNesting) {
			throw new YamlError(`it is nested deeper than ${deepestNesting} levels`, start);
		}

		last = Math.max(last, start);
		const value = event.type === EVENT_ID.SEQUENCE ? readItems(name) : readMembers();
		at++;
		setAnchor(index);
		return value;
	};

	const documents: Array<{readonly value: unknown; readonly places: ReadonlyMap<string, number>}> = [];
	// A document is an event of its own, the events of its value, and its end.
	for (at = 1; at < events.length; at += 2) {
		anchors.clear();
		uses = 0;
		path = [];
		const first = next();
		const start = startOf(first);
		places = new Map([['', start ?? 0]]);
		const value = isOpen() ? read(undefined) : undefined;
		if (repeated !== undefined && !(isJson && member(value, 'id') !== undefined)) {
			throw repeated;
		}

		if (value !== undefined && !(isPlain(first) && start === undefined)) {
			documents.push({value, places});
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

/** The characters of which each value has one before it, apart from the first, and those that begin an escape in quotes: each takes a piece of text of its own. */
const signs = ",[{:?-\n\\'";

/** Refuses a text with more values than fit into memory, without parsing it. @throws YamlError */
function requireFewValues(text: string, limit: number): void {
	let count = 0;
	for (let at = 0; text.length > limit && at < text.length; at++) {
		// A minus sign is in many texts; one that begins an item is followed by white space.
		const sign = text[at]!;
		if (signs.includes(sign) && (sign !== '-' || ' \t\r\n'.includes(text[at + 1] ?? ' ')) && ++count >= limit) {
			throw new YamlError(`it has more than ${numberText(limit)} values up to here; divide it into several files`, at);
		}
	}
}
