import type {Document, Node, Scalar, YAMLMap, YAMLSeq} from 'yaml';
import {textMembers, topicNames, wireNames} from '../../domain/wire-names.ts';
import {isTooDeep, parseJson} from '../../system/json.ts';
import {deepestNesting} from '../../system/limits.ts';
import {BodiesError} from './bodies-error.ts';

/** A value in a file with its position: `line 12`, or `number 3`. */
export type PlacedValue = {readonly place: string; readonly value: unknown};

/** The name of a file in messages. */
export type InputName = string;

/** The maximum number of uses of aliases in a file, including uses within the aliased values. Files written by a person have few; a large number is an attack. */
const maxAliases = 100;

/** Creates the error for a file that cannot be parsed. */
const unreadableInput = (name: InputName, why: string): BodiesError => new BodiesError(`Nothing was sent: ${name} cannot be read: ${why}.`, 'Correct the file and run it again.');

/**
Reads the bodies in a file: one, a list, or a list under `notifications`. The file is JSON, one JSON object per line, or YAML.

@throws BodiesError, with the name of the file.
*/
export async function readValues(text: string, name: InputName): Promise<readonly PlacedValue[]> {
	return jsonLines(text, name) ?? jsonValues(text, name) ?? readYaml(text, name);
}

/** Parses one JSON object per line; undefined if the text is something else. */
function jsonLines(text: string, name: InputName): PlacedValue[] | undefined {
	const lines = text.split('\n').map((line, index) => ({line: line.trim(), place: `line ${index + 1}`})).filter(({line}) => line !== '');
	if (lines.length < 2 || lines.some(({line}) => !line.startsWith('{') || !line.endsWith('}'))) {
		return undefined;
	}

	return lines.map(({line, place}) => {
		try {
			requireShallow(line, name, place);
			return {place, value: parseJson(line)};
		} catch (error) {
			throw error instanceof SyntaxError ? unreadableInput(name, `${place}: ${error.message}`) : error;
		}
	});
}

/** Parses a JSON document; undefined if the text is not JSON. The YAML parser is not used, because it refuses text that listings may contain, such as a repeated member, and is many times slower. */
function jsonValues(text: string, name: InputName): PlacedValue[] | undefined {
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
	const isList = Array.isArray(value);
	const inner = isList ? value : (value as {readonly notifications?: unknown}).notifications;
	if (!Array.isArray(inner)) {
		return [{place: 'line 1', value}];
	}

	const lines = isList ? linesOfItems(text) : [];
	return inner.map((item: unknown, index) => ({place: lines[index] === undefined ? `number ${index + 1}` : `line ${lines[index]}`, value: item}));
}

function requireShallow(text: string, name: InputName, place?: string): void {
	if (isTooDeep(text)) {
		throw unreadableInput(name, `${place === undefined ? '' : `${place}: `}it is nested deeper than ${deepestNesting} levels`);
	}
}

/** The line numbers on which the items of a JSON array start. */
function linesOfItems(text: string): number[] {
	const lines: number[] = [];
	let line = 1;
	let depth = 0;
	let isBefore = true;
	let isText = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at]!;
		if (character === '\n') {
			line++;
		} else if (isText) {
			at += character === '\\' ? 1 : 0;
			isText = character !== '"';
		} else if (!/\s/v.test(character)) {
			if (depth === 1 && isBefore && character !== ']') {
				lines.push(line);
				isBefore = false;
			}

			isText = character === '"';
			depth += '[{'.includes(character) ? 1 : (']}'.includes(character) ? -1 : 0);
			isBefore ||= depth === 1 && character === ',';
		}
	}

	return lines;
}

async function readYaml(text: string, name: InputName): Promise<PlacedValue[]> {
	const yaml = await import('yaml');
	const lines = new yaml.LineCounter();
	const placeOf = (node: {readonly range?: readonly number[] | null | undefined}) => `line ${lines.linePos(node.range?.[0] ?? 0).line}`;
	const toValues = (document: Document.Parsed): PlacedValue[] => {
		const [error] = document.errors;
		if (error !== undefined) {
			throw unreadableInput(name, error.message.includes('call stack') ? tooDeep : `line ${lines.linePos(error.pos[0]).line}: ${error.message.replace(/\.$/v, '')}`);
		}

		yaml.visit(document, {
			Map(_key, {items}) {
				const names = new Set<unknown>();
				for (const {key} of items) {
					if (!yaml.isScalar(key)) {
						continue;
					}

					if (names.has(key.value)) {
						throw unreadableInput(name, `${placeOf(key)}: ${JSON.stringify(key.value)} is given twice`);
					}

					names.add(key.value);
				}
			},
			Scalar(key, node, path) {
				const pair = path.findLast(parent => yaml.isPair(parent));
				keepSource(node, key !== 'key' && yaml.isScalar(pair?.key) ? String(pair.key.value) : undefined);
			},
		});
		const {contents} = document;
		const inner = yaml.isMap(contents) ? (contents as YAMLMap).get('notifications', true) : undefined;
		const list = yaml.isSeq(contents) ? contents as YAMLSeq : (yaml.isSeq(inner) ? inner : undefined);
		if (list === undefined) {
			return contents === null ? [] : [{place: placeOf(contents), value: document.toJS({maxAliasCount: maxAliases})}];
		}

		const values = list.toJS(document, {maxAliasCount: maxAliases}) as unknown[];
		return list.items.map((item, index) => ({place: placeOf(item as Node), value: values[index]}));
	};

	try {
		// The parser's own check for repeated members is quadratic, so it is disabled.
		const documents = [...yaml.parseAllDocuments(text, {
			lineCounter: lines, prettyErrors: false, logLevel: 'error', uniqueKeys: false,
		})] as Document.Parsed[];
		const values = documents.flatMap(document => toValues(document));
		// Values that are nested too deeply are refused here, because JSON.stringify and other code recurse into each level.
		requireShallow(JSON.stringify(values.map(({value}) => value)), name);
		return values;
	} catch (error) {
		throw error instanceof Error && !(error instanceof BodiesError) ? unreadableInput(name, reasonOf(error)) : error;
	}
}

const tooDeep = 'it is nested too deeply, or too large';

/** Describes why the parser failed, which includes errors caused by malicious files. */
function reasonOf(error: Error): string {
	if (error instanceof RangeError) {
		return tooDeep;
	}

	// JSON.stringify failed. V8 adds a diagram of several lines to this message, so it is replaced.
	if (error.message.startsWith('Converting circular structure')) {
		return 'an alias stands for what holds it';
	}

	return error.message.startsWith('Excessive alias count') ? `its aliases are used more than ${maxAliases} times; write the values out` : error.message.replace(/\.$/v, '');
}

/** The fields that contain text, for which quotes are optional in a file. */
const textFields: ReadonlySet<string> = new Set([...Object.values(textMembers).flat(), wireNames.details.addresses, ...topicNames]);

/**
Keeps a number as it is written, if JavaScript would print it differently: an address or `007` becomes text, any other value a JSON number.

@param node - The node of the YAML document.
@param field - The name of the member that contains it, directly or in a list.
*/
function keepSource(node: Scalar, field: string | undefined): void {
	const {value, source} = node;
	if (source === undefined || (typeof value !== 'number' && typeof value !== 'boolean') || String(value) === source) {
		return;
	}

	if (typeof value === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+\-]?\d+)?$/v.test(source)) {
		node.value = JSON.rawJSON(source);
	} else if (field !== undefined && textFields.has(field)) {
		node.value = source;
	}
}
