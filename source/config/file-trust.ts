import {realpathSync, statSync} from 'node:fs';
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
Checks that no other user can change a file, or replace it or a folder above it. Symbolic links are followed first. Files of root are accepted.

@returns The problem and how to correct it, to complete a sentence; undefined if there is none, or the file does not exist.
*/
export async function problemOfWriters(file: string): Promise<string | undefined> {
	if (process.platform === 'win32') {
		return undefined;
	}

	let target: string;
	try {
		target = realpathSync(file);
	} catch {
		return undefined;
	}

	// The caller reports that this is not a regular file.
	if (!statSync(target).isFile()) {
		return undefined;
	}

	for (const name of [target, ...foldersAbove(target)]) {
		const found = statSync(name);
		if (isOwnedByOther(found)) {
			return `${sanitise(name)} belongs to another user, who could have it run commands as you`;
		}

		// In a folder with the sticky bit, such as /tmp, other users cannot replace files of this user.
		if (isWritableByOthers(found) && !(name !== target && isSticky(found))) {
			return `other users can write to ${sanitise(name)} and could have it run commands as you; run: chmod go-w ${sanitise(name)}`;
		}
	}

	return undefined;
}

/** The folders that contain a file, up to the root. */
function foldersAbove(file: string): string[] {
	const folder = path.dirname(file);
	return folder === file ? [] : [folder, ...foldersAbove(folder)];
}

/** Whether users other than the owner have any permission for a file. */
export async function canOthersRead(file: string): Promise<boolean> {
	const {mode} = statSync(file);
	return process.platform !== 'win32' && groupAndOtherDigits(mode) !== '00';
}
