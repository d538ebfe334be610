import {failureSentence, type Failure} from '../service/failure.ts';
import {findDuplicates, findRewritten} from '../notification/equivalence.ts';
import type {Notification, NotificationInput} from '../notification/notification.ts';
import type {NotificationSnapshot} from '../storage/journal/operation.ts';
import {unknownPriorId, type OperationContext} from './operation-context.ts';
import type {OperationResult, RefusedResult} from './operation-result.ts';
import {createPendingDuplicateFinder, pendingDuplicateText} from './pending-duplicate.ts';
import {listBeforeCreation} from './recent-listing.ts';
import {refusedByPolicy} from './refused-by-policy.ts';
import {resume} from './resume.ts';
import {fetchListing, refusedBefore} from './verify.ts';

export type CreatePolicy = {
	/** The IDs of duplicates that the operator has seen and accepts, or `all`. */
	readonly acceptedIds: ReadonlySet<string> | 'all';
	/** Whether to send even if the check for duplicates is not possible. */
	readonly isUnchecked: boolean;
	/** The deleted notification that this one recreates. */
	readonly recreated?: NotificationSnapshot | undefined;
	/** The operation that this one undoes. */
	readonly undoes?: number | undefined;
	/** The position in the input of the command, for the journal. */
	readonly place?: string | undefined;
};

export type CreateOutcome =
	| OperationResult
	| RefusedResult
	/** Nothing was sent because of duplicates that the operator has not accepted. */
	| {readonly kind: 'duplicates'; readonly duplicates: readonly Notification[]}
	/** Nothing was sent because duplicates could not be ruled out: the check failed or, if `isPending`, an identical create was sent before and its outcome is unknown. Sanitise `reason` before showing it. `failure`: the failure of the listing. */
	| {readonly kind: 'unchecked'; readonly reason: string; readonly isPending?: true; readonly failure?: Failure};

/**
Creates a notification: checks a listing for duplicates, a new one or one of a moment ago, then sends one POST, which is never retried. If its outcome is unknown, later listings are searched for a notification with this content that was not there before.
*/
export async function create(
	context: OperationContext,
	input: NotificationInput,
	{acceptedIds, isUnchecked, recreated, undoes, place}: CreatePolicy,
): Promise<CreateOutcome> {
	const refusal = recreated === undefined ? refusedByPolicy(context, input) : undefined;
	if (refusal !== undefined) {
		return refusal;
	}

	context.onPhase?.('checking');
	const {before, isPriorRecent} =
		recreated === undefined ? await listBeforeCreation(context) : {before: await fetchListing(context)};
	const refused = refusedBefore(context, before);
	if (refused !== undefined) {
		return refused;
	}

	const listing = 'listing' in before ? before.listing : undefined;
	const duplicates =
		listing === undefined || acceptedIds === 'all'
			? []
			: findDuplicates(input, listing.records).filter(({id}) => !acceptedIds.has(id));
	if (duplicates.length > 0) {
		return {kind: 'duplicates', duplicates};
	}

	if (!listing?.complete && !isUnchecked) {
		return 'failure' in before
			? {kind: 'unchecked', reason: failureSentence(before.failure), failure: before.failure}
			: {kind: 'unchecked', reason: listing?.complete === false ? listing.reason : ''};
	}

	const earlier = isUnchecked ? undefined : createPendingDuplicateFinder(context)(input);
	if (earlier !== undefined) {
		return {kind: 'unchecked', isPending: true, reason: pendingDuplicateText(earlier, context.now())};
	}

	const knownIds = listing === undefined ? [] : findRewritten(input, listing.records).map(({id}) => id);
	return resume(
		{...context, ...(listing !== undefined && {listed: () => listing.records})},
		await context.log.begin({
			profile: context.profile,
			profileName: context.profileName,
			kind: recreated === undefined ? 'create' : 'recreate',
			input,
			snapshot: recreated,
			undoes,
			place,
			// Without a complete listing before the POST, no later listing can tell which notification is new.
			isPriorRecent,
			knownIds: listing?.complete ? knownIds : [...knownIds, unknownPriorId],
		}),
	);
}
