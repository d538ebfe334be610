import type {Failure} from '../service/failure.ts';
import {listNotifications} from '../service/listing/list-notifications.ts';
import {betweenListings, indexRecords} from '../query/changes.ts';
import {delaysOf} from '../platform/clock.ts';
import {finishInSlices, inSlices} from '../platform/time-slices.ts';
import {isAlike, isListedIn, recordIn} from './alike.ts';
import type {ChangeContext, Look} from './context.ts';
import type {RecentRequest} from '../ledger/evidence.ts';
import {itemsPerPage, type Item, type NotificationSnapshot} from '../ledger/item.ts';
import {numberText} from '../platform/text.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';

/** The longest pauses between listings while a change may not be listed yet, in milliseconds; the last one is repeated. */
const pollIntervals = delaysOf({first: 500, retries: 4});

/** The total time of these pauses, in milliseconds. */
const pollTime = 10_000;

/** The greatest age, in milliseconds, of a listing that serves instead of a new one. */
const recentTime = 10_000;

/** A listing, or the failure to get one. */
export type LookAttempt = Look | {readonly failure: Failure};

const stoppedWaiting: Failure = {
	kind: 'cancelled',
	outcome: 'unknown',
	summary: 'You stopped waiting.',
	nextStep: 'It may still succeed: check the listing.',
};

/**
Lists the account, with retries.

@param context - The account.
@param recent - A listing of a moment ago that serves instead. `shown`: the last one that this change has read, or that was handed on to it. `displayed`: the displayed one, if it is complete and began after every request that the ledger records, and if the service named what was created last (docs/decisions/evidence.md).
*/
export async function look(context: ChangeContext, recent?: 'shown' | 'displayed'): Promise<LookAttempt> {
	const {connection, retry, signal, elapsed, now, listed, everListed, onLook} = context;
	if (signal.aborted) {
		return {failure: stoppedWaiting};
	}

	const last = recent === undefined ? undefined : recentLook(context, recent);
	if (last !== undefined) {
		return last;
	}

	const startedAt = elapsed.now();
	const before = listed?.();
	const result = await listNotifications(connection, {signal, retry, before: listed});
	if (!result.ok) {
		return {failure: result.failure};
	}

	const found = {listing: result.value, startedAt, before, everListed: everListed?.(), readAt: now()};
	// What judges it looks up IDs.
	await finishInSlices(indexRecords(result.value.records));
	onLook?.(found);
	return found;
}

function recentLook(context: ChangeContext, recent: 'shown' | 'displayed'): Look | undefined {
	const last = recent === 'shown' ? context.lastLook?.() : context.displayed?.();
	if (last === undefined || !isRecent(context, last)) {
		return undefined;
	}

	const isCurrent =
		recent === 'shown' || (last.listing.complete && context.changes.isLastNamed() && isAfterRequests(context, last));
	return isCurrent ? last : undefined;
}

/** Whether a listing began, and was read, a moment ago. The second clock counts the time that the machine slept. */
function isRecent({elapsed, now}: Pick<ChangeContext, 'elapsed' | 'now'>, {startedAt, readAt}: Look): boolean {
	const sinceRead = readAt === undefined ? Infinity : now() - readAt;
	return elapsed.between(startedAt, elapsed.now()) <= recentTime && sinceRead >= 0 && sinceRead <= recentTime;
}

/** Whether a listing began after every request that the ledger records. */
export const isAfterRequests = (
	{changes, elapsed, now}: Pick<ChangeContext, 'changes' | 'elapsed' | 'now'>,
	{startedAt}: Look,
): boolean => changes.endedBefore(startedAt, now() - elapsed.between(startedAt, elapsed.now()));

/**
Repeats a look with growing pauses for several seconds.

@param context - The account.
@param find - Looks, and judges what is listed.
@param openFor - Returns the milliseconds until another listing can decide, 0 if it could at any time, or undefined if the result decides. `isListed`: false if what is missing needs more time, not more listings.
@returns The last result.
*/
export async function pollLooks<T>(
	{retry, signal, isUnwaited = false}: ChangeContext,
	find: () => Promise<T>,
	openFor: (result: T) => {readonly wait: number; readonly isListed?: boolean} | undefined,
): Promise<T> {
	let result = await find();
	let left = isUnwaited ? betweenListings : pollTime;
	for (let open = openFor(result), index = 0; open !== undefined && left > 0; open = openFor(result), index++) {
		const {wait, isListed = true} = open;
		if ((isUnwaited || !isListed) && wait > left) {
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
		result = await find();
	}

	return result;
}

/** A listing that may be behind: why, in a sentence without a beginning, and when to try again. Both are safe to show. */
export type Behind = {readonly why: string; readonly advice: string; readonly wait: number};

/**
Judges whether a listing contradicts a change that ended here within the settling time: until that is over, a listing may be behind (docs/decisions/evidence.md). Nothing is planned from such a listing.

@returns The contradiction; undefined if there is none.
@throws LedgerError
*/
export async function judgeBehind(
	{
		changes,
		profile,
		elapsed,
		settlingTime,
		now,
	}: Pick<ChangeContext, 'profile' | 'elapsed' | 'settlingTime' | 'now'> & {
		readonly changes: Pick<ChangeContext['changes'], 'recentRequests' | 'pendingIds' | 'item'>;
	},
	found: Look,
): Promise<Behind | undefined> {
	const isListed = (id: string | undefined) => id !== undefined && recordIn(found, id) !== undefined;
	const seen = new Set<number>();
	let judged: Set<string> | undefined;
	for await (const slice of inSlices(requestsOf(changes, profile))) {
		for (const {item: id, at, moment, ended} of slice) {
			// The moments of another boot cannot be compared with this one's, and count by the time of day.
			const age = moment?.era === found.startedAt.era ? elapsed.between(moment, found.startedAt) : Math.abs(now() - at);
			if (age >= settlingTime) {
				return undefined;
			}

			if (ended === undefined || seen.has(id)) {
				continue;
			}

			seen.add(id);
			judged ??= new Set(changes.pendingIds(profile).keys());
			const {oldId, newId, isDone} = ended;
			// Only an item that may contradict the listing is read.
			const isOdd = isListed(oldId) || (newId !== undefined && isListed(newId) !== isDone);
			const item = isOdd ? changes.item(id)! : undefined;
			// The newest change of a notification says what it is now.
			const contradiction = item && contradictions(item, found).find(each => !judged!.has(each.id));
			if (contradiction !== undefined) {
				return {
					why: `the listing may be behind, because it ${contradiction.what} here ${seconds(age)} ago.`,
					advice: `Try again in ${seconds(settlingTime - age)}.`,
					wait: Math.max(0, settlingTime - age),
				};
			}

			for (const each of [newId, oldId].filter(one => one !== undefined)) {
				judged.add(each);
			}
		}
	}

	return undefined;
}

/** The requests and answers that the ledger records, newest first, read page by page. */
function* requestsOf(
	{recentRequests}: Pick<ChangeContext['changes'], 'recentRequests'>,
	profile: string,
): Generator<RecentRequest, void, void> {
	let page = recentRequests(profile, Number.MAX_SAFE_INTEGER, itemsPerPage);
	while (page.length > 0) {
		yield* page;
		page = recentRequests(profile, page.at(-1)!.event, itemsPerPage);
	}
}

const seconds = (milliseconds: number): string => `${numberText(Math.max(0, Math.ceil(milliseconds / 1000)))} s`;

/** What an item created and a listing does not show, or shows as it was before; or what it deleted and a listing still shows. Under an ID that is used again there is another content. */
function* contradictions(item: Item, found: Look): Generator<{readonly id: string; readonly what: string}, void, void> {
	const {phase, kind, newId, input, snapshot} = item;
	const oldId = kind === 'recreate' ? undefined : snapshot?.id;
	const listed = newId === undefined ? undefined : recordIn(found, newId);
	if (phase === 'rolled-back' && newId !== undefined && isListedIn(found, newId, input)) {
		yield {id: newId, what: `still shows ${sanitiseCell(newId)}, which was deleted`};
	}

	if (phase !== 'done') {
		return;
	}

	if (newId !== undefined && listed === undefined) {
		yield {id: newId, what: `does not show ${sanitiseCell(newId)}, which was created`};
	}

	// Some services keep the ID of what is replaced.
	const isKept = newId === oldId && listed?.kind === 'notification';
	if (isKept && isAlike(listed, snapshot!.input) && !isAlike(listed, input!)) {
		yield {id: listed.id, what: `shows ${sanitiseCell(listed.id)} as it was before it was replaced`};
	}

	if (oldId !== undefined && oldId !== newId && isListedIn(found, oldId, snapshot!.input)) {
		const what = kind === 'replace' ? 'replaced' : 'deleted';
		yield {id: oldId, what: `still shows ${sanitiseCell(oldId)}, which was ${what}`};
	}
}

/** How a listing shows a notification that is to be deleted or replaced; `as-confirmed` if it does as the operator confirmed it. */
export function shownAs(
	found: Look,
	{id, input}: Pick<NotificationSnapshot, 'id' | 'input'>,
): 'as-confirmed' | 'missing' | 'partial' | 'unreadable' | 'changed' {
	const record = recordIn(found, id);
	if (record === undefined) {
		return found.listing.complete ? 'missing' : 'partial';
	}

	if (record.kind === 'unreadable') {
		return 'unreadable';
	}

	return isAlike(record, input) ? 'as-confirmed' : 'changed';
}
