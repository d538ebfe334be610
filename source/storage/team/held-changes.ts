import type {Moment} from '../../system/monotonic-clock.ts';
import {statementOf, type Database} from '../../system/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import type {Colleague} from '../journal/operation.ts';
import {requireRow, toOperation, type Commit, type DatabaseRow, type NewOperation} from '../journal/operation-row.ts';
import {toStored, toStoredText} from '../stored-json.ts';
import {claimedBy} from './claimed.ts';
import {newUuid} from './outbox.ts';

/** What somebody claims on another machine. `left`: milliseconds until the claim ends; negative for one that has ended. */
export type ForeignClaim = Colleague & {readonly what: string; readonly left: number};

/** Who works on the changes of a team. Every method may throw LedgerError, and then has changed nothing. `profile` is a `profileKey`. */
export type HeldChanges = {
	/** Records who works on which pending change on another machine. What colleagues have sent without an answer counts from the end of their claims. `claims`: those of other machines under which something may still be sent or take effect. */
	readonly hold: (profile: string, claims: readonly ForeignClaim[], arrival: Moment) => void;
	/** Takes over pending changes, to finish them. What a colleague planned may have been sent by now, and counts as sent without an answer. */
	readonly takeOver: (operations: readonly number[], arrival: Moment) => void;
	/** What these changes claim. */
	readonly claimsOf: (operations: readonly number[]) => string[];
	/** The change of a colleague that meets a new one: it replaced or deleted the same notification, or created the same content, which the new one does not know of, and its requests count from a moment or later. */
	readonly metBy: (profile: string, change: MeetingChange, since: Moment) => (Colleague & {readonly operation: number}) | undefined;
};

type MeetingChange = Pick<NewOperation, 'kind' | 'snapshot' | 'input' | 'knownIds'>;

export function createHeldChanges(database: Database, now: () => number, commit: Commit): HeldChanges {
	const sql = (text: string) => statementOf(database, text);
	const pending = sql(`
		SELECT * FROM operations WHERE profile = ?1 AND ended_at IS NULL AND batch IS NULL
		UNION ALL SELECT * FROM operations WHERE profile = ?1 AND ended_at IS NULL AND batch IS NOT NULL
	`);
	const holdOperation = sql('UPDATE operations SET holder = ?1 WHERE id = ?2 AND holder IS NOT ?1');
	const holdBatch = sql('UPDATE batches SET holder = ?1 WHERE id = ?2 AND holder IS NOT ?1');
	const heldBatches = sql('SELECT id FROM batches WHERE profile = ? AND holder IS NOT NULL');
	const delay = sql('UPDATE requests SET era = ?, moment = ? WHERE operation = ? AND key IS NOT NULL AND outcome = \'sent\'');
	const insertRequest = sql('INSERT INTO requests (operation, at, method, target, outcome, key, era, moment) VALUES (?, ?, ?, ?, \'unknown\', ?, ?, ?)');
	const setState = sql('UPDATE operations SET state = ? WHERE id = ?');
	const since = sql('SELECT 1 FROM requests WHERE operation = ? AND era = ? AND moment >= ? AND outcome IN (\'sent\', \'ok\', \'unknown\')');
	const removals = sql(`
		SELECT * FROM operations WHERE profile = ? AND operator IS NOT NULL AND old_id = ? AND kind IN ('delete', 'replace') AND state NOT IN ('planned', 'failed', 'rolled-back')
		ORDER BY id DESC LIMIT 10
	`);
	const creations = sql(`
		SELECT * FROM operations WHERE profile = ? AND operator IS NOT NULL AND kind <> 'delete' AND state NOT IN ('planned', 'failed', 'rolled-back')
		ORDER BY id DESC LIMIT 1000
	`);
	const rowsOf = (operations: readonly number[]) => operations.map(id => requireRow(database, 'operations', id));

	return {
		hold(profile, claims, arrival) {
			const name = hideSecrets(profile);
			const byWhat = new Map(claims.map(claim => [claim.what, claim]));
			commit(() => {
				const batches = new Map<number, string | null>(heldBatches.all(name).map(({id}) => [Number(id), null]));
				for (const row of pending.all(name)) {
					const id = Number(row.id);
					const found = byWhat.size === 0 ? undefined : lastOf(claimedBy(toOperation(row)).flatMap(what => byWhat.get(what) ?? []));
					const holder = found === undefined ? null : toStored({operator: found.operator, host: found.host}).json;
					holdOperation.run(holder, id);
					if (found !== undefined && row.batch !== null) {
						batches.set(Number(row.batch), holder);
					}

					if (found !== undefined && found.left > 0) {
						delay.run(arrival.era, Math.ceil(arrival.at + found.left), id);
					}
				}

				for (const [id, holder] of batches) {
					holdBatch.run(holder, id);
				}
			});
		},
		takeOver(operations, {era, at}) {
			commit(() => {
				for (const {id, kind, state, old_id: oldId, operator} of rowsOf(operations)) {
					if (operator !== null && state === 'planned') {
						const [method, target, next] = kind === 'delete' ? ['DELETE', String(oldId), 'deleting'] as const : ['POST', null, 'creating'] as const;
						insertRequest.run(Number(id), now(), method, target, `assumed/${newUuid()}`, era, Math.ceil(at));
						setState.run(next, Number(id));
					}
				}
			});
		},
		claimsOf: operations => [...new Set(rowsOf(operations).flatMap(row => claimedBy(toOperation(row))))],
		metBy(profile, change, {era, at}) {
			const {snapshot, input, kind, knownIds = []} = change;
			const name = hideSecrets(profile);
			const isRecent = ({id}: DatabaseRow) => since.get(Number(id), era, at) !== undefined;
			const isUnknown = (row: DatabaseRow) => {
				const {newId} = toOperation(row);
				return newId === undefined || !knownIds.includes(newId);
			};

			const removed = snapshot === undefined || kind === 'recreate' ? [] : removals.all(name, toStoredText(snapshot.id));
			const [content] = claimedBy({kind: 'create', snapshot: undefined, input});
			const created = content === undefined ? [] : creations.all(name).filter(row => isRecent(row) && isUnknown(row) && claimedBy(toOperation(row)).includes(content));
			const met = [...removed.filter(row => isRecent(row)), ...created][0];
			return met && {operation: Number(met.id), operator: String(met.operator), host: String(met.host)};
		},
	};
}

/** The claim that ends last. */
const lastOf = (claims: readonly ForeignClaim[]): ForeignClaim | undefined => claims.toSorted((a, b) => b.left - a.left)[0];
