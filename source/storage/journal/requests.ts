import {inTransaction, type Database} from '../../system/sqlite.ts';
import {LedgerError, requireWritable, type WriteBlock} from '../ledger-error.ts';
import {fromStoredText, toStoredText} from '../stored-json.ts';
import {requireOpenRow} from './claims.ts';
import type {RequestEntry} from './operation.ts';
import {maskFor, requireRow, toOperation, type DatabaseRow} from './operation-row.ts';

/** What became of a request; what is left out stays. */
export type RequestAnswer = {
	readonly outcome: RequestEntry['outcome'];
	readonly status?: number | undefined;
	readonly summary?: string | undefined;
	readonly target?: string | undefined;
};

/** What is sent. */
export type SentRequest = {readonly method: RequestEntry['method']; readonly target?: string | undefined};

/** The mutating requests of operations. Every method may throw LedgerError, and then has changed nothing. */
export type Requests = {
	/** Notes down a request, on disk when it returns: only then may the request be sent. Returns the entry's id. */
	readonly requestSent: (operation: number, request: SentRequest) => number;
	/** Notes down what became of a request. */
	readonly requestAnswered: (id: number, answer: RequestAnswer) => void;
	/** The requests of an operation, oldest first. */
	readonly requestsOf: (operation: number) => RequestEntry[];
};

/** Writes requests down; to be called in a transaction. */
export function createRequestRows(database: Database, now: () => number) {
	const insert = database.prepare('INSERT INTO requests (operation, at, method, target, outcome) VALUES (?, ?, ?, ?, \'sent\')');
	const find = database.prepare('SELECT operation FROM requests WHERE id = ?');
	const update = database.prepare(`
		UPDATE requests SET outcome = ?, status = coalesce(?, status), what = coalesce(?, what), target = coalesce(?, target) WHERE id = ?
	`);

	return {
		/** Returns the id of the entry. */
		sent: (operation: number, {method, target}: SentRequest): number => (
			Number(insert.run(operation, now(), method, toStoredText(target)).lastInsertRowid)
		),
		/** Returns the id of its operation. Throws LedgerError where there is no such request. */
		answered(id: number, {outcome, status, summary, target}: RequestAnswer): number {
			const request = find.get(id);
			if (request === undefined) {
				throw new LedgerError(`The ledger has no request ${id}.`);
			}

			// A service may quote the recipient in its complaint.
			const operation = Number(request.operation);
			const masked = summary === undefined ? undefined : maskFor(toOperation(requireRow(database, operation)), summary);
			update.run(outcome, status ?? null, toStoredText(masked), toStoredText(target), id);
			return operation;
		},
	};
}

export function createRequests(database: Database, now: () => number, obstacle: WriteBlock): Requests {
	const rows = createRequestRows(database, now);
	const ofOperation = database.prepare('SELECT * FROM requests WHERE operation = ? ORDER BY id');

	return {
		requestSent: (operation, request) => inTransaction(database, () => {
			requireWritable(obstacle);
			requireOpenRow(database, operation);
			return rows.sent(operation, request);
		}),
		requestAnswered(id, answer) {
			inTransaction(database, () => {
				rows.answered(id, answer);
			});
		},
		requestsOf: operation => ofOperation.all(operation).map(row => toRequest(row)),
	};
}

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
	};
}
