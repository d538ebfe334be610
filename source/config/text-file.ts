import {statSync} from 'node:fs';
import {
	chmod,
	mkdir,
	readlink,
	realpath,
	rename,
	rm,
	writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {readTextFile} from '../system/regular-file.ts';

/** The content of a config file; empty if it does not exist. Rejects if it cannot be read, is not a regular file, or is larger than 1 MB. */
export async function readText(file: string): Promise<string> {
	try {
		// Reads synchronously: the start waits for the file, and node:fs/promises would have to be loaded.
		return readTextFile(file);
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
			return '';
		}

		throw error;
	}
}

/** Writes a new file, with mode 0600 unless another is given, in the same directory and renames it over the old one. If the path is a symbolic link, its target is replaced. Rejects if that fails, and leaves the old file unchanged. */
export async function replaceFile(file: string, text: string, mode = 0o600): Promise<void> {
	await mkdir(path.dirname(file), {recursive: true, mode: 0o700});
	const target = await targetOf(file);
	const temporaryFile = `${target}.${process.pid}.new`;
	await writeFile(temporaryFile, text, {mode});
	// The umask may have taken permissions away.
	await chmod(temporaryFile, mode);
	await rename(temporaryFile, target);
}

/** Replaces a file of the operator as a whole, so that it is never half written, or creates it; its text can come in parts. If the path is a symbolic link, its target is replaced. The mode stays, unless another is given. Rejects if that fails, and leaves the old file unchanged. */
export async function replaceOwnFile(file: string, text: string | Iterable<string>, mode?: number): Promise<void> {
	const target = await targetOf(file);
	const temporaryFile = `${target}.${process.pid}.new`;
	const kept = mode ?? statSync(target, {throwIfNoEntry: false})?.mode;
	try {
		await writeFile(temporaryFile, typeof text === 'string' ? text : chunksOf(text), {mode});
		if (kept !== undefined) {
			await chmod(temporaryFile, kept);
		}

		await rename(temporaryFile, target);
	} catch (error) {
		await rm(temporaryFile, {force: true});
		throw error;
	}
}

/** The least size of a write in characters: one for each part would dominate the time. */
const chunkLength = 65_536;

/**
Joins short parts of a text.

@yields A longer part.
*/
function * chunksOf(parts: Iterable<string>): Generator<string> {
	let chunk: string[] = [];
	let length = 0;
	for (const part of parts) {
		chunk.push(part);
		length += part.length;
		if (length >= chunkLength) {
			yield chunk.join('');
			chunk = [];
			length = 0;
		}
	}

	yield chunk.join('');
}

/** The target of a symbolic link, even if it does not exist yet. */
async function targetOf(file: string): Promise<string> {
	try {
		return await realpath(file);
	} catch {
		try {
			return path.resolve(path.dirname(file), await readlink(file));
		} catch {
			return file;
		}
	}
}
