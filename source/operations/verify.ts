import type {Failure} from '../api/failure.ts';
import {listNotifications, type Listing} from '../api/listing/list-notifications.ts';
import {canonicalForm, findCandidates} from '../domain/equivalence.ts';
import type {Notification, NotificationInput} from '../domain/notification.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {delaysOf} from '../system/backoff.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import type {OperationContext} from './operation-context.ts';
import type {RefusedResult} from './operation-result.ts';

/** Milliseconds between listings while a new notification may be listed late: five listings within eight seconds. */
const pollIntervals = delaysOf({first: 500, retries: 4});

/** Whether a notification exists, as far as listings say. */
export type Presence = 'listed' | 'absent' | {readonly unclear: string};

/** Said of what complete listings do not show. */
export const notListed = 'It does not appear in the listing.';

/** Which notification a POST created, as far as listings say. */
export type CreatedMatch =
	| {readonly kind: 'one'; readonly id: string}
	/** None, in complete listings over several seconds. */
	| {readonly kind: 'none'}
	/** It may be any of these; `reason` is safe to show. */
	| {readonly kind: 'several'; readonly ids: readonly string[]; readonly reason: string}
	| {readonly kind: 'unclear'; readonly reason: string};

/** Among an operation's known IDs: there may have been more that no listing showed. No record has an empty ID (api/listing/read-record.ts). */
export const unknownPriorId = '';

/** A listing, or why there is none. */
export type ListingAttempt = {readonly listing: Listing} | {readonly failure: Failure};

const stoppedWaiting: Failure = {
	kind: 'cancelled',
	outcome: 'unknown',
	summary: 'You stopped waiting.',
	nextStep: 'It may still succeed: check the listing.',
};

/** Whether a failed listing before the first request ends the operation: the API key was rejected, or the operator stopped waiting. */
export function refusedBefore({signal}: OperationContext, attempt: ListingAttempt): RefusedResult | undefined {
	return 'failure' in attempt && (signal.aborted || attempt.failure.kind === 'unauthorized')
		? {kind: 'refused', failure: {...attempt.failure, outcome: 'not-sent'}}
		: undefined;
}

/** Lists the account, with retries. */
export async function fetchListing({connection, retry, signal}: OperationContext): Promise<ListingAttempt> {
	if (signal.aborted) {
		return {failure: stoppedWaiting};
	}

	const listed = await listNotifications(connection, {signal, retry});
	return listed.ok ? {listing: listed.value} : {failure: listed.failure};
}

/** The records of a listing that are notifications. */
export function notificationsIn({records}: Listing): Notification[] {
	return records.flatMap(record => record.kind === 'notification' ? [record] : []);
}

/** Whether a notification is listed now; only a complete listing proves absence. */
export async function checkPresence(context: OperationContext, id: string): Promise<Presence> {
	const attempt = await fetchListing(context);
	if ('failure' in attempt) {
		return {unclear: attempt.failure.summary};
	}

	const {listing} = attempt;
	if (notificationsIn(listing).some(record => record.id === id)) {
		return 'listed';
	}

	return listing.complete ? 'absent' : {unclear: listing.reason};
}

/** As `checkPresence`, with repeated listings over several seconds before it says absent. */
export async function awaitPresence(context: OperationContext, id: string): Promise<Presence> {
	return pollListing(context, async () => checkPresence(context, id), presence => presence === 'absent');
}

/**
Finds the notification that a POST created: one with the content that was sent, and not among the known IDs. Listings may show it late, so they are repeated over several seconds.
*/
export async function findCreated(context: OperationContext, input: NotificationInput, knownIds: readonly string[]): Promise<CreatedMatch> {
	const find = async (): Promise<CreatedMatch> => {
		const attempt = await fetchListing(context);
		if ('failure' in attempt) {
			return {kind: 'unclear', reason: attempt.failure.summary};
		}

		const {listing} = attempt;
		const ids = candidateIds(listing, input, knownIds);
		const [id] = ids;
		if (ids.length > 1) {
			return {kind: 'several', ids, reason: `Several new notifications have this content: ${ids.join(', ')}. One of them is the new one.`};
		}

		if (id !== undefined) {
			return knownIds.includes(unknownPriorId)
				? {kind: 'several', ids, reason: `${id} has this content, but it may have existed before.`}
				: {kind: 'one', id};
		}

		return listing.complete ? {kind: 'none'} : {kind: 'unclear', reason: listing.reason};
	};

	return pollListing(context, find, found => found.kind === 'none');
}

/** Looks repeatedly, with growing pauses, while `isOpen` says that the result decides nothing. Returns the last result. */
export async function pollListing<T>({retry, signal}: OperationContext, look: () => Promise<T>, isOpen: (result: T) => boolean): Promise<T> {
	let result = await look();
	for (const pause of pollIntervals) {
		if (!isOpen(result)) {
			break;
		}

		try {
			await retry.sleep(pause, signal);
		} catch {
			break;
		}

		result = await look();
	}

	return result;
}

/** Whether a notification that the operator chose can be the new one: it is listed, has the content that was sent, and is not among the known IDs. */
export async function isCandidate(context: OperationContext, {input, knownIds}: Operation, id: string): Promise<boolean> {
	const attempt = await fetchListing(context);
	return 'listing' in attempt && candidateIds(attempt.listing, input!, knownIds).includes(id);
}

function candidateIds(listing: Listing, input: NotificationInput, knownIds: readonly string[]): string[] {
	// The journal stores no API key: an input read back from it may hold `[API key]` instead.
	const wanted = hideSecrets(canonicalForm(input));
	return findCandidates(input, listing.records)
		.filter(record => !knownIds.includes(record.id) && hideSecrets(canonicalForm(record)) === wanted)
		.map(({id}) => id);
}
