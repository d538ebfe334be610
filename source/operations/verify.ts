import type {Failure} from '../service/failure.ts';
import {listNotifications} from '../service/listing/list-notifications.ts';
import {indexRecords} from '../query/changes.ts';
import {delaysOf} from '../platform/clock.ts';
import {finishInSlices} from '../platform/time-slices.ts';
import type {Sighting, OperationContext} from './operation-context.ts';
import type {RefusedResult} from './operation-result.ts';

/** The longest pauses between listings while a change may not be listed yet, in milliseconds; the last one is repeated. */
const pollIntervals = delaysOf({first: 500, retries: 4});

/** The total time of these pauses, in milliseconds. */
const pollTime = 10_000;

/** A listing, or the failure to get one. */
export type ListingAttempt = Sighting | {readonly failure: Failure};

const stoppedWaiting: Failure = {
	kind: 'cancelled',
	outcome: 'unknown',
	summary: 'You stopped waiting.',
	nextStep: 'It may still succeed: check the listing.',
};

/** Whether a failed listing before the first request ends the operation: the API key was rejected, or the operator stopped waiting. `requiresListing`: so does a listing that is forbidden. */
export function refusedBefore(
	{signal}: OperationContext,
	attempt: ListingAttempt,
	requiresListing = false,
): RefusedResult | undefined {
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
export async function fetchListing({
	connection,
	retry,
	signal,
	elapsed,
	now,
	listed,
	onListing,
}: OperationContext): Promise<ListingAttempt> {
	if (signal.aborted) {
		return {failure: stoppedWaiting};
	}

	const startedAt = elapsed.now();
	const before = listed?.();
	const result = await listNotifications(connection, {signal, retry, before: listed});
	if (!result.ok) {
		return {failure: result.failure};
	}

	const sighting = {listing: result.value, startedAt, before, readAt: now()};
	// What judges it looks up IDs.
	await finishInSlices(indexRecords(result.value.records));
	onListing?.(sighting);
	return sighting;
}

/** Repeats a look-up with growing pauses for several seconds. `openFor` returns the milliseconds until another listing can decide, 0 if it could at any time, or undefined if the result decides. Returns the last result. */
export async function pollListing<T>(
	{retry, signal}: OperationContext,
	look: () => Promise<T>,
	openFor: (result: T) => {readonly wait: number; readonly isListed?: boolean} | undefined,
): Promise<T> {
	let result = await look();
	let left = pollTime;
	for (let open = openFor(result), index = 0; open !== undefined && left > 0; open = openFor(result), index++) {
		const {wait, isListed = true} = open;
		// A notification that is no longer listed needs more time, not more listings.
		if (!isListed && wait > left) {
			break;
		}

		const interval = pollIntervals[Math.min(index, pollIntervals.length - 1)]!;
		const needed = wait > 0 ? wait : interval;
		const pause = Math.min(left, isListed ? Math.min(interval, needed) : needed);
		try {
			await retry.sleep(pause, signal);
		} catch {
			break;
		}

		left -= pause;
		result = await look();
	}

	return result;
}
