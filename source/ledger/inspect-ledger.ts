import {accessSync, constants, existsSync, statSync} from 'node:fs';
import path from 'node:path';
import {isDamaged, openDatabase} from '../platform/sqlite.ts';
import type {LedgerProblem} from './ledger-error.ts';
import {EarlierVersionError, unreadableReason} from './quarantine.ts';
import {problemOf, versionOf} from './schema.ts';

/** The state of a ledger file. */
type LedgerInspection =
	| {readonly state: 'missing'}
	/** `unfinished`: the number of changes that have not ended. `isOld`: it is of chainbell 0.2.0, and taken over when it is next opened. */
	| {
			readonly state: 'usable';
			readonly requests: number;
			readonly unfinished: number;
			readonly bytes: number;
			readonly isOld: boolean;
	  }
	/** Written by a newer chainbell. */
	| {readonly state: 'newer'}
	/** The file is renamed when it is next opened. */
	| {readonly state: 'damaged'}
	/** It cannot be written, or not created, or has pending changes of chainbell 0.2.0. */
	| {readonly state: 'unusable'; readonly problem: LedgerProblem};

/** Inspects a ledger file without changing it. Never throws. */
export function inspectLedger(file: string): LedgerInspection {
	try {
		requireFolder(path.dirname(file));
		if (!existsSync(file)) {
			return {state: 'missing'};
		}

		accessSync(file, constants.W_OK);
		const database = openDatabase(file, {isReadOnly: true});
		try {
			const isNew = versionOf(database) === 0;
			if (isDamaged(database)) {
				return {state: 'damaged'};
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
			};
		} finally {
			database.close();
		}
	} catch (error) {
		if (error instanceof EarlierVersionError) {
			return {state: 'usable', requests: 0, unfinished: 0, bytes: statSync(file).size, isOld: true};
		}

		const problem = problemOf(error, file);
		if (problem.cause === 'newer') {
			return {state: 'newer'};
		}

		return problem.cause === 'earlier' || unreadableReason(error) === undefined
			? {state: 'unusable', problem}
			: {state: 'damaged'};
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
