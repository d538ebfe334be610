import {findIdentical, findDuplicates} from '../domain/equivalence.ts';
import type {Notification, NotificationInput} from '../domain/notification.ts';
import type {NotificationSnapshot} from '../storage/journal/operation.ts';
import type {OperationContext} from './operation-context.ts';
import {fetchListing, refusedBefore, unknownPriorId} from './verify.ts';
import {resume} from './resume.ts';
import type {Refused, OperationResult} from './operation-result.ts';

export type CreateOptions = {
	/** Notifications that say the same already, and that the operator knows of. */
	readonly acceptedIds: ReadonlySet<string>;
	/** Sends even where it cannot be known whether there is one that says the same. */
	readonly isUnchecked: boolean;
	/** What it brings back. */
	readonly restored?: NotificationSnapshot | undefined;
};

export type CreateOutcome =
	| OperationResult
	| Refused
	/** Nothing was sent: these say the same already. */
	| {readonly kind: 'duplicates'; readonly duplicates: readonly Notification[]}
	/** Nothing was sent: there is no telling whether one says the same already. `reason` is a sentence, safe to show. */
	| {readonly kind: 'unchecked'; readonly reason: string};

/**
Creates a notification: looks at a fresh listing for one that says the same, then sends one POST, which is never repeated from here. Where its outcome is unknown the listing is asked, several times, for one that was not there before.
*/
export async function create(context: OperationContext, input: NotificationInput, {acceptedIds, isUnchecked, restored}: CreateOptions): Promise<CreateOutcome> {
	const before = await fetchListing(context);
	const refused = refusedBefore(context, before);
	if (refused !== undefined) {
		return refused;
	}

	const listed = 'listing' in before ? before.listing : undefined;
	const duplicates = listed === undefined ? [] : findDuplicates(input, listed.records);
	const unknown = duplicates.filter(({id}) => !acceptedIds.has(id));
	if (unknown.length > 0) {
		return {kind: 'duplicates', duplicates: unknown};
	}

	if (!listed?.complete && !isUnchecked) {
		const reason = 'failure' in before ? before.failure.summary : (listed?.complete === false ? listed.reason : '');
		return {kind: 'unchecked', reason};
	}

	const seenIds = listed === undefined ? [] : findIdentical(input, listed.records).map(({id}) => id);
	return resume(context, context.log.begin({
		profile: context.profile,
		profileName: context.profileName,
		kind: restored === undefined ? 'create' : 'restore',
		input,
		snapshot: restored,
		// Without a complete listing before, none after can tell which one is new.
		knownIds: listed?.complete ? seenIds : [...seenIds, unknownPriorId],
	}));
}
