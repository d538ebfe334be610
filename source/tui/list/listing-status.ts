import type {Failure} from '../../service/failure.ts';
import {type AccountListing, type FetchProgress, type ListingState} from '../../account/listing-state.ts';
import {counted, joined, numberText} from '../../platform/text.ts';
import {formatTime, timeAgo} from '../../terminal/time.ts';
import {keyOf} from '../keys/match.ts';

/** What the list adds to the status of its listing. */
type ListedStatus = {
	/** The number that a search finds; undefined without a search. */
	readonly found?: number | undefined;
	/** The number of rows that are not listed: what is parked or gone. A search finds these as well. */
	readonly unlisted?: number;
	/** The number of marked rows, and of those that the search hides. */
	readonly marked?: number;
	readonly hidden?: number;
	/** The number of what is parked. */
	readonly parked?: number;
	/** The title of the column that the list is sorted by, if it has no room. */
	readonly sorted?: string | undefined;
	/** What is being computed. */
	readonly busy?: string;
};

/** The status of the list in the header: its marks, count and age, and the progress of a refresh. The longest wording first; of each the count is the last to go. `now`: milliseconds since the epoch. */
export function listingStatus(
	account: AccountListing,
	now: number,
	{found, unlisted = 0, marked = 0, hidden = 0, parked = 0, sorted, busy = ''}: ListedStatus = {},
): string[] {
	const {listing, progress, watch, changes} = account;
	const [count = '', shortCount = count] = countOf(listing, now, found === undefined ? 0 : unlisted);
	const [all, number] = [count, shortCount].map(text =>
		found === undefined ? text : `${numberText(found)} of ${text}`,
	);
	const marks = wordOf(marked, 'marked');
	const known = hidden > 0 ? `${marks}, ${numberText(hidden)} hidden by the search` : marks;
	const down = downText(listing);
	const again = down === undefined ? undefined : `${down}. ${keyOf('list', 'refresh')} tries again.`;
	const task = progress && progressText(listing, progress);
	const next = watch?.until === undefined ? `every ${watch?.wait} s` : `next ${formatTime(watch.until)}`;
	const rest = [
		sorted !== undefined && `by ${sorted}`,
		wordOf(parked, 'parked'),
		wordOf(changes.appeared.size, 'new'),
		wordOf(changes.vanished.size, 'gone'),
		watch && 'watching',
	];
	const downs = down === undefined || task !== undefined ? [] : [again, down, 'offline'];
	const age = ageOf(listing, now);
	const whole = [known, busy, all, task ?? again ?? age, ...rest];
	const wordings = [
		watch ? [...whole.slice(0, -1), `watching, ${next}`] : whole,
		whole,
		...downs.map(text => [known, number, text]),
		// Among others the number loses its word before the age is left out.
		whole.filter(Boolean).length > 2 ? [known, busy, joined([number, task ?? age], ' '), ...rest] : whole,
		[known, busy, all, task, ...rest],
		[known, number, (task ?? busy) !== '' && '…'],
		[marks, number],
		[number],
		[found !== undefined && `${numberText(found)} found`],
	];
	return wordings.map(parts => joined(parts, ' · '));
}

/** A number of what there is: `2 new`; empty for none. */
export const wordOf = (count: number, word: string): string => (count === 0 ? '' : `${numberText(count)} ${word}`);

/** Whether the service stopped answering after something had been listed: the header says it, in one line. */
export const isDown = (listing: ListingState): boolean =>
	listing.state === 'stale' &&
	listing.value.records.length > 0 &&
	isOffline(listing.failure) &&
	// A partial refresh is an answer.
	listing.failure.outcome !== 'rejected';

const downText = (listing: ListingState): string | undefined =>
	listing.state === 'stale' && isDown(listing)
		? `Service stopped answering at ${formatTime(listing.failedAt ?? listing.at).slice(dateLength)}`
		: undefined;

/** The number of notifications, and of `more` rows, in words, the longest wording first. */
function countOf(listing: ListingState, now: number, more: number): string[] {
	switch (listing.state) {
		case 'loading': {
			return listing.records.length === 0 ? [''] : [`${numberText(listing.records.length + more)} so far`];
		}

		case 'failed': {
			return [isOffline(listing.failure) ? 'offline' : 'not listed'];
		}

		case 'remembered': {
			return numbers(listing.count + more);
		}

		case 'ready':
		case 'stale': {
			const {records, complete} = listing.value;
			if (isAllOfEarlierRun(listing)) {
				return numbers(records.length + more, ` as of ${momentText(listing.at, now)}`);
			}

			return numbers(records.length + more, complete ? '' : ' (incomplete)');
		}
	}
}

/** Whether a listing whose refresh failed is all of the cached one of an earlier run: then it can be much older than this run. */
const isAllOfEarlierRun = (listing: ListingState): boolean =>
	listing.state === 'stale' && listing.count === listing.value.records.length;

const dateLength = '2026-11-20 '.length;

/** A time, without the date if it is today. */
function momentText(at: number, now: number): string {
	const [then, today] = [formatTime(at), formatTime(now)];
	return then.startsWith(today.slice(0, dateLength)) ? then.slice(dateLength) : then;
}

/** A number of notifications. `suffix`: what is said of it. */
const numbers = (count: number, suffix = ''): string[] => [
	`${counted(count, 'notification')}${suffix}`,
	`${numberText(count)}${suffix}`,
];

/** Whether the service could not be reached at all. */
const isOffline = ({kind}: Failure): boolean => kind === 'unreachable' || kind === 'timeout';

/** How often the age of the listing is read again, in milliseconds: its finest step. */
export const ageStep = 10_000;

function ageOf(listing: ListingState, now: number): string {
	if (!('at' in listing) || isAllOfEarlierRun(listing)) {
		return '';
	}

	// When the listing was read, or when the service last said that it has not changed since.
	const at = ('checkedAt' in listing ? listing.checkedAt : undefined) ?? listing.at;
	// In coarse steps, so that it rarely makes the screen redraw.
	const age = now - at - ((now - at) % ageStep);
	return `${at === listing.at ? 'listed' : 'checked'} ${age <= 0 ? 'just now' : timeAgo(age)}`;
}

/** The number of bytes from which progress is shown. Less is loaded before it can be read. */
const megabyte = 1_000_000;

function progressText(listing: ListingState, {count, bytes, totalBytes}: FetchProgress): string {
	const isFirst = listing.state === 'loading';
	if (bytes < megabyte) {
		return isFirst ? 'loading …' : 'refreshing …';
	}

	const all = totalBytes === undefined ? '' : ` of ${inMegabytes(totalBytes)}`;
	const size = `${inMegabytes(bytes)}${all} MB`;
	return isFirst ? `${size} …` : `refreshing: ${numberText(count)} so far, ${size} …`;
}

function inMegabytes(bytes: number): string {
	return (bytes / megabyte).toFixed(1);
}
