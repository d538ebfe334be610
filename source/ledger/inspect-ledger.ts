import {accessSync, constants, existsSync, statSync} from 'node:fs';
import path from 'node:path';
import {isDamaged, openDatabase} from '../platform/sqlite.ts';
import {EarlierVersionError, unreadableReason} from './quarantine.ts';
import {problemOf, versionOf} from './schema.ts';

/** Inspects a ledger file without changing it: a damaged one is renamed when it is next opened; an unusable one cannot be written, or not created, or has pending changes of chainbell 0.2.0. `unfinished`: the number of changes that have not ended. `isOld`: it is of chainbell 0.2.0, and taken over when it is next opened. Never throws. */
export function inspectLedger(file: string) {
	try {
		requireFolder(path.dirname(file));
		if (!existsSync(file)) {
			return {state: 'missing'} as const;
		}

		accessSync(file, constants.W_OK);
		const database = openDatabase(file, {isReadOnly: true});
		try {
			const isNew = versionOf(database) === 0;
			if (isDamaged(database)) {
				return {state: 'damaged'} as const;
			}

			const count = (query: string) => (isNew ? 0 : Number(database.prepare(`SELECT count(${query}`).get()!.count));
			return {
				state: 'usable',
				requests: count("*) AS count FROM event WHERE kind = 'sent'"),
				unfinished: count(
					'DISTINCT change) AS count FROM item JOIN change ON change.id = item.change WHERE ended_at IS NULL AND is_whole = 1',
				),
				bytes: statSync(file).size,
				isOld: false,
			} as const;
		} finally {
			database.close();
		}
	} catch (error) {
		if (error instanceof EarlierVersionError) {
			return {state: 'usable', requests: 0, unfinished: 0, bytes: statSync(file).size, isOld: true} as const;
		}

		const problem = problemOf(error, file);
		if (problem.cause === 'newer') {
			return {state: 'newer'} as const;
		}

		return problem.cause === 'earlier' || unreadableReason(error) === undefined
			? ({state: 'unusable', problem} as const)
			: ({state: 'damaged'} as const);
	}
}

/** Checks that files can be created in a folder, or the folder itself. @throws an error of the file system */
function requireFolder(folder: string): void {
	const isThere = statSync(folder, {throwIfNoEntry: false})?.isDirectory();
	if (isThere === undefined && path.dirname(folder) !== folder) {
		requireFolder(path.dirname(folder));
		return;
	}

	if (isThere !== true) {
		throw Object.assign(new Error('not a directory'), {code: 'ENOTDIR'});
	}

	accessSync(folder, constants.W_OK + constants.X_OK);
}

/** Whether a ledger file may have changes: false if it is missing or has none. It reads one row, and the file is not changed. */
export function mayHaveChanges(file: string): boolean {
	if (!existsSync(file)) {
		return false;
	}

	try {
		const database = openDatabase(file, {isReadOnly: true});
		try {
			return database.prepare('SELECT 1 FROM change LIMIT 1').get() !== undefined;
		} finally {
			database.close();
		}
	} catch {
		// Opening it for use says what is wrong with it.
		return true;
	}
}
