import type {Moment} from '../../system/monotonic-clock.ts';
import {inTransaction, statementOf, type Database} from '../../system/sqlite.ts';
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
export type SentRequest = {readonly method: RequestEntry['method']; readonly target?: string | undefined; readonly moment?: Moment | undefined};

/** The mutating requests of operations. Every method may throw LedgerError, and then has changed nothing. */
export type Requests = {
	/** Records a request before it is sent. When this returns, the entry is on disk and the request may be sent. Returns the entry's ID. */
	readonly requestSent: (operation: number, request: SentRequest) => number;
	/** Records the outcome of a request. */
	readonly requestAnswered: (id: number, answer: RequestAnswer) => void;
	/** The requests of an operation, oldest first. */
	readonly requestsOf: (operation: number) => RequestEntry[];
};

/** Creates the statements that record requests. Call them in a transaction. */
export function createRequestRows(database: Database, now: () => number) {
	const insert = statementOf(database, 'INSERT INTO requests (operation, at, method, target, outcome, era, moment) VALUES (?, ?, ?, ?, \'sent\', ?, ?)');
	const find = statementOf(database, 'SELECT operation FROM requests WHERE id = ?');
	const update = statementOf(database, `
		UPDATE requests SET outcome = ?, status = coalesce(?, status), what = coalesce(?, what), target = coalesce(?, target),
			era = coalesce(?, era), moment = coalesce(?, moment)
		WHERE id = ?
	`);

	return {
		/** Inserts an entry and returns its ID. */
		insert: (operation: number, {method, target, moment}: SentRequest): number => (
			Number(insert.run(operation, now(), method, toStoredText(target), ...momentColumns(moment)).lastInsertRowid)
		),
		/** Updates an entry and returns the ID of its operation. Throws LedgerError if the entry does not exist. */
		update(id: number, {outcome, status, summary, target, moment}: RequestAnswer): number {
			const request = find.get(id);
			if (request === undefined) {
				throw new LedgerError(`The ledger has no request ${id}.`);
			}

			// An error message of the service may quote the recipient.
			const operation = Number(request.operation);
			const masked = summary === undefined ? undefined : maskFor(toOperation(requireRow(database, 'operations', operation)), summary);
			update.run(outcome, status ?? null, toStoredText(masked), toStoredText(target), ...momentColumns(moment), id);
			return operation;
		},
	};
}

export function createRequests(database: Database, now: () => number, commit: Commit): Requests {
	const rows = createRequestRows(database, now);
	const ofOperation = statementOf(database, 'SELECT * FROM requests WHERE operation = ? ORDER BY id');

	return {
		requestSent: (operation, request) => commit(() => {
			requirePendingRow(database, operation);
			return rows.insert(operation, request);
		}),
		requestAnswered(id, answer) {
			inTransaction(database, () => {
				rows.update(id, answer);
			});
		},
		requestsOf: operation => ofOperation.all(operation).map(row => toRequest(row)),
	};
}

/** The columns for a moment. The time is rounded up, so that the time since then is never overestimated. */
const momentColumns = (moment: Moment | undefined) => [moment?.era ?? null, moment === undefined ? null : Math.ceil(moment.at)] as const;

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
