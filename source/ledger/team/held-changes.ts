import type {Moment} from '../../platform/clock.ts';
import {statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {requireRow, toOperation, type Commit, type NewOperation} from '../journal/operation-row.ts';
import {toStored} from '../stored-json.ts';
import type {Colleague} from '../journal/colleague.ts';
import {claimedBy, claimOfNotification} from './claimed.ts';
import {newUuid} from './outbox.ts';

/** What somebody claims on another machine. `left`: milliseconds until the claim ends; negative for one that has ended. */
type ForeignClaim = Colleague & {readonly what: string; readonly left: number};

/** A change that is about to be made. */
export type NewChange = Pick<NewOperation, 'kind' | 'snapshot' | 'input' | 'knownIds'>;

/** The number of the change of a colleague, and the notification that it changed; undefined for one that it created. */
export type MetChange = Colleague & {readonly operation: number; readonly id: string | undefined};

/** Who works on the changes of a team. Every method may throw LedgerError, and then has changed nothing. `profile` is a `profileKey`. */
export function createHeldChanges(database: Database, now: () => number, commit: Commit) {
	const sql = (text: string) => statementOf(database, text);
	const rowsOf = (operations: readonly number[]) => operations.map(id => requireRow(database, 'operations', id));

	return {
		/** Records who works on which pending change on another machine. What colleagues have sent without an answer counts from the end of their claims. `claims`: those of other machines under which something may still be sent or take effect. */
		hold(profile: string, claims: readonly ForeignClaim[], arrival: Moment) {
			const name = hideSecrets(profile);
			const byWhat = new Map(claims.map(claim => [claim.what, claim]));
			commit(() => {
				const batches = new Map<number, string | null>(
					sql('SELECT id FROM batches WHERE profile = ? AND holder IS NOT NULL')
						.all(name)
						.map(({id}) => [Number(id), null]),
				);
				for (const row of sql(`
		SELECT * FROM operations WHERE profile = ?1 AND ended_at IS NULL AND batch IS NULL
		UNION ALL SELECT * FROM operations WHERE profile = ?1 AND ended_at IS NULL AND batch IS NOT NULL
	`).all(name)) {
					const id = Number(row.id);
					const found =
						byWhat.size === 0 ? undefined : lastOf(claimedBy(toOperation(row)).flatMap(what => byWhat.get(what) ?? []));
					const holder = found === undefined ? null : toStored({operator: found.operator, host: found.host}).json;
					sql('UPDATE operations SET holder = ?1 WHERE id = ?2 AND holder IS NOT ?1').run(holder, id);
					if (found !== undefined && row.batch !== null) {
						batches.set(Number(row.batch), holder);
					}

					if (found !== undefined && found.left > 0) {
						sql(
							"UPDATE requests SET era = ?, moment = ? WHERE operation = ? AND key IS NOT NULL AND outcome = 'sent'",
						).run(arrival.era, Math.ceil(arrival.at + found.left), id);
					}
				}

				for (const [id, holder] of batches) {
					sql('UPDATE batches SET holder = ?1 WHERE id = ?2 AND holder IS NOT ?1').run(holder, id);
				}
			});
		},
		/** Takes over pending changes, to finish them. What a colleague planned may have been sent by now, and counts as sent without an answer. */
		takeOver(operations: readonly number[], {era, at}: Moment) {
			commit(() => {
				for (const {id, kind, state, old_id: oldId, operator} of rowsOf(operations)) {
					if (operator !== null && state === 'planned') {
						const [method, target, next] =
							kind === 'delete'
								? (['DELETE', String(oldId), 'deleting'] as const)
								: (['POST', null, 'creating'] as const);
						sql(
							"INSERT INTO requests (operation, at, method, target, outcome, key, era, moment) VALUES (?, ?, ?, ?, 'unknown', ?, ?, ?)",
						).run(Number(id), now(), method, target, `assumed/${newUuid()}`, era, Math.ceil(at));
						sql('UPDATE operations SET state = ? WHERE id = ?').run(next, Number(id));
					}
				}
			});
		},
		/** For a request that may have been sent after the end of its claim: gives it another name, so that the others, who may have ended its change by now, learn of it as of a new one. */
		sentLate(request: number) {
			commit(() => sql('UPDATE requests SET key = ? WHERE id = ?').run(`late/${newUuid()}`, request));
		},
		/** What these changes claim. */
		claimsOf: (operations: readonly number[]) => [
			...new Set(rowsOf(operations).flatMap(row => claimedBy(toOperation(row)))),
		],
		/** Finds a change of a colleague that meets one of these new ones: it replaced or deleted the same notification, or created the same content, which the new one does not know of, and its requests count from a moment or later. */
		findMet(profile: string, changes: readonly NewChange[], {era, at}: Moment) {
			const theirs = sql(`
		SELECT * FROM operations WHERE profile = ? AND operator IS NOT NULL AND state NOT IN ('planned', 'failed', 'rolled-back') AND id IN (
			SELECT operation FROM requests WHERE id > (SELECT max(id) FROM requests) - 10000 AND era = ? AND moment >= ? AND outcome IN ('sent', 'ok', 'unknown')
		)
	`)
				.all(hideSecrets(profile), era, at)
				.map(row => toOperation(row));
			const claims = new Map(theirs.flatMap(operation => claimedBy(operation).map(what => [what, operation] as const)));
			for (const change of claims.size === 0 ? [] : changes) {
				const {knownIds = [], snapshot} = change;
				const found = claimedBy(change).flatMap(what => {
					const operation = claims.get(what);
					const id = what === claimOfNotification(snapshot?.id ?? '') ? snapshot?.id : undefined;
					// What has the same content, and was listed, is no surprise.
					return operation === undefined || (id === undefined && knownIds.includes(operation.newId ?? ''))
						? []
						: [{...operation.by!, operation: operation.id, id}];
				});
				if (found.length > 0) {
					return found[0];
				}
			}

			return undefined;
		},
	};
}

/** The claim that ends last. */
const lastOf = (claims: readonly ForeignClaim[]): ForeignClaim | undefined =>
	claims.toSorted((a, b) => b.left - a.left)[0];
