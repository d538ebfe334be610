import {Buffer} from 'node:buffer';
import {closeSync, existsSync, readdirSync, readSync, renameSync, statSync, chmodSync} from 'node:fs';
import path from 'node:path';
import {sqliteCode, sqliteCodes} from '../platform/sqlite.ts';
import {openRegularFile, createRegularFile} from '../platform/files.ts';
import {makePrivateFolder} from '../platform/own-folders.ts';

/** Thrown for a file that this program cannot use as a ledger. The message completes the sentence "ledger.sqlite …". */
export class UnreadableFileError extends Error {
	override name = 'UnreadableFileError';
}

/** Thrown for a ledger whose version this program does not know. */
export class NewerVersionError extends UnreadableFileError {
	override name = 'NewerVersionError';
}

/** Thrown for a ledger of chainbell 0.2.0 in which every change has ended: its content is taken over. */
export class EarlierVersionError extends UnreadableFileError {
	override name = 'EarlierVersionError';
}

/** Thrown for a ledger of chainbell 0.2.0 with changes that only that can finish. */
export class OpenChangesError extends UnreadableFileError {
	override name = 'OpenChangesError';
}

/** The reason why a file is unreadable, to complete the sentence "ledger.sqlite …". Undefined for an error with another cause, such as a full disk. */
export function unreadableReason(error: unknown): string | undefined {
	if (error instanceof UnreadableFileError) {
		return error.message;
	}

	if ((error as NodeJS.ErrnoException).code === 'EISDIR') {
		return 'is a directory';
	}

	const code = sqliteCode(error);
	if (code === sqliteCodes.notADatabase) {
		return 'is not a database';
	}

	// The generic error code means that a statement does not match the tables, so they are not those of the version.
	return code === sqliteCodes.corrupt || code === sqliteCodes.error ? 'is damaged' : undefined;
}

/** The offset of `user_version` in the header of a database, in bytes (https://sqlite.org/fileformat2.html). */
const versionOffset = 60;

/** The `user_version` in the header of a database; 0 for a new file. The database is not opened, because that could write to it. */
export function headerVersion(file: string): number {
	return sizeOf(file) < versionOffset + 4 ? 0 : firstBytesOf(file, versionOffset + 4).readUInt32BE(versionOffset);
}

/** The first bytes of every database (https://sqlite.org/fileformat2.html). */
const signature = 'SQLite format 3\0';

/**
Checks that SQLite may open a file. SQLite treats some other files as empty databases, overwrites them and deletes their logs.

@throws UnreadableFileError when the file has content and is not a database; an error of the file system when it cannot be read.
*/
export function requireSqliteFile(file: string): void {
	// The log is read first: another process that creates the file writes its log after its header.
	const logSize = sizeOf(`${file}-wal`);
	if (sizeOf(file) === 0) {
		if (logSize > 0) {
			throw new UnreadableFileError('is empty, but its log is not');
		}
	} else if (firstBytesOf(file, signature.length).toString('latin1') !== signature) {
		throw new UnreadableFileError('is not a database');
	}
}

const sizeOf = (file: string) => statSync(file, {throwIfNoEntry: false})?.size ?? 0;

function firstBytesOf(file: string, length: number): Buffer {
	const descriptor = openRegularFile(file);
	try {
		const bytes = Buffer.alloc(length);
		readSync(descriptor, bytes);
		return bytes;
	} finally {
		closeSync(descriptor);
	}
}

/**
Renames a file and its sidecar files to an unused name with a date in the same directory.

@param file - Path of the file.
@param now - Milliseconds since the epoch.
@param why - A word for the new name.
@returns The new name, without the directory.
@throws When the directory cannot be written.
*/
export function quarantine(file: string, now: number, why = 'unreadable'): string {
	const date = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
	const wanted = `${file}.${why}-${date}`;
	let renamed = wanted;
	for (let count = 2; isTaken(renamed); count++) {
		renamed = `${wanted}-${count}`;
	}

	// The database is renamed last, so that a new one is never opened with the log of the old one.
	for (const suffix of [...sidecarSuffixes, '']) {
		renameIfPresent(file + suffix, renamed + suffix);
	}

	return path.basename(renamed);
}

/** The names of the files that were renamed because they were unreadable, oldest first, without the directory. */
export function setAsideFiles(file: string): string[] {
	const start = `${path.basename(file)}.unreadable-`;
	try {
		return readdirSync(path.dirname(file))
			.filter(name => name.startsWith(start) && sidecarSuffixes.every(suffix => !name.endsWith(suffix)))
			.toSorted();
	} catch {
		return [];
	}
}

const isTaken = (file: string) => ['', ...sidecarSuffixes].some(suffix => existsSync(file + suffix));

function renameIfPresent(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
			throw error;
		}
	}
}

/** The suffixes of the files that SQLite keeps next to a database: index and log in WAL mode, and the rollback journal of the older mode. */
const sidecarSuffixes = ['-shm', '-wal', '-journal'] as const;

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
