import {statfsSync} from 'node:fs';
import path from 'node:path';
import {inTransaction, openDatabase, sqliteCode, sqliteCodes, type Database} from '../../system/sqlite.ts';
import {makePrivate} from './private-file.ts';
import {checkTables, ForeignFileError, migrate, schemaVersion} from './schema.ts';
import {requireSqliteFile} from './sound-file.ts';

/** With less than this free on the disk, in bytes, it is tried whether a commit still finds room. */
const scarce = 1_048_576;

/**
Opens a file for writing, making it first where there is none.

@param file - Its path.
@param build - Makes what is used of the database, which is closed again if it throws.
@throws An error of which `faultOf` knows whether another file must take its place.
*/
export function openFile<T>(file: string, build: (database: Database) => T): T {
	requireSqliteFile(file);
	makePrivate(file);
	const database = openDatabase(file);
	try {
		migrate(database);
		checkTables(database);
		requireRoom(database, file);
		return build(database);
	} catch (error) {
		database.close();
		throw error;
	}
}

/** A full disk is better noticed now than in the middle of something. */
function requireRoom(database: Database, file: string): void {
	const {bavail, bsize} = statfsSync(path.dirname(file));
	if (bavail * bsize < scarce) {
		inTransaction(database, () => {
			database.exec(`PRAGMA user_version = ${schemaVersion}`);
		});
	}
}

/** What is wrong with a file such that another one must take its place, to complete "it …"; undefined where the file is not to blame. */
export function damageOf(error: unknown): string | undefined {
	if (error instanceof ForeignFileError) {
		return error.message;
	}

	if ((error as NodeJS.ErrnoException).code === 'EISDIR') {
		return 'is a directory';
	}

	switch (sqliteCode(error) ?? 0) {
		case sqliteCodes.notADatabase: {
			return 'is not a database';
		}

		// A plain error is a schema that is not what its version says.
		case sqliteCodes.corrupt:
		case sqliteCodes.error: {
			return 'is damaged';
		}

		default: {
			return undefined;
		}
	}
}
