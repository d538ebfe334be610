import {existsSync, renameSync} from 'node:fs';
import path from 'node:path';
import {inTransaction, openDatabase} from '../../system/sqlite.ts';
import {sidecarSuffixes, makePrivate} from './private-file.ts';

/**
Renames a file, and what SQLite keeps beside it, to a dated name in the same directory that is still free.

@param file - Its path.
@param now - Milliseconds since the epoch.
@returns The new name, without the directory.
@throws When the directory cannot be written.
*/
export function quarantine(file: string, now: number): string {
	const date = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
	const wanted = `${file}.set-aside-${date}`;
	let free = wanted;
	for (let count = 2; isTaken(free); count++) {
		free = `${wanted}-${count}`;
	}

	// The file itself goes last: a new file in its place must not meet the log of the old one.
	for (const end of [...sidecarSuffixes, '']) {
		moveIfThere(file + end, free + end);
	}

	return path.basename(free);
}

const isTaken = (file: string) => ['', ...sidecarSuffixes].some(end => existsSync(file + end));

function moveIfThere(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
			throw error;
		}
	}
}

/**
Does the work while no other process does any under the same lock; a process that is killed lets go of it.

@param lockFile - Stays behind: to delete it would let two in.
@param work - Runs at once.
@throws What the work throws; or when the lock cannot be had in 5 seconds.
*/
export function withFileLock<T>(lockFile: string, work: () => T): T {
	makePrivate(lockFile);
	const lock = openDatabase(lockFile);
	try {
		return inTransaction(lock, work);
	} finally {
		lock.close();
	}
}
