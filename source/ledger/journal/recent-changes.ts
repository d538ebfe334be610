import {statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import type {Operation, RequestEntry} from './operation.ts';
import {requireRow, toOperation, type DatabaseRow} from './operation-row.ts';
import {toRequest} from './requests.ts';

/** The newest operations of an account. Every method may throw LedgerError. `profile` is a `profileKey`. `read`: converts a row of `operations`. */
export function createRecentChanges(database: Database, read: (row: DatabaseRow) => Operation) {
	const sql = (text: string) => statementOf(database, text);

	return {
		/** The newest creations and edits of a profile that are done, and creations that the service has confirmed, without items of batches. */
		lastSent: (profile: string, limit: number) =>
			sql(`
		SELECT * FROM operations INDEXED BY sent_contents WHERE profile = ? AND batch IS NULL AND kind <> 'delete' AND (state = 'done'
			OR (state = 'creating' AND kind <> 'replace' AND EXISTS (SELECT 1 FROM requests WHERE operation = operations.id AND method = 'POST' AND outcome = 'ok')))
		ORDER BY id DESC LIMIT ?
	`)
				.all(hideSecrets(profile), limit)
				.map(row => toOperation(row)),
		/** The notifications that the newest completed deletions of a profile removed, without those made on other machines. */
		recentDeletions(profile: string, limit: number) {
			// As one row, which takes a third of the time: thousands are read after each listing.
			const {operations, ids} = sql(`
		SELECT json_group_array(operation) AS operations, json_group_array(json(target)) AS ids FROM (
			SELECT requests.operation, requests.target FROM requests CROSS JOIN operations ON operations.id = requests.operation
			WHERE requests.method = 'DELETE' AND operations.profile = ? AND operations.operator IS NULL AND operations.state = 'done' AND requests.target = operations.old_id
			ORDER BY requests.id DESC LIMIT ?
		)
	`).get(hideSecrets(profile), limit) as {operations: string; ids: string};
			const deleted = JSON.parse(ids) as string[];
			return (JSON.parse(operations) as number[]).map((operation, index) => ({operation, id: deleted[index]!}));
		},
		/** The operations of a profile that took effect and have ended, each with its last request, newest first, as long as their requests are recent. */
		recentEnds(profile: string, isRecent: (request: RequestEntry) => boolean) {
			const ended = new Map<number, RequestEntry>();
			for (const row of sql(`
		SELECT requests.* FROM requests CROSS JOIN operations ON operations.id = requests.operation
		WHERE operations.profile = ? AND operations.state IN ('done', 'rolled-back') ORDER BY requests.id DESC
	`).iterate(hideSecrets(profile))) {
				const request = toRequest(row);
				if (!isRecent(request)) {
					break;
				}

				ended.set(request.operation, ended.get(request.operation) ?? request);
			}

			return ended
				.entries()
				.map(([id, request]) => ({operation: read(requireRow(database, 'operations', id)), request}))
				.toArray();
		},
	};
}
