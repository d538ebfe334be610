import {Buffer} from 'node:buffer';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {readingProblem, readTextFile} from '../platform/files.ts';

type EditResult = {readonly ok: true; readonly text: string} | {readonly ok: false; readonly problem: string};

/** An editor: a shell command, as in $VISUAL and $EDITOR, and the environment that it gets. */
export type Editor = {readonly editor: string; readonly environment: NodeJS.ProcessEnv};

/** The maximum size of an edited text in bytes: the same as for a paste, or several times the text that the editor was given. */
const longestFile = 100_000;
const longestGrowth = 4;

/** The exit code of a shell if a command is not found (POSIX.1-2017, Shell Command Language, 2.8.2). */
const notFound = 127;

/**
Opens a text in the operator's editor, which takes over the terminal: the caller must release it first. The text is passed in a file that only its owner can read and that is removed afterwards.

@param text - One or more lines.
@param editor - A shell command, as in $VISUAL and $EDITOR; the file is appended as its last argument.
@param environment - The environment of the editor. It must not contain an API key.
@param name - The name of the file, from which editors tell its syntax.
@returns The edited text, or a sentence without its full stop that says what failed.
*/
export async function editInEditor(
	text: string,
	editor: string,
	environment: NodeJS.ProcessEnv,
	name = 'template.txt',
): Promise<EditResult> {
	try {
		const folder = await mkdtemp(path.join(tmpdir(), 'chainbell-'));
		try {
			return await editFile(path.join(folder, name), text, {editor, environment});
		} finally {
			await rm(folder, {recursive: true, force: true});
		}
	} catch (error) {
		// For example, the disk is full, or the editor removed the file.
		return {ok: false, problem: `The edited text cannot be used: ${readingProblem(error)}`};
	}
}

/** The editors that open a file at a line with `+LINE` before it. */
const takesLine = /^(?:n?vim?|view|nano|emacs(?:client)?|kak|micro|joe|ne|pico|mg)$/v;

/**
Opens a file in the operator's editor, at a line if the editor is one that is known to take it. The editor takes over the terminal: the caller must release it first.

@param file - The absolute path.
@param line - From 1.
@param command - The editor with its environment, which must not contain an API key.
@returns A sentence without its full stop that says what failed; undefined if nothing did.
*/
export async function openInEditor(file: string, line: number, command: Editor): Promise<string | undefined> {
	const name = path.basename(command.editor.trim().split(/\s+/v)[0]!);
	return run(command, ...(takesLine.test(name) ? [`+${line}`, file] : [file]));
}

async function editFile(file: string, text: string, editor: Editor): Promise<EditResult> {
	// Editors expect a line break at the end, which is not part of the text.
	const before = `${text}\n`;
	await writeFile(file, before, {mode: 0o600});
	const problem = await run(editor, file);
	const after = readTextFile(file, Math.max(longestFile, longestGrowth * Buffer.byteLength(before)));
	// An editor that fails may still have saved the file, so its text is kept.
	return problem !== undefined && after === before
		? {ok: false, problem}
		: {ok: true, text: after.replaceAll('\r\n', '\n').replace(/\n$/v, '')};
}

async function run({editor, environment: env}: Editor, ...words: readonly string[]): Promise<string | undefined> {
	const child =
		process.platform === 'win32'
			? spawn(`${editor} ${words.map(word => `"${word}"`).join(' ')}`, {shell: true, stdio: 'inherit', env})
			: spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, ...words], {stdio: 'inherit', env});
	try {
		const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
		if (code === 0) {
			return undefined;
		}

		return code === notFound
			? `Editor "${editor}" not found (set VISUAL or EDITOR)`
			: `Editor "${editor}" exited with ${code ?? signal}`;
	} catch (error) {
		return `Could not start editor "${editor}" (${String(error)})`;
	}
}

/** Quotes any text as one word for a POSIX shell (POSIX.1-2017, Shell Command Language, 2.2.2). */
export function shellQuote(text: string): string {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Matches a word that means itself in every shell; zsh expands one that begins with `=`. */
const plainWord = /^[\w%+:,.@\/\-][\w%+=:,.@\/\-]*$/v;

/** Matches what a terminal would interpret, hide or reorder. Line breaks and tabs can stand in quotes. */
const unsafe = /[[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]--[\n\t]]/v;

/** Writes any text without NUL as one word for a POSIX shell, such that a terminal can show it: plain, in quotes, or with `printf` where it has control characters. */
export function shellWord(text: string): string {
	if (plainWord.test(text)) {
		return text;
	}

	if (!unsafe.test(text)) {
		return shellQuote(text);
	}

	// A shell removes the line breaks at the end of what a command prints, and printf takes a `-` at the start for an option.
	const end = text.split('').findLastIndex(unit => unit !== '\n') + 1;
	const escaped = text
		.slice(0, end)
		.replaceAll(/[%\\]/gv, '$&$&')
		.replaceAll(new RegExp(unsafe, 'gv'), octal)
		.replace(/^-/v, octal);
	return `"$(printf ${shellQuote(escaped)})"${end === text.length ? '' : shellQuote(text.slice(end))}`;
}

/** The UTF-8 bytes of a character as printf takes them. */
const octal = (character: string) =>
	Array.from(Buffer.from(character), byte => `\\${byte.toString(8).padStart(3, '0')}`).join('');
