import type {Database} from '../../system/sqlite.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {LedgerError} from '../ledger-error.ts';
import {toStoredText} from '../stored-json.ts';
import {toOperation, type NewOperation} from './operation-row.ts';

/**
Returns a function that refuses to begin what would change a notification twice: one that an unfinished operation is about is not replaced or deleted by another one, since both would be left behind, or none. It throws LedgerError.
*/
export function createRefusal(database: Database): (operation: NewOperation) => void {
	const alone = database.prepare('SELECT * FROM operations WHERE profile = ? AND ended_at IS NULL AND batch IS NULL ORDER BY id');
	// An item that is to bring something back has no new ID before it ends.
	const item = database.prepare('SELECT 1 FROM operations WHERE profile = ? AND old_id = ? AND kind = \'delete\' AND ended_at IS NULL AND batch IS NOT NULL');

	return ({profile, kind, snapshot}) => {
		const id = kind === 'replace' || kind === 'delete' ? snapshot?.id : undefined;
		if (id === undefined) {
			return;
		}

		const key = hideSecrets(profile);
		const isTaken = alone.all(key).map(row => toOperation(row)).some(other => other.newId === id || (other.kind !== 'restore' && other.snapshot?.id === id));
		if (isTaken || item.get(key, toStoredText(id)) !== undefined) {
			throw new LedgerError(`${sanitise(id)} is in the middle of another change that has not ended: H finishes that first, or rolls it back.`);
		}
	};
}
