import type {Failure} from '../api/failure.ts';
import {listNotifications, type Listing} from '../api/listing/list-notifications.ts';
import {canonicalForm, findCandidates} from '../domain/equivalence.ts';
import type {Operation} from '../storage/journal/operation.ts';
import type {Notification, NotificationInput} from '../domain/notification.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import type {OperationContext} from './operation-context.ts';
import type {Refused} from './operation-result.ts';

/** Milliseconds between two looks at a listing that may show a new notification late: five looks within eight seconds. */
const pollIntervals = [500, 1000, 2000, 4000];

/** What a listing tells of one notification. */
export type Presence = 'listed' | 'absent' | {readonly unclear: string};

/** Which notification a create made, as far as listings tell. */
export type CreatedMatch =
	| {readonly kind: 'one'; readonly id: string}
	/** None, in complete listings over several seconds. */
	| {readonly kind: 'none'}
	/** Any of these, as far as anyone can tell; `reason` is a sentence, safe to show. */
	| {readonly kind: 'several'; readonly ids: readonly string[]; readonly reason: string}
	| {readonly kind: 'unknown'; readonly reason: string};

/** Stands among an operation's known ids where there may have been more than those: no record has an empty id (api/wire.ts). */
export const unknownPriorId = '';

/** What a look at the account showed. */
export type ListingAttempt = {readonly listing: Listing} | {readonly failure: Failure};

const stoppedWaiting: Failure = {
	kind: 'cancelled',
	outcome: 'unknown',
	summary: 'You gave up waiting.',
	nextStep: 'Look at the listing before you go on.',
};

/** Where a look before anything is sent ends it: another key is needed, or the operator gave up. */
export function refusedBefore({signal}: OperationContext, seen: ListingAttempt): Refused | undefined {
	return 'failure' in seen && (signal.aborted || seen.failure.kind === 'unauthorized')
		? {kind: 'refused', failure: {...seen.failure, outcome: 'not-sent'}}
		: undefined;
}

/** The account as it is now; a failure counts as a reason why nothing is known. */
export async function fetchListing({connection, retry, signal}: OperationContext): Promise<ListingAttempt> {
	if (signal.aborted) {
		return {failure: stoppedWaiting};
	}

	const listed = await listNotifications(connection, {signal, retry});
	return listed.ok ? {listing: listed.value} : {failure: listed.failure};
}

/** The notifications of a listing. */
export function notificationsIn({records}: Listing): Notification[] {
	return records.flatMap(record => record.kind === 'notification' ? [record] : []);
}

/** Whether a notification is listed; only a complete listing proves that it is not. */
export async function checkPresence(context: OperationContext, id: string): Promise<Presence> {
	const seen = await fetchListing(context);
	if ('failure' in seen) {
		return {unclear: seen.failure.summary};
	}

	if (notificationsIn(seen.listing).some(record => record.id === id)) {
		return 'listed';
	}

	return seen.listing.complete ? 'absent' : {unclear: seen.listing.reason};
}

/** As `presenceOf`, looking again for a while before saying that it is absent. */
export async function awaitPresence(context: OperationContext, id: string): Promise<Presence> {
	return pollListing(context, async () => checkPresence(context, id), presence => presence === 'absent');
}

/**
Looks for the notification that a create made: one that says what was sent, and was not there before. Listings may show it late, so it is looked for several times before it is given up.
*/
export async function findCreated(context: OperationContext, input: NotificationInput, knownIds: readonly string[]): Promise<CreatedMatch> {
	const find = async (): Promise<CreatedMatch> => {
		const seen = await fetchListing(context);
		if ('failure' in seen) {
			return {kind: 'unknown', reason: seen.failure.summary};
		}

		const ids = candidatesIn(seen.listing, input, knownIds);
		const [id] = ids;
		if (ids.length > 1) {
			return {kind: 'several', ids, reason: `Several notifications say this since: ${ids.join(', ')}. One of them is the new one.`};
		}

		if (id !== undefined && knownIds.includes(unknownPriorId)) {
			return {kind: 'several', ids, reason: `There is no telling whether ${id}, which says this, is the new one or was there before.`};
		}

		if (id !== undefined) {
			return {kind: 'one', id};
		}

		return seen.listing.complete ? {kind: 'none'} : {kind: 'unknown', reason: seen.listing.reason};
	};

	return pollListing(context, find, found => found.kind === 'none');
}

/** Observes again, with growing pauses, as long as what is seen leaves it open; returns what was seen last. */
export async function pollListing<T>({retry, signal}: OperationContext, observe: () => Promise<T>, isOpen: (seen: T) => boolean): Promise<T> {
	let seen = await observe();
	for (const pause of pollIntervals) {
		if (!isOpen(seen)) {
			break;
		}

		try {
			await retry.sleep(pause, signal);
		} catch {
			break;
		}

		seen = await observe();
	}

	return seen;
}

/** Whether a notification that the operator names can be the one that was created: it is listed, says what was sent, and was not there before. */
export async function isCandidate(context: OperationContext, {input, knownIds}: Operation, id: string): Promise<boolean> {
	const seen = await fetchListing(context);
	return 'listing' in seen && candidatesIn(seen.listing, input!, knownIds).includes(id);
}

/** The ids of what says what was sent, and was not there before. */
function candidatesIn(listing: Listing, input: NotificationInput, knownIds: readonly string[]): string[] {
	// The journal keeps no API key: what is read back from it may say `[API key]` instead.
	const wanted = hideSecrets(canonicalForm(input));
	return findCandidates(input, listing.records)
		.filter(record => !knownIds.includes(record.id) && hideSecrets(canonicalForm(record)) === wanted)
		.map(({id}) => id);
}
