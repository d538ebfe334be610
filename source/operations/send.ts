import {recordsById} from '../query/changes.ts';
import type {Failure, Result} from '../service/failure.ts';
import {createNotification, type Created, deleteNotification} from '../service/writes.ts';
import type {NotificationSnapshot, Operation} from '../storage/journal/operation.ts';
import type {RequestAnswer} from '../storage/journal/requests.ts';
import {isAlike, type CertifiedId, type OperationContext, type OperationLog} from './operation-context.ts';
import {takeSnapshot} from './snapshot.ts';

/** Sends one POST. The log records it before it is sent, and its outcome afterwards. */
export async function sendCreate(context: OperationContext, operation: Operation): Promise<Result<Created>> {
	const {log, connection, elapsed, signal} = context;
	const overwrittenBy = overwrittenFinder(context, operation);
	const request = await log.requestSent(operation.id, {method: 'POST', moment: elapsed.now()});
	const created = await createNotification(connection, operation.input!, signal, listedRecord(operation, log));
	await log.requestAnswered(request, {
		...(created.ok ? {outcome: 'ok', target: created.value.id} : toAnswer(created.failure)),
		moment: elapsed.now(),
	});
	const overwritten = created.ok ? overwrittenBy(created.value.id) : undefined;
	if (overwritten !== undefined) {
		await log.advance(operation.id, {overwritten});
	}

	return created;
}

/** Returns a function that, given the ID in the answer to a POST, returns the notification that was listed with it before, as it was: the service may have overwritten it. Call this before the POST, because a listing that is read meanwhile may already show the new one. */
export function overwrittenFinder(
	{listed, lastListed = listed, sent, profile}: Pick<OperationContext, 'listed' | 'lastListed' | 'sent' | 'profile'>,
	{snapshot, input}: Pick<Operation, 'snapshot' | 'input'>,
): (named: string | undefined) => NotificationSnapshot | undefined {
	const records = lastListed?.() ?? [];
	return named => {
		if (named === undefined || named === snapshot?.id) {
			return undefined;
		}

		const before = recordsById(records).get(named);
		return before?.kind === 'notification' && (input === undefined || !isAlike(before, input))
			? takeSnapshot(before, sent.get(profile, named))
			: undefined;
	};
}

/** Sends one DELETE, for a notification that the operator chose or that a listing certified as the operation's own. The log records it before it is sent, and its outcome afterwards. */
export async function sendDelete(
	{log, connection, elapsed, signal}: OperationContext,
	operation: number,
	target: NotificationSnapshot | CertifiedId,
): Promise<Result<void>> {
	const id = typeof target === 'string' ? target : target.id;
	const request = await log.requestSent(operation, {method: 'DELETE', target: id, moment: elapsed.now()});
	const deleted = await deleteNotification(connection, id, signal);
	await log.requestAnswered(request, {
		...(deleted.ok ? {outcome: 'ok'} : toAnswer(deleted.failure)),
		moment: elapsed.now(),
	});
	return deleted;
}

/** The listed record that an operation creates its notification from. An edit that undoes another edit recreates the notification that was replaced. */
export function listedRecord({kind, snapshot, undoes, input}: Operation, log: Pick<OperationLog, 'get'>): unknown {
	if (kind === 'create') {
		return input?.listed;
	}

	const before = kind === 'replace' && undoes !== undefined ? log.get(undoes)?.snapshot : undefined;
	return (before ?? snapshot)?.raw;
}

/** Converts the failure of a request to the answer that the journal stores. */
export const toAnswer = ({outcome, status, summary}: Failure): RequestAnswer => ({outcome, status, summary});
