import {statementOf, type Database} from '../../system/sqlite.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {PendingChangeError} from '../ledger-error.ts';
import {fromStoredText, toStoredText} from '../stored-json.ts';
import type {NewOperation} from './operation-row.ts';

/** Creates the query for the IDs of all notifications of a profile with a pending operation: those that the check below refuses. */
export function createPendingIds(database: Database): (profile: string) => ReadonlySet<string> {
	const pending = statementOf(database, `
		SELECT old_id AS id FROM operations WHERE profile = ?1 AND ended_at IS NULL AND old_id IS NOT NULL AND kind IN ('delete', 'replace')
		UNION
		SELECT progress -> '$.newId' AS id FROM operations WHERE profile = ?1 AND ended_at IS NULL AND progress -> '$.newId' IS NOT NULL
	`);
	return profile => new Set(pending.all(hideSecrets(profile)).map(({id}) => fromStoredText(id)).filter(id => id !== undefined));
}

/**
Creates the check that a new operation does not replace or delete a notification with a pending operation. Two operations on one notification could leave both versions, or none.

@returns The check. It throws PendingChangeError.
*/
export function createPendingChangeCheck(database: Database): (operation: NewOperation) => void {
	// Uses three queries, each with its own index. Only batches that replace or delete are checked: the pending items of a bulk create or recreate have no new ID yet.
	const pending = statementOf(database, `
		SELECT 1 FROM operations WHERE profile = ?1 AND ended_at IS NULL AND batch IS NULL
			AND (progress -> '$.newId' = ?2 OR (kind <> 'recreate' AND old_id = ?2))
		UNION ALL
		SELECT 1 FROM operations WHERE profile = ?1 AND ended_at IS NULL AND batch IS NOT NULL AND kind IN ('delete', 'replace') AND old_id = ?2
		UNION ALL
		SELECT 1 FROM operations WHERE profile = ?1 AND progress -> '$.newId' = ?2 AND ended_at IS NULL AND batch IS NOT NULL
	`);

	return ({profile, kind, snapshot}) => {
		const isChange = (kind === 'replace' || kind === 'delete') && snapshot !== undefined;
		if (isChange && pending.get(hideSecrets(profile), toStoredText(snapshot.id)) !== undefined) {
			throw new PendingChangeError(`${sanitise(snapshot.id)} has a pending change: finish it or roll it back first.`);
		}
	};
}
