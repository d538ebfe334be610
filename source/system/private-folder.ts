import {chmodSync, existsSync, mkdirSync, statSync} from 'node:fs';
import path from 'node:path';

/** Creates a folder that is missing, and those above it, with mode 0700 whatever the umask. Each by itself: with `recursive` Node tries for ever where none can be made, as in /proc. @throws an error of the file system */
export function makePrivateFolder(folder: string): void {
	if (isFolder(folder)) {
		return;
	}

	const above = path.dirname(folder);
	if (!existsSync(above)) {
		makePrivateFolder(above);
	}

	try {
		mkdirSync(folder, {mode: 0o700});
		chmodSync(folder, 0o700);
	} catch (error) {
		// Another process may have made it meanwhile.
		if (!isFolder(folder)) {
			throw error;
		}
	}
}

const isFolder = (folder: string): boolean => statSync(folder, {throwIfNoEntry: false})?.isDirectory() === true;
