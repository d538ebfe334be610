import {countMembers, isObject, isTooDeep, member, parseJson} from '../../system/json.ts';
import {deepestNesting} from '../../system/limits.ts';
import {unreadableInput} from './bodies-error.ts';
import type {FileValues, InputName} from './body-values.ts';
import {lazyLocator, positionsIn, type Position} from './positions.ts';
import {parseYaml, YamlError} from './yaml-tree.ts';

/** Parses one JSON object per line; undefined if the text is something else. */
export function jsonLines(text: string, name: InputName): FileValues | undefined {
	// Most texts are something else, which their first line says, so that the others are not copied.
	if (!/^\s*\{.*\}[\t\r ]*\n/v.test(text.slice(0, text.indexOf('\n', text.search(/\S/v)) + 1))) {
		return undefined;
	}

	const lines = text.split('\n').map((line, index) => ({line: line.trim(), number: index + 1})).filter(({line}) => line !== '');
	if (lines.length < 2 || lines.some(({line}) => !line.startsWith('{') || !line.endsWith('}'))) {
		return undefined;
	}

	const entries = lines.map(({line, number}) => {
		try {
			requireShallow(line, name, number);
			const value = parseJson(line);
			requireUnrepeated(line, [value], name, number);
			return {value, locate: lazyLocator(line, number)};
		} catch (error) {
			throw error instanceof SyntaxError ? unreadableInput(name, {message: error.message, line: number}) : error;
		}
	});
	return {header: undefined, entries};
}

/** Parses a JSON document; undefined if the text is not JSON. The YAML parser is slower, and finds the positions of mistakes. */
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
	requireUnrepeated(text, Array.isArray(value) ? value : [value], name);
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
export function requireShallow(text: string, name: InputName, line?: number): void {
	if (isTooDeep(text)) {
		throw unreadableInput(name, {message: `it is nested deeper than ${deepestNesting} levels`, ...line !== undefined && {line}});
	}
}

/** Refuses a member that is given twice, of which JSON.parse takes the last, as the YAML parser does. Listed records, which have an ID, are taken as the service wrote them. @throws BodiesError */
function requireUnrepeated(text: string, values: readonly unknown[], name: InputName, firstLine = 1): void {
	if (countMembers(text) === values.reduce((sum: number, value) => sum + membersOf(value), 0) || values.every(value => member(value, 'id') !== undefined)) {
		return;
	}

	try {
		parseYaml(text);
	} catch (error) {
		if (error instanceof YamlError) {
			throw unreadableInput(name, {message: error.message, ...positionsIn(text, firstLine)(error.position)});
		}

		throw error;
	}
}

/** The number of members in a JSON value, at any depth. */
const membersOf = (value: unknown): number => typeof value === 'object' && value !== null
	? Object.values(value).reduce((sum: number, inner) => sum + membersOf(inner), isObject(value) ? Object.keys(value).length : 0)
	: 0;

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
