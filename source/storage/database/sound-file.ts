import {Buffer} from 'node:buffer';
import {closeSync, openSync, readSync, statSync} from 'node:fs';
import {ForeignFileError} from './schema.ts';

/** What every database begins with (https://sqlite.org/fileformat2.html). */
const signature = 'SQLite format 3\0';

/**
Returns where SQLite may be let at a file: where it takes one for empty, it writes over it and deletes its log.

@throws ForeignFileError for anything but a database, or nothing at all; or an error of the file system.
*/
export function requireSqliteFile(file: string): void {
	// The log is looked at first: it comes into being after the file has grown.
	const logSize = sizeOf(`${file}-wal`);
	if (sizeOf(file) === 0) {
		if (logSize > 0) {
			throw new ForeignFileError('has lost all but its log');
		}
	} else if (beginningOf(file) !== signature) {
		throw new ForeignFileError('is not a database');
	}
}

const sizeOf = (file: string) => statSync(file, {throwIfNoEntry: false})?.size ?? 0;

function beginningOf(file: string): string {
	const descriptor = openSync(file, 'r');
	try {
		const beginning = Buffer.alloc(signature.length);
		readSync(descriptor, beginning);
		return beginning.toString('latin1');
	} finally {
		closeSync(descriptor);
	}
}
