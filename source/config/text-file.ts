import {
	mkdir,
	readlink,
	realpath,
	rename,
	writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {readTextFile} from '../system/regular-file.ts';

/** The content of a config file; empty if it does not exist. Rejects if it cannot be read, is not a regular file, or is larger than 1 MB. */
export async function readText(file: string): Promise<string> {
	try {
		// At once: a start waits for it, and node:fs/promises would have to be loaded.
		return readTextFile(file);
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
			return '';
		}

		throw error;
	}
}

/** Writes a file beside the old one with mode 0600 and renames it over that. If it is a symbolic link, its target is replaced. Rejects if that fails; the old file stays then. */
export async function replaceFile(file: string, text: string): Promise<void> {
	await mkdir(path.dirname(file), {recursive: true, mode: 0o700});
	const target = await targetOf(file);
	const temporaryFile = `${target}.${process.pid}.new`;
	await writeFile(temporaryFile, text, {mode: 0o600});
	await rename(temporaryFile, target);
}

/** Where a symbolic link points to, also if nothing is there yet. */
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
