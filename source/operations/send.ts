import {recordsById} from '../query/changes.ts';
import type {Failure} from '../service/failure.ts';
import type {NotificationSnapshot, Operation} from '../storage/journal/operation.ts';
import type {RequestAnswer} from '../storage/journal/requests.ts';
import {isAlike, type OperationContext, type OperationLog} from './operation-context.ts';
import {takeSnapshot} from './snapshot.ts';

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
