import {lstatSync, readlinkSync, statSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {sanitise} from '../terminal/sanitise.ts';

/** The fields of `Stats` that the checks of a file's owner and mode use. */
type Owned = {readonly uid: number; readonly mode: number};

/** The octal digits of the permissions for group and others. */
const groupAndOtherDigits = (mode: number): string => mode.toString(8).padStart(3, '0').slice(-2);

const isWritableByOthers = ({mode}: Owned): boolean => /[2367]/v.test(groupAndOtherDigits(mode));

const isSticky = ({mode}: Owned): boolean => mode % 0o2000 >= 0o1000;

const isOwnedByOther = ({uid}: Owned): boolean => uid !== 0 && uid !== process.getuid?.();

/**
Checks that no other user can change a file, or replace it, a folder on its way or a symbolic link there. Files of root are accepted.

@returns The problem and how to correct it, to complete a sentence; undefined if there is none, or the file does not exist.
*/
export async function problemOfWriters(file: string): Promise<string | undefined> {
	// The caller reports that this is not a regular file.
	if (process.platform === 'win32' || statSync(file, {throwIfNoEntry: false})?.isFile() !== true) {
		return undefined;
	}

	for (const name of wayTo(path.resolve(file))) {
		const found = lstatSync(name);
		if (isOwnedByOther(found)) {
			return `${sanitise(name)} belongs to another user, who could have it run commands as you`;
		}

		// A link has no permissions of its own. In a folder with the sticky bit, such as /tmp, other users cannot replace files of this user.
		if (!found.isSymbolicLink() && isWritableByOthers(found) && !(found.isDirectory() && isSticky(found))) {
			return `other users can write to ${sanitise(name)} and could have it run commands as you; run: chmod go-w ${sanitise(name)}`;
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
			const target = lstatSync(next).isSymbolicLink() ? readlinkSync(next) : undefined;
			steps.unshift(...(target?.split(path.sep) ?? []));
			at = target === undefined ? next : path.isAbsolute(target) ? path.sep : at;
		}
	}
}

/** Whether users other than the owner have any permission for a file. */
export async function canOthersRead(file: string): Promise<boolean> {
	const {mode} = statSync(file);
	return process.platform !== 'win32' && groupAndOtherDigits(mode) !== '00';
}
