import {endOfJsonString} from '../../platform/json.ts';

/** The range of a value in a JSON text, and its name or its index in what contains it. */
export type JsonChild = {readonly name: string | number; readonly start: number; readonly end: number};

/** The offset of the first character from an offset that is no white space. */
export function skipSpace(text: string, from: number): number {
	let at = from;
	while (at < text.length && ' \t\n\r'.includes(text[at]!)) {
		at++;
	}

	return at;
}

/** The offset after a value. A text that is no JSON gives any offset from `start` on. */
function endOfValue(text: string, start: number): number {
	let depth = 0;
	for (let at = start; at < text.length; at++) {
		const character = text[at]!;
		if (character === '"') {
			at = endOfJsonString(text, at);
		} else if ('[{'.includes(character)) {
			depth++;
		} else if (depth === 0 && ', \t\n\r:]}'.includes(character)) {
			return at;
		} else if (']}'.includes(character)) {
			depth--;
		}

		if (depth === 0 && '"]}'.includes(character)) {
			return at + 1;
		}
	}

	return text.length;
}

/**
Finds the members or items of an object or a list in a JSON text. A text that is no JSON gives any of them.

@yields The next one.
@throws SyntaxError for a name that is no JSON
*/
export function* jsonChildren(text: string, start: number): Generator<JsonChild> {
	const isList = text[start] === '[';
	for (let at = skipSpace(text, start + 1), index = 0; at < text.length && !']}'.includes(text[at]!); index++) {
		let name: string | number = index;
		if (!isList) {
			const end = endOfValue(text, at);
			name = String(JSON.parse(text.slice(at, end)));
			at = skipSpace(text, skipSpace(text, end) + 1);
		}

		const end = endOfValue(text, at);
		yield {name, start: at, end};
		at = skipSpace(text, end);
		if (text[at] !== ',') {
			return;
		}

		at = skipSpace(text, at + 1);
	}
}

/** The offset of a member in a JSON text, by its path from the value at `start`, or of what contains it if it is missing. That of a text is after its quote, as YAML has it. */
export function jsonOffset(text: string, start: number, path: ReadonlyArray<string | number>): number {
	let at = start;
	for (const step of path) {
		const child = '[{'.includes(text[at] ?? ' ')
			? jsonChildren(text, at).find(({name}) => String(name) === String(step))
			: undefined;
		if (child === undefined) {
			break;
		}

		at = child.start;
	}

	return text[at] === '"' ? at + 1 : at;
}
