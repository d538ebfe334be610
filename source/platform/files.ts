import {Buffer, isUtf8} from 'node:buffer';
import {closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats} from 'node:fs';
import {sizeText} from './limits.ts';

/** Thrown if a file is refused. The message completes the sentence "… cannot be read: it is a FIFO". */
export class RefusedFileError extends Error {
	override name = 'RefusedFileError';
	/** The error code of the file system, if there is one. */
	readonly code: string | undefined;

	constructor(message: string, code?: string) {
		super(message);
		this.code = code;
	}
}

/** Thrown if a file is larger than the limit. */
export class TooLargeError extends RefusedFileError {
	override name = 'TooLargeError';

	constructor(limit: number) {
		super(`it is larger than ${sizeText(limit)}`);
	}
}

/**
Opens a regular file for reading. Opening a FIFO or a device could block for ever, and reading it might never end.

@returns The descriptor, which the caller must close.
@throws RefusedFileError, or an error of the file system.
*/
export function openRegularFile(file: string): number {
	return openChecked(file, constants.O_RDONLY);
}

/**
Creates a file with mode 0600 if it is missing, and keeps the content of an existing one.

@throws RefusedFileError if it is not a regular file; an error of the file system if it cannot be written.
*/
export function createRegularFile(file: string): void {
	// This is checked before opening: a FIFO without a reader would block when it is opened for writing.
	requireRegularFile(file);
	closeSync(openChecked(file, constants.O_WRONLY + constants.O_APPEND + constants.O_CREAT));
}

/** Checks a file before others, such as SQLite, open it. A missing file passes. @throws RefusedFileError */
export function requireRegularFile(file: string): void {
	const found = statSync(file, {throwIfNoEntry: false});
	if (found !== undefined) {
		requireRegular(found);
	}
}

/**
Reads a whole regular file.

@param file - Its path; links are followed.
@param limit - The maximum size in bytes.
@throws RefusedFileError if it is not a regular file, or is too large; an error of the file system if it cannot be read.
*/
function readRegularFile(file: string, limit: number): Buffer {
	const descriptor = openRegularFile(file);
	try {
		return readAll(descriptor, limit);
	} finally {
		closeSync(descriptor);
	}
}

/** The default size limit of settings and templates in bytes. */
const ordinaryLimit = 1_000_000;

/** Reads a regular file as UTF-8 text; by default at most 1 MB. @throws RefusedFileError, also for other bytes; an error of the file system */
export const readTextFile = (file: string, limit = ordinaryLimit): string => utf8Text(readRegularFile(file, limit));

/** Decodes a whole text. Bytes that are not UTF-8 are refused: with replacement characters, something else would be sent. @throws RefusedFileError */
export function utf8Text(bytes: Buffer): string {
	if (isUtf8(bytes)) {
		return bytes.toString();
	}

	let line = 1;
	for (let start = 0; ; line++) {
		const end = bytes.indexOf(lineFeed, start);
		if (end === -1 || !isUtf8(bytes.subarray(start, end))) {
			break;
		}

		start = end + 1;
	}

	throw new RefusedFileError(`line ${line}: this is not UTF-8 text`);
}

const lineFeed = 10;

function openChecked(file: string, flags: number): number {
	// Windows has no O_NONBLOCK, and no files that block.
	const descriptor = openSync(file, flags + ((constants as {readonly O_NONBLOCK?: number}).O_NONBLOCK ?? 0), 0o600);
	try {
		requireRegular(fstatSync(descriptor));
		return descriptor;
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
}

function requireRegular(found: Stats): void {
	if (!found.isFile()) {
		throw new RefusedFileError(
			`it is ${kindOf(found)}, not a regular file`,
			found.isDirectory() ? 'EISDIR' : undefined,
		);
	}
}

function kindOf(found: Stats): string {
	if (found.isDirectory()) {
		return 'a directory';
	}

	if (found.isFIFO()) {
		return 'a FIFO';
	}

	return found.isSocket() ? 'a socket' : 'a device';
}

/** Reads a file to its end. Some files, such as those in /proc, have content although their size is 0. */
function readAll(descriptor: number, limit: number): Buffer {
	const {size, mtimeMs} = fstatSync(descriptor);
	if (size > limit) {
		throw new TooLargeError(limit);
	}

	const parts: Buffer[] = [];
	let length = 0;
	for (;;) {
		const part = Buffer.allocUnsafe(Math.max(size - length, 4096));
		const read = readSync(descriptor, part);
		length += read;
		if (length > limit) {
			throw new TooLargeError(limit);
		}

		if (read === 0) {
			const after = fstatSync(descriptor);
			if (after.size !== size || after.mtimeMs !== mtimeMs) {
				throw new RefusedFileError('it was changed while it was read');
			}

			return Buffer.concat(parts, length);
		}

		parts.push(part.subarray(0, read));
	}
}

/** The reasons, by the codes of errors. Node refuses a name with a NUL byte, which no file can have; opening a socket fails with ENXIO. */
const reasons = new Map([
	['ENOENT', 'there is no such file'],
	['ENOTDIR', 'there is no such file'],
	['ERR_INVALID_ARG_VALUE', 'there is no such file'],
	['EACCES', 'permission denied'],
	['EPERM', 'permission denied'],
	['ELOOP', 'its symbolic links lead in a circle'],
	['ENAMETOOLONG', 'its name is too long'],
	['ENXIO', 'it is not a regular file'],
]);

/** The reason why a file cannot be read, to complete the sentence "… cannot be read: …". Sanitise it before showing it. */
export const readingProblem = (error: unknown): string =>
	reasons.get((error as NodeJS.ErrnoException).code ?? '') ?? (error instanceof Error ? error.message : String(error));
