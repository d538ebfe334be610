import {deepestNesting} from './limits.ts';

/** Matches a number in JSON that JavaScript might print differently: 16 digits or more, a fraction, an exponent, or -0. Numbers inside an address do not match. */
const couldBeChanged = /(?:^|[\s,:\[])-?(?:\d{16}|\d+[.e]|(?<=-)0)/iv;

/**
Parses JSON and keeps numbers as written: one that JavaScript would print differently (`1e3`, `1.50`, an integer beyond 2^53) becomes a raw JSON value (`JSON.rawJSON`), which prints as it was sent.

@throws SyntaxError
*/
export function parseJson(text: string): unknown {
	// A reviver makes parsing several times slower, so it is only used for text that needs it.
	return couldBeChanged.test(text) ? parseExactly(text) : JSON.parse(text);
}

/** Like `parseJson`, for a text that is known to contain such numbers. */
function parseExactly(text: string): unknown {
	return JSON.parse(text, (_key, value: unknown, {source}) =>
		typeof value === 'number' && source !== undefined && JSON.stringify(value) !== source
			? JSON.rawJSON(source)
			: value,
	);
}

/** Whether brackets in a JSON text are nested too deeply to parse. JSON.parse itself supports any depth, but most code that handles its result is recursive. */
export function isTooDeep(text: string): boolean {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text[at]!;
		if (character === '"') {
			at = endOfJsonString(text, at);
		} else if ('[{'.includes(character)) {
			depth++;
			if (depth > deepestNesting) {
				return true;
			}
		} else if (']}'.includes(character)) {
			depth--;
		}
	}

	return false;
}

/** The index of the quote that ends the string starting at an index, or of the end of the text. */
export function endOfJsonString(text: string, from: number): number {
	let at = from + 1;
	while (at < text.length && text[at] !== '"') {
		at += text[at] === '\\' ? 2 : 1;
	}

	return at;
}

/** Like `parseJson`, but returns undefined for a text that is not JSON or is nested too deeply. */
export function tryParseJson(text: string): unknown {
	try {
		return isTooDeep(text) ? undefined : parseJson(text);
	} catch {
		return undefined;
	}
}

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object: not an array, and not a number kept as raw JSON. */
export function isObject(value: unknown): value is JsonObject {
	// Raw JSON has no prototype. Calling JSON.isRawJSON for every object would take as long as the rest of a listing's check.
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		(Object.getPrototypeOf(value) !== null || !JSON.isRawJSON(value))
	);
}

/** A member of a parsed JSON value, or an item of an array; undefined if there is none. */
export function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
		? (value as JsonObject)[name]
		: undefined;
}

/** Converts numbers kept as raw JSON to numbers that a YAML printer supports. */
export function plainValue(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) {
		return value;
	}

	if (JSON.isRawJSON(value)) {
		const source = JSON.stringify(value);
		return /^-?\d+$/v.test(source) ? BigInt(source) : numberOf(source);
	}

	return Array.isArray(value)
		? value.map(item => plainValue(item))
		: Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainValue(item)]));
}

/** Converts a number, or keeps it as text if it exceeds the range of JavaScript's numbers. */
const numberOf = (source: string): number | string => (Number.isFinite(Number(source)) ? Number(source) : source);
