import {stringify} from 'yaml';
import type {YamlMapping, YamlNode, YamlSequence} from '../api/bodies/yaml-node.ts';
import {plainValue} from '../platform/json.ts';
import {safeJson} from '../terminal/sanitise.ts';

/** A part of a text to replace. */
export type TextEdit = {readonly start: number; readonly end: number; readonly by: string};

/** Applies edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
	let edited = text;
	for (const {start, end, by} of edits.toSorted((a, b) => (b.start === a.start ? b.end - a.end : b.start - a.start))) {
		edited = edited.slice(0, start) + by + edited.slice(end);
	}

	return edited;
}

/** A value as YAML on one line. With a character that YAML does not allow or a terminal would interpret it is written as JSON, with escapes. */
export function inlineYaml(value: unknown): string {
	const json = JSON.stringify(value);
	const escaped = safeJson(json);
	return escaped === json && !json.includes(String.raw`\u`) ? plainYaml(value) : escaped;
}

const plainYaml = (value: unknown): string =>
	stringify(plainValue(value), {
		collectionStyle: 'flow',
		lineWidth: 0,
		defaultStringType: typeof value === 'string' && value.includes('\n') ? 'QUOTE_DOUBLE' : 'PLAIN',
	}).trimEnd();

/** Whether a collection is written in brackets. */
export const isFlow = (text: string, {start}: YamlNode): boolean => '[{'.includes(text[start] ?? ' ');

/** The range of a node in its text, with its quotes and brackets. A block scalar has no range that can be replaced: undefined. */
export function rangeOf(text: string, node: YamlNode): {readonly start: number; readonly end: number} | undefined {
	if (node.kind !== 'scalar') {
		return {start: node.start, end: isFlow(text, node) ? endOfFlow(text, node) : endOfChildren(text, node)};
	}

	if (node.isPlain) {
		return {start: node.start, end: node.end};
	}

	const quote = text[node.start - 1];
	return quote !== undefined && ['"', "'"].includes(quote) && text[node.end] === quote
		? {start: node.start - 1, end: node.end + 1}
		: undefined;
}

function endOfChildren(text: string, node: YamlMapping | YamlSequence): number {
	const last = node.kind === 'sequence' ? node.items.at(-1) : node.members.at(-1)?.value;
	return last === undefined ? node.end : (rangeOf(text, last)?.end ?? last.end);
}

/** The offset after the bracket that closes a collection. */
function endOfFlow(text: string, node: YamlMapping | YamlSequence): number {
	let at = Math.max(node.start + 1, endOfChildren(text, node));
	const bracket = node.kind === 'sequence' ? ']' : '}';
	while (at < text.length && text[at] !== bracket) {
		// A comment can have a bracket.
		at = text[at] === '#' ? lineEnd(text, at) : at + 1;
	}

	return at + 1;
}

/** The offset of the end of the line of an offset. */
export const lineEnd = (text: string, offset: number): number => {
	const found = text.indexOf('\n', offset);
	return found === -1 ? text.length : found;
};

/** The offset of the beginning of the line of an offset. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** The white space before the first character of an item or a member of a block. */
export const indentOf = (text: string, offset: number): string => ' '.repeat(offset - lineStart(text, offset));
