import type {Sighting, OperationContext} from './operation-context.ts';
import {fetchListing, type ListingAttempt} from './verify.ts';

/** The maximum age, in milliseconds, of a listing that serves instead of a new one. */
const recentTime = 10_000;

/** Whether a listing began, and was read, a moment ago. The second clock counts the time that the machine slept. */
export function isRecent(
	{elapsed, now}: Pick<OperationContext, 'elapsed' | 'now'>,
	{startedAt, readAt}: Sighting,
): boolean {
	const sinceRead = readAt === undefined ? Infinity : now() - readAt;
	return elapsed.between(startedAt, elapsed.now()) <= recentTime && sinceRead >= 0 && sinceRead <= recentTime;
}

/** Whether a listing began after every request that the journal records. */
export function isAfterRequests(
	{log, elapsed, now}: Pick<OperationContext, 'log' | 'elapsed' | 'now'>,
	{startedAt}: Sighting,
): boolean {
	return log.endedBefore(startedAt, now() - elapsed.between(startedAt, elapsed.now()));
}

/**
The listing in which a creation looks for duplicates: the displayed one if it is complete, recent, and began after every request that the journal records, and if the service named what was created last; otherwise a new one (docs/decisions/recent-listing.md).

@returns `isPriorRecent`: it is not a new one, so the operation is to be recorded with `isPriorRecent`.
*/
export async function listBeforeCreation(
	context: OperationContext,
): Promise<{readonly before: ListingAttempt; readonly isPriorRecent?: true}> {
	const {displayed, log, signal} = context;
	const last = displayed?.();
	if (
		last?.listing.complete === true &&
		!signal.aborted &&
		isRecent(context, last) &&
		log.isLastNamed() &&
		isAfterRequests(context, last)
	) {
		return {before: last, isPriorRecent: true};
	}

	return {before: await fetchListing(context)};
}

/** The listing that shows what is to be deleted: the last one that this operation has read, or that was handed on to it, if it is recent; otherwise a new one. */
export async function listBeforeDeletion(context: OperationContext): Promise<ListingAttempt> {
	const last = context.lastSighting?.();
	return last !== undefined && !context.signal.aborted && isRecent(context, last) ? last : fetchListing(context);
}
