import {parseReplacement} from '../draft/change.ts';
import {nameOfField} from '../draft/field-path.ts';
import type {FieldId} from '../fields.ts';
import {readReplacement, type FieldEdits} from '../bulk-edit/field-edits.ts';
import {idWords, setWords} from './words.ts';

/** The notifications that a command edits: all that a query finds, or those with these IDs. */
export type EditTargets = {readonly query: string} | {readonly ids: readonly string[]};

export type EditArgumentsOptions = {
	readonly targets: EditTargets;
	readonly edits: FieldEdits;
	readonly acceptsUnknownTemplate: boolean;
	readonly acceptsInvalid: boolean;
};

/** The arguments of `chainbell` that make a bulk edit, not yet quoted for a shell; undefined if the options cannot say it. */
export function editArguments({
	targets,
	edits,
	acceptsUnknownTemplate,
	acceptsInvalid,
}: EditArgumentsOptions): readonly string[] | undefined {
	const options: string[] = [];
	for (const [field, edit] of edits) {
		const ofField = edit.kind === 'text' ? textOptions(field, edit.text) : valueOptions(field, edit.values);
		if (ofField === undefined) {
			return undefined;
		}

		options.push(...ofField);
	}

	return [
		'edit',
		...('query' in targets ? ['--query', targets.query] : []),
		...options,
		...(acceptsUnknownTemplate ? ['--accept-unknown-template'] : []),
		...(acceptsInvalid ? ['--accept-invalid'] : []),
		...('ids' in targets ? idWords(targets.ids) : []),
	];
}

const textOptions = (field: FieldId, text: string): readonly string[] =>
	readReplacement(text) === undefined
		? setWords(field, text)
		: ['--replace', `${nameOfField(field)}=${parseReplacement(text).ok ? text : `${text}/`}`];

/** A replacement for each value, in an order in which no result is replaced again. */
function valueOptions(field: FieldId, values: ReadonlyMap<string, string>): string[] | undefined {
	const left = new Map(values);
	const options: string[] = [];
	while (left.size > 0) {
		const next = left.entries().find(([, value]) => !left.has(value));
		// Values that change places, a text that stands for a group, and one that ends with a backslash cannot be said.
		if (next === undefined || /\$[&1-9]|\\/v.test(next[1])) {
			return undefined;
		}

		const [old, value] = next;
		left.delete(old);
		options.push(
			'--replace',
			`${nameOfField(field)}=/^${escapePattern(old)}$/${value.replaceAll('/', String.raw`\/`)}/`,
		);
	}

	return options;
}

/** A text as a part of a regular expression that matches it: the characters that have a meaning there (ECMAScript, SyntaxCharacter), and the slash, are escaped. */
const escapePattern = (text: string): string => text.replaceAll(/[$\(\)*+.\/?\[\\\]^\{\|\}]/gv, String.raw`\$&`);
