import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';

export type EditResult =
	| {readonly ok: true; readonly text: string}
	| {readonly ok: false; readonly problem: string};

/** The exit code with which a shell says that there is no such command (POSIX.1-2017, Shell Command Language, 2.8.2). */
const notFound = 127;

/**
Has a text edited in the operator's editor, on the terminal, which must be given up first. The text lies in a file that only its owner can read, and is removed afterwards.

@param text - Of any number of lines.
@param editor - A command for the shell, as $VISUAL and $EDITOR are; the file is its last argument.
@returns The text as it was left, or in one line why it is not known.
*/
export async function editInEditor(text: string, editor: string): Promise<EditResult> {
	try {
		const folder = await mkdtemp(path.join(tmpdir(), 'chainbell-'));
		try {
			return await editFile(path.join(folder, 'template.txt'), text, editor);
		} finally {
			await rm(folder, {recursive: true, force: true});
		}
	} catch (error) {
		// No room for the file, or the editor took it away.
		return {ok: false, problem: error instanceof Error ? error.message : String(error)};
	}
}

async function editFile(file: string, text: string, editor: string): Promise<EditResult> {
	// Editors like a line end at the end; it is not part of the text.
	const before = `${text}\n`;
	await writeFile(file, before, {mode: 0o600});
	const problem = await run(editor, file);
	const after = await readFile(file, 'utf8');
	// An editor that ends badly may have written all the same: that is kept.
	return problem !== undefined && after === before
		? {ok: false, problem}
		: {ok: true, text: after.replaceAll('\r\n', '\n').replace(/\n$/v, '')};
}

async function run(editor: string, file: string): Promise<string | undefined> {
	const child = process.platform === 'win32'
		? spawn(`${editor} "${file}"`, {shell: true, stdio: 'inherit'})
		: spawn('/bin/sh', ['-c', `${editor} "$1"`, editor, file], {stdio: 'inherit'});
	try {
		const [code, signal] = await once(child, 'close') as [number | null, string | null];
		if (code === 0) {
			return undefined;
		}

		return code === notFound ? `the editor ${editor} was not found; set VISUAL or EDITOR` : `the editor ${editor} ended with ${code ?? signal}`;
	} catch (error) {
		return `the editor ${editor} cannot be started: ${String(error)}`;
	}
}
