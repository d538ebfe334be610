import {failureSentence, type Failure} from '../api/failure.ts';
import {listNotifications} from '../api/listing/list-notifications.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {delaysOf} from '../system/backoff.ts';
import {judgeCreation, judgeDeletion, type CreationVerdict, type DeletionVerdict, type Sighting} from './evidence.ts';
import type {OperationContext} from './operation-context.ts';
import type {RefusedResult} from './operation-result.ts';

/** Milliseconds between listings while a change may not be listed yet: five listings within eight seconds. */
const pollIntervals = delaysOf({first: 500, retries: 4});

/** The total time of these listings, in milliseconds. */
const pollTime = pollIntervals.reduce((sum, pause) => sum + pause, 0);

/** A listing, or the failure to get one. */
export type ListingAttempt = Sighting | {readonly failure: Failure};

const stoppedWaiting: Failure = {
	kind: 'cancelled',
	outcome: 'unknown',
	summary: 'You stopped waiting.',
	nextStep: 'It may still succeed: check the listing.',
};

/** Whether a failed listing before the first request ends the operation: the API key was rejected, or the operator stopped waiting. `requiresListing`: so does a listing that is forbidden. */
export function refusedBefore({signal}: OperationContext, attempt: ListingAttempt, requiresListing = false): RefusedResult | undefined {
	if (!('failure' in attempt)) {
		return undefined;
	}

	const {failure} = attempt;
	if (signal.aborted) {
		return {kind: 'refused', failure: {...failure, outcome: 'not-sent', nextStep: 'Nothing was sent.'}};
	}

	return failure.kind === 'unauthorized' || (requiresListing && failure.kind === 'forbidden')
		? {kind: 'refused', failure: {...failure, outcome: 'not-sent', nextStep: `Nothing was sent. ${failure.nextStep}`}}
		: undefined;
}

/** Lists the account, with retries. */
export async function fetchListing({connection, retry, signal, elapsed, listed, onListing}: OperationContext): Promise<ListingAttempt> {
	if (signal.aborted) {
		return {failure: stoppedWaiting};
	}

	const startedAt = elapsed.now();
	const result = await listNotifications(connection, {signal, retry, before: listed?.()});
	if (!result.ok) {
		return {failure: result.failure};
	}

	const sighting = {listing: result.value, startedAt};
	onListing?.(sighting);
	return sighting;
}

/** A verdict and the listing it is based on. */
export type Verified<T> = {
	/** The verdict; `pending` if there is no listing. */
	readonly verdict: T | {readonly kind: 'pending'; readonly wait: number};
	/** The listing that was judged. */
	readonly sighting: Sighting | undefined;
	/** The reason why the last listing was missing or partial. */
	readonly problem: string | undefined;
	/** The failure of the last listing. */
	readonly failure?: Failure | undefined;
};

/** Judges one listing. */
export async function verifyOnce<T>(context: OperationContext, judge: (sighting: Sighting) => T): Promise<Verified<T>> {
	const attempt = await fetchListing(context);
	return 'failure' in attempt
		? {verdict: {kind: 'pending', wait: 0}, sighting: undefined, problem: failureSentence(attempt.failure), failure: attempt.failure}
		: {verdict: judge(attempt), sighting: attempt, problem: attempt.listing.complete ? undefined : attempt.listing.reason};
}

/** Judges listings over several seconds, until one decides, a listing fails for good, or the operator stops waiting. */
export async function verify<T extends {readonly kind: string}>(context: OperationContext, judge: (sighting: Sighting) => T, isFutile: (verdict: T) => boolean = () => false): Promise<Verified<T>> {
	return pollListing(context, async () => verifyOnce(context, judge), ({verdict, problem}) => verdict.kind === 'pending' && problem === undefined && !isFutile(verdict as T));
}

/** Verifies whether a notification was deleted. */
export async function verifyDeletion(context: OperationContext, operation: Operation, id: string): Promise<Verified<DeletionVerdict>> {
	const requests = context.log.requestsOf(operation.id);
	// A notification that is no longer listed needs more time, not more listings.
	return verify(context, sighting => judgeDeletion(context, id, requests, sighting), verdict => verdict.kind === 'pending' && !verdict.isListed && verdict.wait > pollTime);
}

/** Verifies whether an operation's notification was created. */
export async function verifyCreation(context: OperationContext, operation: Operation): Promise<Verified<CreationVerdict>> {
	const requests = context.log.requestsOf(operation.id);
	return verify(context, sighting => judgeCreation(context, operation, requests, sighting));
}

/** Repeats a look-up with growing pauses while `isOpen` says that the result decides nothing. Returns the last result. */
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
