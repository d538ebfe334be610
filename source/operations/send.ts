import type {Failure, Result} from '../api/failure.ts';
import {createNotification, type Created} from '../api/create.ts';
import {deleteNotification} from '../api/delete.ts';
import type {RequestEntry} from '../storage/journal/operation.ts';
import type {NotificationInput} from '../domain/notification.ts';
import type {OperationContext} from './operation-context.ts';

/** Sends one POST, written down before and after. */
export async function sendCreate(context: OperationContext, operation: number, input: NotificationInput): Promise<Result<Created>> {
	const request = context.log.requestSent(operation, {method: 'POST'});
	const created = await createNotification(context.connection, input, context.signal);
	context.log.requestAnswered(request, created.ok ? {outcome: 'ok', target: created.value.id} : failed(created.failure));
	return created;
}

/** Sends one DELETE, written down before and after. */
export async function sendDelete(context: OperationContext, operation: number, id: string): Promise<Result<void>> {
	const request = context.log.requestSent(operation, {method: 'DELETE', target: id});
	const deleted = await deleteNotification(context.connection, id, context.signal);
	context.log.requestAnswered(request, deleted.ok ? {outcome: 'ok'} : failed(deleted.failure));
	return deleted;
}

/** What the journal notes down of a request that failed. */
export const failed = ({outcome, status, summary}: Failure): Pick<RequestEntry, 'outcome' | 'status' | 'summary'> => ({outcome, status, summary});
