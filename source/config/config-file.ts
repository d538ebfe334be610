import {promises, readdirSync, statSync, lstatSync, readlinkSync} from 'node:fs';
import type {FileHandle} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {systemClock} from '../platform/clock.ts';
import {readTextFile} from '../platform/files.ts';
import {makePrivateFolder} from '../platform/own-folders.ts';
import {sanitise} from '../terminal/sanitise.ts';

/** The names of the settings for the screens: optional members of config.yaml, next to the profiles. */
export const screenSettingNames = [
	'preview',
	'columns',
	'views',
	'keys',
	'theme',
	'mouse',
	'explorers',
	'abis',
] as const;

export type ScreenSettingName = (typeof screenSettingNames)[number];

const mention = new RegExp(String.raw`(?:^|[\s"',\{])(?:${screenSettingNames.join('|')})["']?\s*:`, 'v');

/** Whether the text of config.yaml may contain settings for the screens. If not, it need not be parsed, for which YAML and zod are loaded. */
export const canHaveScreenSettings = (text: string): boolean => mention.test(text);

/** The same for `protect` and `policies`, and for `labels`, which their queries may name. */
export const mayHaveRules = (text: string): boolean => /protect|policies|labels/v.test(text);

/** The same for `labels`. */
export const mayHaveLabels = (text: string): boolean => text.includes('labels');

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
export async function changeFile(file: string, change: (text: string) => string | Promise<string>) {
	const folder = path.dirname(file);
	makePrivateFolder(folder);
	if (readdirSync(folder).length === 0 && path.basename(folder) === 'chainbell') {
		// The umask may have let a group write to it.
		await promises.chmod(folder, 0o700);
	}

	const target = await targetOf(file);
	const next = `${target}.new`;
	const handle = await openNext(next);
	try {
		const problem = problemOfWriters(file) ?? problemOfWriters(next);
		if (problem !== undefined) {
			throw new Error(problem);
		}

		await handle.writeFile(await change(await readText(target)));
		// The umask may have taken permissions away.
		await handle.chmod(0o600);
		await handle.sync();
		await handle.close();
		await promises.rename(next, target);
	} catch (error) {
		await handle.close();
		await promises.rm(next, {force: true});
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
			return await promises.open(next, 'wx', 0o600);
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
async function syncFolder(folder: string) {
	if (process.platform !== 'win32') {
		await using handle = await promises.open(folder);
		await handle.sync();
	}
}

/** Replaces a file of the operator as a whole, so that it is never half written or creates it. If the path is a symbolic link, its target is replaced. The mode stays, unless another is given. Rejects if that fails, and leaves the old file unchanged. */
export async function replaceOwnFile(file: string, text: string, mode?: number) {
	const target = await targetOf(file);
	const temporaryFile = `${target}.${process.pid}.new`;
	const kept = mode ?? statSync(target, {throwIfNoEntry: false})?.mode;
	try {
		await promises.writeFile(temporaryFile, text, {mode});
		if (kept !== undefined) {
			await promises.chmod(temporaryFile, kept);
		}

		await promises.rename(temporaryFile, target);
	} catch (error) {
		await promises.rm(temporaryFile, {force: true});
		throw error;
	}
}

/** The target of a symbolic link, even if it does not exist yet. */
async function targetOf(file: string) {
	try {
		return await promises.realpath(file);
	} catch {
		try {
			return path.resolve(path.dirname(file), await promises.readlink(file));
		} catch {
			return file;
		}
	}
}

/** The octal digits of the permissions for group and others. */
const groupAndOtherDigits = (mode: number) => mode.toString(8).padStart(3, '0').slice(-2);

/**
Checks that no other user can change a file, or replace it, a folder on its way or a symbolic link there. Files of root are accepted.

@param harm - What they could do by it.
@returns The problem and how to correct it, to complete a sentence; undefined if there is none, or the file does not exist.
*/
export function problemOfWriters(file: string, harm = 'have it run commands as you'): string | undefined {
	// The caller reports that this is not a regular file.
	if (process.platform === 'win32' || statSync(file, {throwIfNoEntry: false})?.isFile() !== true) {
		return undefined;
	}

	for (const name of wayTo(path.resolve(file))) {
		const found = lstatSync(name);
		if (found.uid !== 0 && found.uid !== process.getuid?.()) {
			return `${sanitise(name)} belongs to another user, who could ${harm}`;
		}

		// A link has no permissions of its own. In a folder with the sticky bit, such as /tmp, other users cannot replace files of this user.
		const isSticky = found.isDirectory() && found.mode % 0o2000 >= 0o1000;
		if (!found.isSymbolicLink() && /[2367]/v.test(groupAndOtherDigits(found.mode)) && !isSticky) {
			return `other users can write to ${sanitise(name)} and could ${harm}; run: chmod go-w ${sanitise(name)}`;
		}
	}

	return undefined;
}

/**
The way to an existing file, as the system takes it.

@yields Each folder and each symbolic link on the way, and the file.
*/
function* wayTo(file: string): Generator<string, void, void> {
	const steps = file.split(path.sep);
	let at: string = path.sep;
	yield at;
	for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
		const next = path.join(at, step);
		if (step === '..') {
			at = next;
		} else if (next !== at) {
			yield next;
			if (!lstatSync(next).isSymbolicLink()) {
				at = next;
				continue;
			}

			const target = readlinkSync(next);
			steps.unshift(...target.split(path.sep));
			at = path.isAbsolute(target) ? path.sep : at;
		}
	}
}

/** Whether users other than the owner have any permission for a file. */
export function canOthersRead(file: string): boolean {
	const {mode} = statSync(file);
	return process.platform !== 'win32' && groupAndOtherDigits(mode) !== '00';
}
