import {accessSync, constants, existsSync, statSync} from 'node:fs';
import path from 'node:path';
import {isDamaged, openDatabase} from '../platform/sqlite.ts';
import {unwritableLedger, type LedgerProblem} from './ledger-error.ts';
import {unreadableReason} from './database/quarantine.ts';
import {schemaVersion} from './database/schema.ts';

/** The state of a ledger file. */
type LedgerInspection =
	| {readonly state: 'missing'}
	/** `unfinished`: the number of operations and batches that have not ended. `isOld`: it is of chainbell 0.2.0, and completed when it is next opened. */
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
	/** It cannot be written, or not created. */
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
			const numberOf = (query: string, name: string) => Number(database.prepare(query).get()![name]);
			const version = numberOf('PRAGMA user_version', 'user_version');
			if (version > schemaVersion) {
				return {state: 'newer'};
			}

			if (isDamaged(database)) {
				return {state: 'damaged'};
			}

			const isOld = version < schemaVersion;
			return {
				state: 'usable',
				requests: isOld ? 0 : numberOf('SELECT count(*) AS count FROM requests', 'count'),
				unfinished: isOld
					? 0
					: numberOf(
							'SELECT count(DISTINCT coalesce(-batch, id)) AS count FROM operations WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM batches WHERE batches.id = batch AND is_whole = 0)',
							'count',
						),
				bytes: statSync(file).size,
				isOld,
			};
		} finally {
			database.close();
		}
	} catch (error) {
		return unreadableReason(error) === undefined
			? {state: 'unusable', problem: unwritableLedger(error, file)}
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
