import type {Failure, Result} from '../api/failure.ts';
import {createNotification, deleteNotification, type Created} from '../api/writes.ts';
import type {RequestEntry} from '../ledger/operation.ts';
import type {NotificationInput} from '../notifications/notification.ts';
import type {Bench} from './bench.ts';

/** Sends one POST, written down before and after. */
export async function sendCreate(bench: Bench, operation: number, input: NotificationInput): Promise<Result<Created>> {
	const request = bench.log.requestSent(operation, {method: 'POST'});
	const created = await createNotification(bench.connection, input, bench.signal);
	bench.log.requestAnswered(request, created.ok ? {outcome: 'ok', target: created.value.id} : failed(created.failure));
	return created;
}

/** Sends one DELETE, written down before and after. */
export async function sendDelete(bench: Bench, operation: number, id: string): Promise<Result<void>> {
	const request = bench.log.requestSent(operation, {method: 'DELETE', target: id});
	const deleted = await deleteNotification(bench.connection, id, bench.signal);
	bench.log.requestAnswered(request, deleted.ok ? {outcome: 'ok'} : failed(deleted.failure));
	return deleted;
}

/** What the journal notes down of a request that failed. */
export const failed = ({outcome, status, what}: Failure): Pick<RequestEntry, 'outcome' | 'status' | 'what'> => ({outcome, status, what});
