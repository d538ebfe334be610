import {Buffer} from 'node:buffer';
import {closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats} from 'node:fs';
import {sizeText} from './limits.ts';

/** Thrown for a file that is not read. The message completes the sentence "… cannot be read: it is a FIFO". */
export class RefusedFileError extends Error {
	override name = 'RefusedFileError';
	/** As the file system names it, where it does. */
	readonly code: string | undefined;

	constructor(message: string, code?: string) {
		super(message);
		this.code = code;
	}
}

/** The refusal of more bytes than the limit. */
export class TooLargeError extends RefusedFileError {
	override name = 'TooLargeError';

	constructor(limit: number) {
		super(`it is larger than ${sizeText(limit)}`);
	}
}

/**
Opens a regular file for reading. To open a FIFO or a device could wait for ever, or never end.

@returns Its descriptor, to be closed by the caller.
@throws RefusedFileError, or an error of the file system.
*/
export function openRegularFile(file: string): number {
	return openChecked(file, constants.O_RDONLY);
}

/**
Creates a file of mode 0600 if it is missing, and leaves the content of an existing one.

@throws RefusedFileError when it is not a regular file; an error of the file system when it cannot be written.
*/
export function createRegularFile(file: string): void {
	// Before it is opened: the end of a FIFO that nobody reads cannot be opened for writing at once.
	requireRegularFile(file);
	closeSync(openChecked(file, constants.O_WRONLY + constants.O_APPEND + constants.O_CREAT));
}

/** Checks a file that others open, as SQLite does. One that does not exist passes. @throws RefusedFileError */
export function requireRegularFile(file: string): void {
	const found = statSync(file, {throwIfNoEntry: false});
	if (found !== undefined) {
		requireRegular(found);
	}
}

/**
Reads a whole regular file.

@param file - Its path; links are followed.
@param limit - Bytes that it may have.
@throws RefusedFileError when it is not a regular file, or larger; an error of the file system when it cannot be read.
*/
function readRegularFile(file: string, limit: number): Buffer {
	const descriptor = openRegularFile(file);
	try {
		return readAll(descriptor, limit);
	} finally {
		closeSync(descriptor);
	}
}

/** Bytes of a file of settings or of a template. */
const ordinaryLimit = 1_000_000;

/** As `readRegularFile`, for text in UTF-8; of 1 MB at most unless another limit is given. */
export const readTextFile = (file: string, limit = ordinaryLimit): string => readRegularFile(file, limit).toString();

/** Why a file cannot be read, to complete the sentence "… cannot be read: …". Sanitise it before showing it. */
export function readingProblem(error: unknown): string {
	switch ((error as NodeJS.ErrnoException).code ?? '') {
		case 'ENOENT':
		case 'ENOTDIR': {
			return 'there is no such file';
		}

		case 'EACCES':
		case 'EPERM': {
			return 'permission denied';
		}

		case 'ELOOP': {
			return 'its symbolic links lead in a circle';
		}

		// Of a socket.
		case 'ENXIO': {
			return 'it is not a regular file';
		}

		default: {
			return error instanceof Error ? error.message : String(error);
		}
	}
}

function openChecked(file: string, flags: number): number {
	// On Windows there is no O_NONBLOCK, and no file to wait for.
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
		throw new RefusedFileError(`it is ${kindOf(found)}, not a regular file`, found.isDirectory() ? 'EISDIR' : undefined);
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

/** Some files, as those in /proc, have a size of 0 and a content: it is read to its end. */
function readAll(descriptor: number, limit: number): Buffer {
	const {size} = fstatSync(descriptor);
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
			return Buffer.concat(parts, length);
		}

		parts.push(part.subarray(0, read));
	}
}
