import {isObject, isTooDeep, member, parseJson} from '../../system/json.ts';
import {deepestNesting} from '../../system/limits.ts';
import {unreadableInput} from './bodies-error.ts';
import type {FileValues, InputName} from './body-values.ts';
import {lazyLocator, type Position} from './positions.ts';

/** Parses one JSON object per line; undefined if the text is something else. */
export function jsonLines(text: string, name: InputName): FileValues | undefined {
	const lines = text.split('\n').map((line, index) => ({line: line.trim(), place: `line ${index + 1}`, number: index + 1})).filter(({line}) => line !== '');
	if (lines.length < 2 || lines.some(({line}) => !line.startsWith('{') || !line.endsWith('}'))) {
		return undefined;
	}

	const entries = lines.map(({line, place, number}) => {
		try {
			requireShallow(line, name, place);
			return {value: parseJson(line), locate: lazyLocator(line, number)};
		} catch (error) {
			throw error instanceof SyntaxError ? unreadableInput(name, `${place}: ${error.message}`) : error;
		}
	});
	return {header: undefined, entries};
}

/** Parses a JSON document; undefined if the text is not JSON. The YAML parser is not used, because it refuses text that listings may contain, such as a repeated member, and is slower. It finds the positions of mistakes. */
export function jsonValues(text: string, name: InputName): FileValues | undefined {
	if (!/^[\s\uFEFF]*[\[\{]/v.test(text)) {
		return undefined;
	}

	let value: unknown;
	try {
		value = parseJson(text.replace(/^\uFEFF/v, ''));
	} catch {
		return undefined;
	}

	requireShallow(text, name);
	const locate = lazyLocator(text);
	const isList = Array.isArray(value);
	const list = isList ? value : member(value, 'notifications');
	if (!Array.isArray(list)) {
		return isObject(value) && 'notifications' in value
			? {header: {value, locate}, entries: []}
			: {header: undefined, entries: [{value, locate}]};
	}

	const positions = isList ? positionsOfItems(text) : [];
	return {
		header: isList ? undefined : {value, locate},
		entries: list.map((item: unknown, index) => ({
			value: item,
			locate: path => (path.length === 0 ? positions[index] : undefined) ?? locate([...isList ? [] : ['notifications'], index, ...path]),
		})),
	};
}

/** Refuses a text that is nested too deeply for code that recurses into each level. @throws BodiesError */
export function requireShallow(text: string, name: InputName, place?: string): void {
	if (isTooDeep(text)) {
		throw unreadableInput(name, `${place === undefined ? '' : `${place}: `}it is nested deeper than ${deepestNesting} levels`);
	}
}

/** The positions at which the items of a JSON array start. */
function positionsOfItems(text: string): Position[] {
	const positions: Position[] = [];
	let line = 1;
	let lineStart = 0;
	let depth = 0;
	let isBefore = true;
	let isText = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at]!;
		if (character === '\n') {
			line++;
			lineStart = at + 1;
		} else if (isText) {
			at += character === '\\' ? 1 : 0;
			isText = character !== '"';
		} else if (!/\s/v.test(character)) {
			if (depth === 1 && isBefore && character !== ']') {
				positions.push({line, column: at - lineStart + 1});
				isBefore = false;
			}

			isText = character === '"';
			depth += '[{'.includes(character) ? 1 : (']}'.includes(character) ? -1 : 0);
			isBefore ||= depth === 1 && character === ',';
		}
	}

	return positions;
}
