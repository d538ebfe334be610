import type {Database} from '../../system/sqlite.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {LedgerError} from '../ledger-error.ts';
import {toStoredText} from '../stored-json.ts';
import {toOperation, type NewOperation} from './operation-row.ts';

/**
Creates the check that a new operation does not replace or delete a notification with a pending operation: two at once could leave both notifications, or none.

@returns The check. It throws LedgerError.
*/
export function createPendingChangeCheck(database: Database): (operation: NewOperation) => void {
	const single = database.prepare('SELECT * FROM operations WHERE profile = ? AND ended_at IS NULL AND batch IS NULL ORDER BY id');
	// Only deletes: the pending items of a bulk restore have no new ID yet.
	const batchItem = database.prepare('SELECT 1 FROM operations WHERE profile = ? AND old_id = ? AND kind = \'delete\' AND ended_at IS NULL AND batch IS NOT NULL');

	return ({profile, kind, snapshot}) => {
		const id = kind === 'replace' || kind === 'delete' ? snapshot?.id : undefined;
		if (id === undefined) {
			return;
		}

		const key = hideSecrets(profile);
		const isPending = single.all(key)
			.map(row => toOperation(row))
			.some(other => other.newId === id || (other.kind !== 'restore' && other.snapshot?.id === id));
		if (isPending || batchItem.get(key, toStoredText(id)) !== undefined) {
			throw new LedgerError(`${sanitise(id)} has a pending change: press H to finish it or roll it back first.`);
		}
	};
}
