import {existsSync} from 'node:fs';
import {openDatabase} from '../platform/sqlite.ts';

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
