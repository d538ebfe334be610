import {readdirSync, statSync} from 'node:fs';
import {chmod, open, readlink, realpath, rename, rm, writeFile, type FileHandle} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {systemClock} from '../system/clock.ts';
import {makePrivateFolder} from '../system/private-folder.ts';
import {readTextFile} from '../system/regular-file.ts';
import {problemOfWriters} from './file-trust.ts';

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

/** Milliseconds to wait for another process that changes the file, and between two looks. */
const [longestWait, pause] = [10_000, 20];

/**
Changes config.yaml: reads it, and writes what `change` returns to a new file of mode 0600 in the same directory, which is renamed over the old one when it is on disk. While that new file exists, other processes wait. If the path is a symbolic link, its target is replaced.

@throws When that fails, other users can write to the file, or `change` does. The old file is then unchanged.
*/
export async function changeFile(file: string, change: (text: string) => string | Promise<string>): Promise<void> {
	const folder = path.dirname(file);
	makePrivateFolder(folder);
	if (readdirSync(folder).length === 0 && path.basename(folder) === 'chainbell') {
		// The umask may have let a group write to it.
		await chmod(folder, 0o700);
	}

	const target = await targetOf(file);
	const next = `${target}.new`;
	const handle = await openNext(next);
	try {
		const problem = (await problemOfWriters(file)) ?? (await problemOfWriters(next));
		if (problem !== undefined) {
			throw new Error(problem);
		}

		await handle.writeFile(await change(await readText(target)));
		// The umask may have taken permissions away.
		await handle.chmod(0o600);
		await handle.sync();
		await handle.close();
		await rename(next, target);
	} catch (error) {
		await handle.close();
		await rm(next, {force: true});
		throw error;
	}

	await syncFolder(path.dirname(target));
}

/** Creates the new file, once no other process has one. */
async function openNext(next: string): Promise<FileHandle> {
	const {elapsed, sleep} = systemClock;
	const end = elapsed.now().at + longestWait;
	for (;;) {
		try {
			return await open(next, 'wx', 0o600);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
				throw error;
			}
		}

		if (elapsed.now().at >= end) {
			throw new Error(
				`another chainbell has been changing config.yaml for ${longestWait / 1000} s; if none is running, remove ${next}`,
			);
		}

		await sleep(pause);
	}
}

/** Has the name of a new file in a folder written to disk, where the system can do that. */
async function syncFolder(folder: string): Promise<void> {
	if (process.platform !== 'win32') {
		await using handle = await open(folder);
		await handle.sync();
	}
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
function* chunksOf(parts: Iterable<string>): Generator<string> {
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
