import {canonicalForm} from '../notification/equivalence.ts';
import type {NotificationFields} from '../notification/notification.ts';
import type {Operation} from '../storage/journal/operation.ts';
import type {OperationContext} from './operation-context.ts';

/** Returns a function that finds a pending operation, or an item of an unfinished batch, that may have created or may still create an identical notification. */
export function createPendingDuplicateFinder({
	log,
	profile,
}: Pick<OperationContext, 'log' | 'profile'>): (fields: NotificationFields) => Operation | undefined {
	const sent = log.unfinished(profile).filter(({state}) => state === 'creating');
	const byForm = new Map(
		[...log.pendingCreations(profile), ...sent].flatMap(operation =>
			operation.input === undefined ? [] : [[canonicalForm(operation.input), operation]],
		),
	);
	return fields => (byForm.size === 0 ? undefined : byForm.get(canonicalForm(fields)));
}

/** Returns the sentence that says why an identical notification is not created. */
export function pendingDuplicateText({batch, startedAt, state}: Operation, now: number): string {
	const seconds = Math.max(0, Math.round((now - startedAt) / 1000));
	return batch === undefined || state === 'creating'
		? `The same create was sent ${seconds} s ago, and its outcome is unknown: a second one may result.`
		: `A bulk operation that began ${seconds} s ago and has not ended is to create the same.`;
}
