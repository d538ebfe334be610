import {memberOf, YamlError, type YamlMapping, type YamlNode} from './yaml-node.ts';
import {parseYaml} from './yaml-tree.ts';

/** A range of a text with whole items of its list. */
export type YamlPart = {readonly start: number; readonly end: number};

/** A large YAML text whose list of notifications can be read in parts. */
export type YamlParts = {
	/** The mapping with the list, without its items; undefined if the text is a list. */
	readonly header: YamlMapping | undefined;
	readonly parts: readonly YamlPart[];
};

/** The line with the member whose items follow. */
const listName = /^(?<quote>["']?)notifications\k<quote>[\t ]{0,100}:[\t ]{0,100}(?:#.{0,1000})?\r?\n/mv;

/**
Divides a text between items of its list, so that only the nodes of one part have to be in memory at a time.

An item begins on a line with the indentation of the list and a dash. The only other places where such a line can be are a text in quotes and brackets that are still open: the part before it then ends within them, and cannot be parsed.

@param text - The text.
@param size - The number of characters from which a part ends.
@returns Undefined for a text that is small, or is not one block list at its end.
*/
export function divideYaml(text: string, size: number): YamlParts | undefined {
	// A carriage return without a line feed is a line break of YAML that this does not look for.
	if (text.length <= size || /\r(?!\n)/v.test(text)) {
		return undefined;
	}

	const before = endOfLinesBefore(text);
	const isList = /^ *-(?:\s|$)/v.test(text.slice(before, before + 1000));
	const named = isList ? undefined : listName.exec(text);
	const headEnd = isList ? before : named ? named.index + named[0].length : undefined;
	if (headEnd === undefined) {
		return undefined;
	}

	const head = headOf(text.slice(0, headEnd), isList);
	const parts = head && itemParts(text, headEnd, size);
	return parts && {header: head.header, parts};
}

/** The offset after the lines before a list that is the whole document: empty ones, comments and the beginning of the document. An expression for all of them would exhaust the stack. */
function endOfLinesBefore(text: string): number {
	let start = text.startsWith('\uFEFF') ? 1 : 0;
	for (let end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', start)) {
		let at = start;
		while (' \t\r'.includes(text[at]!)) {
			at++;
		}

		const isBefore =
			at === end || text[at] === '#' || (text.startsWith('---', start) && text.slice(start + 3, end).trim() === '');
		if (!isBefore) {
			break;
		}

		start = end + 1;
	}

	return start;
}

/** Parses the text before the list; undefined if the list would not be the value of its last member, or its only content. */
function headOf(text: string, isList: boolean): {readonly header: YamlMapping | undefined} | undefined {
	if (/^%/mv.test(text)) {
		return undefined;
	}

	const [root, ...others] = rootsOf(text) ?? [];
	if (isList) {
		return root === undefined ? {header: undefined} : undefined;
	}

	const value = memberOf(root, 'notifications');
	return root?.kind === 'mapping' &&
		others.length === 0 &&
		value === root.members.at(-1)!.value &&
		value.kind === 'scalar' &&
		value.isPlain &&
		value.text === ''
		? {header: root}
		: undefined;
}

function rootsOf(text: string): readonly YamlNode[] | undefined {
	try {
		return parseYaml(text);
	} catch (error) {
		if (error instanceof YamlError) {
			return undefined;
		}

		throw error;
	}
}

/** The parts of a list that begins at an offset and ends with the text; undefined if something follows it. */
function itemParts(text: string, from: number, size: number): readonly YamlPart[] | undefined {
	const starts: number[] = [];
	let indentation: number | undefined;
	for (let line = from; line < text.length;) {
		let at = line;
		while (text[at] === ' ') {
			at++;
		}

		const isDash = text[at] === '-' && ' \t\r\n'.includes(text[at + 1] ?? '\n');
		if (!'#\r\n'.includes(text[at] ?? '\n')) {
			indentation ??= isDash ? at - line : undefined;
			if (indentation === undefined || at - line < indentation || (at - line === indentation && !isDash)) {
				return undefined;
			}

			if (at - line === indentation && (starts.length === 0 || line - starts.at(-1)! >= size)) {
				starts.push(line);
			}
		}

		const end = text.indexOf('\n', at);
		line = end === -1 ? text.length : end + 1;
	}

	return starts.length === 0
		? undefined
		: starts.map((start, index) => ({start, end: starts[index + 1] ?? text.length}));
}
