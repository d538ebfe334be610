import {chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync} from 'node:fs';
import path from 'node:path';

/** What SQLite keeps beside a file in WAL mode, or after a crash in the older mode. */
export const sidecarSuffixes = ['-shm', '-wal', '-journal'] as const;

/**
Makes a file of mode 0600 in a directory of mode 0700, where they are missing, and takes from others what they may do with existing ones. SQLite gives the files beside it the same mode.

An existing directory is closed only if nothing else is in it: it might be the home directory.

@throws When the file cannot be written.
*/
export function makePrivate(file: string): void {
	const directory = path.dirname(file);
	mkdirSync(directory, {recursive: true, mode: 0o700});
	closeSync(openSync(file, 'a', 0o600));
	close(file, 0o600);
	for (const companion of sidecarSuffixes) {
		close(file + companion, 0o600);
	}

	if (readdirSync(directory).every(name => name.startsWith(path.basename(file)))) {
		close(directory, 0o700);
	}
}

function close(target: string, mode: number): void {
	// Another process may take a companion away at any time.
	const found = statSync(target, {throwIfNoEntry: false});
	// The last six bits are what group and others may do; the sticky bit is on directories that all use, such as /tmp.
	if (found === undefined || found.mode % 0o100 === 0 || found.mode % 0o2000 >= 0o1000) {
		return;
	}

	try {
		chmodSync(target, mode);
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		// What belongs to somebody else can only be left as it is.
		if (code !== 'ENOENT' && code !== 'EPERM') {
			throw error;
		}
	}
}
