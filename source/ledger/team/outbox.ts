import {randomUUID} from 'node:crypto';
import {statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {requireRow, toOperation, type Commit, type DatabaseRow} from '../journal/operation-row.ts';
import {fromStored, fromStoredText, toStored} from '../stored-json.ts';
import {bodyVersion} from './change-body.ts';

/** A change for the board. `revision`: that of the journal when it was read. `body`: see `ChangeBody`. */
export type OutgoingChange = {readonly uuid: string; readonly revision: number; readonly body: string};

/** The revision of a change that a board has. `isPruned`: only its uuid and revision. */
type BoardRevision = {readonly revision: number; readonly isPruned: boolean};

/** The operations of which something was or may have been sent. The items of a batch are shared before the first is sent. */
const sendable = "(operations.batch IS NOT NULL OR state <> 'planned')";

/** What goes to the board. Every method may throw LedgerError, and then has changed nothing. `profile` is a `profileKey`. */
export function createOutbox(database: Database, commit: Commit) {
	const sql = (text: string) => statementOf(database, text);
	const team = sql('SELECT * FROM teams WHERE profile = ?');

	/** The uuid of a batch, which gets one when it is first sent. */
	const uuidOfBatch = (batch: number): string => {
		const found = sql('SELECT uuid FROM shared_batches WHERE batch = ?').get(batch)?.uuid;
		const uuid = typeof found === 'string' ? found : newUuid();
		if (found === undefined) {
			sql('INSERT INTO shared_batches VALUES (?, ?)').run(batch, uuid);
		}

		return uuid;
	};

	const batchOf = (id: number) => {
		const {kind, started_at: startedAt, keeps} = requireRow(database, 'batches', id);
		return {uuid: uuidOfBatch(id), kind, startedAt, keeps: typeof keeps === 'string' ? fromStored(keeps) : []};
	};

	const toOutgoing = (row: DatabaseRow, machine: string): OutgoingChange => {
		// The moment is one of this machine's clock.
		const {missingSince: _, ...progress} = fromStored<Record<string, unknown>>(row.progress);
		const {json} = toStored({
			v: bodyVersion,
			kind: row.kind,
			state: row.state,
			profileName: toOperation(row).profileName,
			startedAt: row.started_at,
			content: fromStored(row.body),
			progress,
			isRedacted: row.is_incomplete === 1,
			isUndo: row.is_undo === 1,
			undoes:
				row.undoes === null
					? undefined
					: sql('SELECT uuid FROM shared WHERE operation = ?').get(Number(row.undoes))?.uuid,
			batch: row.batch === null ? undefined : batchOf(Number(row.batch)),
			requests: sql('SELECT * FROM requests WHERE operation = ? ORDER BY id')
				.all(Number(row.id))
				.map(request => ({
					key: keyOfRequest(request, machine),
					at: request.at,
					method: request.method,
					target: fromStoredText(request.target),
					outcome: request.outcome,
					status: request.status ?? undefined,
					summary: fromStoredText(request.what),
				})),
		});
		return {uuid: String(row.uuid), revision: Number(row.revision), body: json};
	};

	return {
		/** Shares an account under a name, with everything that the journal has of it; another name begins anew. Returns the name of this machine in the team, and where to go on reading the board. */
		share: (profile: string, account: string) =>
			commit(() => {
				const name = hideSecrets(profile);
				if (team.get(name)?.account !== account) {
					sql('INSERT OR REPLACE INTO teams (profile, account, machine) VALUES (?, ?, ?)').run(
						name,
						account,
						newUuid(),
					);
					sql('UPDATE shared SET published = 0 WHERE operation IN (SELECT id FROM operations WHERE profile = ?)').run(
						name,
					);
				}

				sql(
					'INSERT INTO shared SELECT id, lower(hex(randomblob(16))), 1, 0 FROM operations WHERE profile = ? AND id NOT IN (SELECT operation FROM shared)',
				).run(name);
				const {machine, cursor} = team.get(name)!;
				return {machine: String(machine), cursor: typeof cursor === 'string' ? cursor : undefined};
			}),
		setCursor(profile: string, cursor: string) {
			commit(() => sql('UPDATE teams SET cursor = ? WHERE profile = ?').run(cursor, hideSecrets(profile)));
		},
		/** The changes that the board does not have as they are, oldest first, without those of which nothing was sent. With operations: only these. */
		outbox: (profile: string, limit: number, operations?: readonly number[]) =>
			commit(() => {
				const name = hideSecrets(profile);
				const machine = String(team.get(name)?.machine);
				const rows =
					operations === undefined
						? sql(`
		SELECT operations.*, uuid, revision FROM shared CROSS JOIN operations ON operations.id = operation LEFT JOIN batches ON batches.id = batch
		WHERE published < revision AND operations.profile = ? AND ${sendable} AND coalesce(is_whole, 1) = 1 ORDER BY operation LIMIT ?
	`).all(name, limit)
						: operations
								.map(id =>
									sql(
										`SELECT operations.*, uuid, revision FROM shared JOIN operations ON operations.id = operation WHERE operation = ? AND published < revision AND ${sendable}`,
									).get(id),
								)
								.filter(row => row !== undefined);
				return rows.map(row => toOutgoing(row, machine));
			}),
		/** Records what the board has. */
		published(changes: ReadonlyArray<Pick<OutgoingChange, 'uuid' | 'revision'>>) {
			commit(() => {
				for (const {uuid, revision} of changes) {
					sql('UPDATE shared SET published = max(published, ?) WHERE uuid = ?').run(revision, uuid);
				}
			});
		},
		/** Compares the revisions that the board has with those that it had. `there`: by uuid. Returns the uuids of those that are new, and of those that it lost. */
		compare(profile: string, there: ReadonlyMap<string, BoardRevision>) {
			const here = new Map(
				sql(`
		SELECT uuid, published FROM shared JOIN operations ON operations.id = operation WHERE profile = ?1 AND published > 0
		UNION ALL SELECT uuid, revision FROM pruned WHERE profile = ?1 AND uuid NOT IN (SELECT uuid FROM shared)
	`)
					.all(hideSecrets(profile))
					.map(row => [String(row.uuid), Number(row.published)]),
			);
			return {
				missing: there
					.entries()
					.filter(([uuid, {revision, isPruned}]) => !isPruned && (here.get(uuid) ?? 0) < revision)
					.map(([uuid]) => uuid)
					.toArray(),
				lost: here
					.entries()
					.filter(([uuid, revision]) => (there.get(uuid)?.revision ?? 0) < revision)
					.map(([uuid]) => uuid)
					.toArray(),
			};
		},
		/** The number of changes that the board does not have as they are. */
		waiting: (profile: string) =>
			Number(
				sql(
					`SELECT count(*) AS count FROM shared CROSS JOIN operations ON operations.id = operation WHERE published < revision AND profile = ? AND ${sendable}`,
				).get(hideSecrets(profile))!.count,
			),
		/** For changes that the board lost: has those that were made on this machine sent again, and forgets those that were pruned here. */
		publishAgain(uuids: readonly string[]) {
			commit(() => {
				for (const uuid of uuids) {
					sql(
						'UPDATE shared SET published = 0 WHERE uuid = ? AND (SELECT operator FROM operations WHERE id = operation) IS NULL',
					).run(uuid);
					sql('DELETE FROM pruned WHERE uuid = ?').run(uuid);
				}
			});
		},
	};
}

/** A name that nothing else in the team has. */
export const newUuid = (): string => randomUUID().replaceAll('-', '');

/** The name of a request in the whole team: that of the machine that sent it, and its number there. */
export const keyOfRequest = ({id, key}: DatabaseRow, machine: string): string =>
	typeof key === 'string' ? key : `${machine}/${String(id)}`;
