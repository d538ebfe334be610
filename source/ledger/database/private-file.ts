import {chmodSync, readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {createRegularFile} from '../../platform/files.ts';
import {makePrivateFolder} from '../../platform/own-folders.ts';

/** The suffixes of the files that SQLite keeps next to a database: index and log in WAL mode, and the rollback journal of the older mode. */
export const sidecarSuffixes = ['-shm', '-wal', '-journal'] as const;

/**
Creates a file of mode 0600 in a directory of mode 0700 if they are missing, and removes the permissions of group and others from existing ones. SQLite creates its sidecar files with the mode of the database.

The mode of an existing directory is changed only if it contains no other files: it might be the home directory.

@throws When the file cannot be written.
*/
export function makePrivate(file: string): void {
	const directory = path.dirname(file);
	makePrivateFolder(directory);
	createRegularFile(file);
	for (const suffix of ['', ...sidecarSuffixes]) {
		restrictMode(file + suffix, 0o600);
	}

	if (readdirSync(directory).every(name => name.startsWith(path.basename(file)))) {
		restrictMode(directory, 0o700);
	}
}

function restrictMode(target: string, mode: number): void {
	// Another process may delete a sidecar at any time.
	const found = statSync(target, {throwIfNoEntry: false});
	// The last six bits are the permissions of group and others. Shared directories such as /tmp have the sticky bit.
	if (found === undefined || found.mode % 0o100 === 0 || found.mode % 0o2000 >= 0o1000) {
		return;
	}

	try {
		chmodSync(target, mode);
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		// EPERM: the file belongs to another user and is left unchanged.
		if (code !== 'ENOENT' && code !== 'EPERM') {
			throw error;
		}
	}
}
