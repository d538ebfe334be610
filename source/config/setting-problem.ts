import type {Document} from 'yaml';
import type * as z from 'zod/mini';
import {nearest, suggestion} from '../system/nearest.ts';
import {isPlainName} from './setting-schemas.ts';
import {lineAt} from './yaml-line.ts';

/** The reason why a file is not valid YAML, in one line that never quotes the file; undefined if it is valid. */
export function syntaxProblem(file: string, document: Document): string | undefined {
	const [error] = document.errors;
	if (error === undefined) {
		return undefined;
	}

	// The error's own message is not used, because it quotes the file.
	const {code, linePos} = error;
	return `${file} is not YAML: ${code.toLowerCase().replaceAll('_', ' ')}${linePos === undefined ? '' : ` at line ${linePos[0].line}`}`;
}

/** A file that was read and parsed. */
export type ReadText = {
	/** The name of the file in messages. */
	readonly file: string;
	/** The content. */
	readonly text: string;
	/** The document that was parsed from the text. */
	readonly document: Document;
	/** The document as plain data. */
	readonly content: unknown;
};

/**
Describes a problem with a setting in one line: the file and line, the path of the setting, and the values that are allowed. It never quotes a value.

@param read - The file.
@param issue - The issue found by the schema, with its message.
@param place - The path of the checked value in the file, if it is not the whole file.
@returns One or two sentences, without a full stop at the end.
*/
export function settingProblem(read: ReadText, issue: z.core.$ZodIssue, place: readonly PropertyKey[] = []): string {
	const {file, text, document, content} = read;
	const found = [...place, ...issue.path];
	const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
	const path = [...found, ...unknown];
	// For a missing setting this is the line of its parent.
	const line = path
		.map((_, index) => lineAt(document, text, path.slice(0, path.length - index)))
		.find(at => at !== undefined);
	const where = [...found.map(step => plainName(step)), ...unknown.map(name => (isPlainName(name) ? name : '…'))].join(
		'.',
	);
	return `${file}${line === undefined ? '' : ` line ${line}`}: ${where === '' ? 'it' : where} ${what(issue, valueAt(content, found))}`;
}

function what(issue: z.core.$ZodIssue, value: unknown): string {
	if (value === undefined) {
		return 'is missing';
	}

	if (value === null) {
		return `is empty. It ${issue.message}`;
	}

	const near = typeof value === 'string' ? nearest(value, allowedIn(issue)) : undefined;
	return near === undefined ? issue.message : `${issue.message}.${suggestion(near)}`;
}

function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
	let value = content;
	for (const step of path) {
		value = (value as Record<PropertyKey, unknown> | undefined)?.[step];
	}

	return value;
}

/** The values that are allowed. */
function allowedIn(issue: z.core.$ZodIssue): string[] {
	const values =
		issue.code === 'invalid_union'
			? issue.errors.flat().flatMap(error => allowedIn(error))
			: issue.code === 'invalid_value'
				? issue.values
				: [];
	return values.filter(value => typeof value === 'string');
}

/** Repeats only plain names, such as those of profiles, because an API key may have been written in place of a name. */
const plainName = (step: PropertyKey): string =>
	/^[\d\p{Letter} \-_]{1,40}$/v.test(String(step)) && !isLikeKey(String(step)) ? String(step) : '…';

/** Whether a name looks like an API key: a long sequence of letters and digits, as in no name of a profile or a network. */
const isLikeKey = (name: string): boolean =>
	/[\d\p{Letter}]{21}/v.test(name) || (name.match(/[\d\p{Letter}]{9,}/gv) ?? []).some(word => /\d/v.test(word));
