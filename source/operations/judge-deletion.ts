import {recordsById} from '../query/changes.ts';
import type {NotificationFields} from '../notification/notification.ts';
import type {RequestEntry} from '../ledger/journal/operation.ts';
import type {Moment} from '../platform/clock.ts';
import {
	isAwaited,
	waitFor,
	deletesOf,
	isAwaitedLater,
	untilSecondListing,
	isListedIn,
	type Sighting,
	type DeletionVerdict,
	type JudgeContext,
} from './operation-context.ts';

type DeletionFacts = {
	/** See `Operation`. */
	readonly missingSince?: Moment | undefined;
	/** Its content. A record with its ID and another content is another notification: some services use IDs again. */
	readonly content?: NotificationFields | undefined;
};

/**
Judges what the DELETEs of a notification did. A request takes effect, and every listing shows it, within the settling time; before that, a listing that still shows the notification proves nothing.

A complete listing without it, begun after the service confirmed a DELETE, proves that it is gone; two are needed if other notifications are missing as well. If no DELETE was confirmed, two complete listings prove it, both begun after the settling time unless it had been listed for longer than that.

@param context - The clock, the settling time, and what was seen before.
@param id - The ID of the notification.
@param requests - All requests of the operation.
@param sighting - The listing to judge by.
@param facts - Facts that are known already.
*/
export function judgeDeletion(
	context: JudgeContext,
	id: string,
	requests: readonly RequestEntry[],
	sighting: Sighting,
	facts: DeletionFacts = {},
): DeletionVerdict {
	const {missingSince, content} = facts;
	const {
		listing: {complete},
	} = sighting;
	const deletes = deletesOf(requests, id);
	// A notification that a later operation created under this ID is another one.
	const isListed =
		isListedIn(sighting, id, content) &&
		!deletes.some(({operation}) => context.log.isCreatedLater({id: operation, profile: context.profile}, id));
	if (isListed) {
		const wait = waitFor(context, deletes, sighting);
		if (
			wait === 0 &&
			content !== undefined &&
			deletes.some(({operation}) => isAwaitedLater(context, operation, content))
		) {
			// Some services use IDs again: the listed one may be what the later operation created.
			return {kind: 'pending', wait, isListed: false};
		}

		return wait === 0 ? {kind: 'kept'} : {kind: 'pending', wait, isListed};
	}

	if (complete && isConfirmedBefore(context, deletes, sighting) && !lacksOthers(context, sighting)) {
		return {kind: 'gone'};
	}

	const untilMissing = untilMissingCounts(context, id, deletes, sighting);
	if (!complete || untilMissing > 0) {
		return {kind: 'pending', wait: untilMissing, isListed};
	}

	const untilSecond = untilSecondListing(context, missingSince, sighting);
	return untilSecond === 0 ? {kind: 'gone'} : {kind: 'pending', wait: untilSecond, isListed, isMissing: true};
}

/** Whether the service confirmed one of these requests before the listing began. */
const isConfirmedBefore = (
	{elapsed}: JudgeContext,
	requests: readonly RequestEntry[],
	{startedAt}: Sighting,
): boolean => requests.some(({outcome, moment}) => outcome === 'ok' && elapsed.between(moment, startedAt) >= 0);

/** Milliseconds from a listing until listings without a notification count. A listing that is behind lacks new notifications; one that has been known for long is missing because it is gone. */
function untilMissingCounts(
	context: JudgeContext,
	id: string,
	deletes: readonly RequestEntry[],
	sighting: Sighting,
): number {
	const since = context.knownSince(id);
	const newness = Math.max(0, context.settlingTime - context.elapsed.between(since, sighting.startedAt));
	if (!deletes.some(request => isAwaited(request))) {
		return newness;
	}

	// A notification that was never listed here may be new, however long this process has run.
	const wait = waitFor(context, deletes, sighting);
	return since === undefined ? wait : Math.min(wait, newness);
}

/** Whether a notification that was listed before is missing although nobody deleted it here. Then the listing may be wrong. */
function lacksOthers({log, profile}: JudgeContext, sighting: Sighting): boolean {
	const known = oddSightings.get(sighting);
	if (known !== undefined) {
		return known;
	}

	const {listing, before = []} = sighting;
	const listed = recordsById(listing.records);
	const isOdd = before.some(
		record => record.kind === 'notification' && !listed.has(record.id) && !log.isDeletedHere(profile, record.id),
	);
	oddSightings.set(sighting, isOdd);
	return isOdd;
}

/** The answers of `lacksOthers`: one for each listing, not for each item of a batch. */
const oddSightings = new WeakMap<Sighting, boolean>();
