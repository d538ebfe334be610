import type {Moment} from '../../platform/clock.ts';
import {inTransaction, statementOf, type Database} from '../../platform/sqlite.ts';
import {LedgerError} from '../ledger-error.ts';
import {fromStoredText, toStoredText} from '../stored-json.ts';
import {requirePendingRow} from './claims.ts';
import type {RequestEntry} from './operation.ts';
import {maskFor, requireRow, toOperation, type Commit, type DatabaseRow} from './operation-row.ts';

/** The response to a request. A property that is undefined keeps its value. */
export type RequestAnswer = {
	readonly outcome: RequestEntry['outcome'];
	readonly status?: number | undefined;
	readonly summary?: string | undefined;
	readonly target?: string | undefined;
	/** The time of the response, or of the end of waiting for it. */
	readonly moment?: Moment | undefined;
};

/** A request that is about to be sent. */
export type SentRequest = {
	readonly method: RequestEntry['method'];
	readonly target?: string | undefined;
	readonly moment?: Moment | undefined;
};

/** Creates the statements that record requests. Call them in a transaction. */
export function createRequestRows(database: Database, now: () => number) {
	const sql = (text: string) => statementOf(database, text);

	return {
		/** Inserts an entry and returns its ID. */
		insert: (operation: number, {method, target, moment}: SentRequest): number =>
			Number(
				sql(
					"INSERT INTO requests (operation, at, method, target, outcome, era, moment) VALUES (?, ?, ?, ?, 'sent', ?, ?)",
				).run(operation, now(), method, toStoredText(target), ...momentColumns(moment)).lastInsertRowid,
			),
		/** Updates an entry and returns the ID of its operation. Throws LedgerError if the entry does not exist. */
		update(id: number, {outcome, status, summary, target, moment}: RequestAnswer): number {
			const request = sql('SELECT operation FROM requests WHERE id = ?').get(id);
			if (request === undefined) {
				throw new LedgerError(`The ledger has no request ${id}.`);
			}

			// An error message of the service may quote the recipient.
			const operation = Number(request.operation);
			const masked =
				summary === undefined
					? undefined
					: maskFor(toOperation(requireRow(database, 'operations', operation)), summary);
			sql(`
		UPDATE requests SET outcome = ?, status = coalesce(?, status), what = coalesce(?, what), target = coalesce(?, target),
			era = coalesce(?, era), moment = coalesce(?, moment)
		WHERE id = ?
	`).run(outcome, status ?? null, toStoredText(masked), toStoredText(target), ...momentColumns(moment), id);
			return operation;
		},
	};
}

/** The mutating requests of operations. Every method may throw LedgerError, and then has changed nothing. */
export function createRequests(database: Database, now: () => number, commit: Commit) {
	const sql = (text: string) => statementOf(database, text);
	const rows = createRequestRows(database, now);

	return {
		/** Records a request before it is sent. When this returns, the entry is on disk and the request may be sent. Returns the entry's ID. */
		requestSent: (operation: number, request: SentRequest) =>
			commit(() => {
				requirePendingRow(database, operation);
				return rows.insert(operation, request);
			}),
		/** Records the outcome of a request. */
		requestAnswered(id: number, answer: RequestAnswer) {
			inTransaction(database, () => {
				rows.update(id, answer);
			});
		},
		/** Whether every request that was recorded, of any account, was answered or given up before a moment. `at`: the same moment in milliseconds since the epoch, for requests of another boot or machine. */
		endedBefore: ({era, at: moment}: Moment, at: number) =>
			// The newest ones alone, because a journal can have millions. The answer to an older one can only come this late if it was followed by as many.
			sql(`
		SELECT 1 FROM (SELECT era, moment, at FROM requests ORDER BY id DESC LIMIT ${newestRequests})
		WHERE (era = ?1 AND moment >= ?2) OR (era IS NOT ?1 AND at >= ?3) LIMIT 1
	`).get(era, Math.floor(moment), at - longestRequest) === undefined,
		/** Whether the service named what the last confirmed POST created; true if there was none. */
		isLastNamed: () =>
			sql(`
		SELECT target FROM (SELECT target, method, outcome FROM requests ORDER BY id DESC LIMIT ${newestRequests})
		WHERE method = 'POST' AND outcome = 'ok' LIMIT 1
	`).get()?.target !== null,
		/** The requests of an operation, oldest first. */
		requestsOf: (operation: number) =>
			sql('SELECT * FROM requests WHERE operation = ? ORDER BY id')
				.all(operation)
				.map(row => toRequest(row)),
	};
}

/** The number of requests that are looked through, newest first. */
const newestRequests = 10_000;

/** Milliseconds after which a request of another boot or machine has ended. */
const longestRequest = 60_000;

/** The columns for a moment. The time is rounded up, so that the time since then is never overestimated. */
const momentColumns = (moment: Moment | undefined) =>
	[moment?.era ?? null, moment === undefined ? null : Math.ceil(moment.at)] as const;

/** Converts a row of `requests` to an entry. */
export function toRequest(row: DatabaseRow): RequestEntry {
	return {
		id: Number(row.id),
		operation: Number(row.operation),
		at: Number(row.at),
		method: row.method as RequestEntry['method'],
		target: fromStoredText(row.target),
		outcome: row.outcome as RequestEntry['outcome'],
		status: row.status === null ? undefined : Number(row.status),
		summary: fromStoredText(row.what),
		moment: typeof row.era === 'string' ? {era: row.era, at: Number(row.moment)} : undefined,
	};
}
