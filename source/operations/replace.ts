import {failureSentence} from '../service/failure.ts';
import {findRewritten} from '../notification/equivalence.ts';
import type {NotificationInput} from '../notification/notification.ts';
import type {NotificationSnapshot} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {type OperationContext, isListedIn} from './operation-context.ts';
import type {OperationResult, RefusedResult} from './operation-result.ts';
import {refusedAsProtected, whyProtected} from './protected.ts';
import {refusedByPolicy} from './refused-by-policy.ts';
import {resume} from './resume.ts';
import {fetchListing, refusedBefore, type ListingAttempt} from './verify.ts';

const impossible = (reason: string) => ({kind: 'impossible', reason: `Nothing was sent: ${reason}`}) as const;

export type ReplaceOptions = {
	/** The operation that this one undoes. */
	readonly undoes?: number;
	/** The listing to start with; by default the account is listed first. */
	readonly before?: ListingAttempt;
};

/**
Edits a notification on a service that has no update (interface.md, "Endpoints"): creates the new one, confirms it in a listing, and only then deletes the old one. A crash at any point leaves at least one of them, and the journal says how to continue.
*/
export async function replace(
	context: OperationContext,
	snapshot: NotificationSnapshot,
	input: NotificationInput,
	{undoes, before: given}: ReplaceOptions = {},
): Promise<OperationResult | RefusedResult> {
	context.onPhase?.('checking');
	const before = given ?? (await fetchListing(context));
	const refused = refusedBefore(context, before, true);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before) {
		return impossible(`the notifications could not be listed first. ${failureSentence(before.failure)}`);
	}

	const {listing} = before;
	if (!listing.complete) {
		return impossible(`only a complete listing can tell the new notification from existing ones. ${listing.reason}`);
	}

	if (!isListedIn(before, snapshot.id)) {
		return impossible(`${sanitise(snapshot.id)} no longer exists.`);
	}

	const refusal = undoes === undefined ? refusedByPolicy(context, input) : undefined;
	const why = whyProtected(context, snapshot, listing.records);
	if (refusal !== undefined || why !== undefined) {
		return refusal ?? refusedAsProtected(why!);
	}

	return resume(
		{...context, listed: () => listing.records},
		await context.log.begin({
			profile: context.profile,
			profileName: context.profileName,
			kind: 'replace',
			input,
			snapshot,
			undoes,
			knownIds: findRewritten(input, listing.records).map(({id}) => id),
		}),
	);
}
