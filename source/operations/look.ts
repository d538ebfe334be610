import type {Failure} from '../service/failure.ts';
import {listNotifications} from '../service/listing/list-notifications.ts';
import {indexRecords, recordsById} from '../query/changes.ts';
import {delaysOf} from '../platform/clock.ts';
import {finishInSlices} from '../platform/time-slices.ts';
import {isAlike, isListedIn, type OperationContext, type Sighting} from './operation-context.ts';
import type {RefusedResult} from './refusals.ts';
import type {AwaitedJournal} from '../ledger/awaited-ledger.ts';
import type {NotificationSnapshot, Operation, RequestEntry} from '../ledger/journal/operation.ts';
import {numberText} from '../platform/text.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';

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

/** What the judgement needs of an account. */
type BehindContext = Pick<OperationContext, 'profile' | 'elapsed' | 'settlingTime' | 'now'> & {
	readonly journal: Pick<AwaitedJournal, 'recentEnds' | 'pendingIds'>;
};

/** A listing that may be behind: why, in a sentence without a beginning, and when to try again. Both are safe to show. */
export type Behind = {readonly why: string; readonly advice: string};

/**
Judges whether a listing contradicts a change that ended here within the settling time: until that is over, a listing may be behind (docs/decisions/settling-time.md), and several can be behind alike. So nothing must be concluded from what such a listing lacks or still shows.

@returns The contradiction; undefined if there is none.
@throws LedgerError
*/
export function judgeBehind(
	{journal, profile, elapsed, settlingTime, now}: BehindContext,
	sighting: Sighting,
): Behind | undefined {
	// The moments of another boot cannot be compared with this one's, and count by the time of day.
	const ageOf = ({moment, at}: RequestEntry) =>
		moment?.era === sighting.startedAt.era ? elapsed.between(moment, sighting.startedAt) : Math.abs(now() - at);
	const ends = journal.recentEnds(profile, request => ageOf(request) < settlingTime);
	const judged = new Set(ends.length === 0 ? [] : journal.pendingIds(profile).keys());
	for (const {operation, request} of ends) {
		// The newest change of a notification says what it is now.
		const found = [missing(operation, sighting), returned(operation, sighting)].find(
			contradiction => contradiction !== undefined && !judged.has(contradiction.id),
		);
		if (found !== undefined) {
			const age = ageOf(request);
			return {
				why: `the listing may be behind, because it ${found.what} here ${seconds(age)} ago.`,
				advice: `Try again in ${seconds(settlingTime - age)}.`,
			};
		}

		for (const id of [operation.newId, oldIdOf(operation)].filter(each => each !== undefined)) {
			judged.add(id);
		}
	}

	return undefined;
}

const seconds = (milliseconds: number): string => `${numberText(Math.max(0, Math.ceil(milliseconds / 1000)))} s`;

/** The notification that an operation was to replace or delete. */
const oldIdOf = ({kind, snapshot}: Operation): string | undefined => (kind === 'recreate' ? undefined : snapshot?.id);

/** What an operation created and a listing does not show, or shows as it was before. */
function missing(operation: Operation, sighting: Sighting): Contradiction | undefined {
	const {state, newId, input, snapshot} = operation;
	if (state !== 'done' || newId === undefined) {
		return undefined;
	}

	const listed = recordsById(sighting.listing.records).get(newId);
	if (listed === undefined) {
		return {id: newId, what: `does not show ${sanitiseCell(newId)}, which was created`};
	}

	// Some services keep the ID of what is replaced.
	const isFormer =
		newId === oldIdOf(operation) &&
		listed.kind === 'notification' &&
		isAlike(listed, snapshot!.input) &&
		!isAlike(listed, input!);
	return isFormer ? {id: newId, what: `shows ${sanitiseCell(newId)} as it was before it was replaced`} : undefined;
}

/** What an operation deleted and a listing still shows. Under an ID that is used again there is another content. */
function returned(operation: Operation, sighting: Sighting): Contradiction | undefined {
	const {state, newId, snapshot, input} = operation;
	const oldId = oldIdOf(operation);
	if (state === 'done' && oldId !== undefined && oldId !== newId && isListedIn(sighting, oldId, snapshot!.input)) {
		return {
			id: oldId,
			what: `still shows ${sanitiseCell(oldId)}, which was ${operation.kind === 'replace' ? 'replaced' : 'deleted'}`,
		};
	}

	return state === 'rolled-back' && newId !== undefined && isListedIn(sighting, newId, input)
		? {id: newId, what: `still shows ${sanitiseCell(newId)}, which was deleted`}
		: undefined;
}

type Contradiction = {readonly id: string; readonly what: string};

/** Why a notification is not deleted, as a clause that is safe to show: the listing does not show it with the content that the operator confirmed. Undefined if it does. */
export function whyNotAsConfirmed(
	{listing}: Pick<Sighting, 'listing'>,
	{id, input}: Pick<NotificationSnapshot, 'id' | 'input'>,
): string | undefined {
	const record = recordsById(listing.records).get(id);
	if (record === undefined) {
		return listing.complete
			? `${sanitise(id)} is not listed any more`
			: `only part of the listing could be read, and ${sanitise(id)} is not in it`;
	}

	if (record.kind === 'unreadable') {
		return `${sanitise(id)} cannot be read any more`;
	}

	return isAlike(record, input) ? undefined : `${sanitise(id)} has other content now`;
}
