import type {Failure} from '../../service/failure.ts';
import type {AccountListing, FetchProgress, ListingState} from '../../account/listing-state.ts';
import {numberText} from '../../platform/text.ts';
import {formatTime} from '../../terminal/time.ts';
import {widthOf} from '../../terminal/width.ts';

/** A part of the status in the header. */
export type StatusPart = {
	/** Its wordings, the longest first; an empty one leaves it out. */
	readonly texts: readonly string[];
	/** The order in which parts are shortened where there is no room: the highest first. A list has one for each shorter wording. */
	readonly rank: number | readonly number[];
};

/** The ranks of the parts. The number of notifications loses its word before the marks do; the number itself is never left out, but that of all before the one that a search finds. */
export const statusRank = {found: -1, marks: 0, count: 1, changes: 2, task: 3, watch: 4, age: 5, interval: 6} as const;

/** The status in at most `room` columns, if its shortest wording fits. */
export function fitStatus(parts: readonly StatusPart[], room: number): string {
	const chosen = parts.map(({texts}) => texts[0]!);
	const steps = parts.flatMap(({texts, rank}, part) =>
		texts.slice(1).map((text, index) => ({part, text, rank: typeof rank === 'number' ? rank : rank[index]!})),
	);
	for (const {part, text} of steps.toSorted((a, b) => b.rank - a.rank)) {
		if (widthOf(joinStatus(chosen)) <= room) {
			break;
		}

		chosen[part] = text;
	}

	return joinStatus(chosen);
}

const joinStatus = (texts: readonly string[]): string => texts.filter(text => text !== '').join(' · ');

/** The status of the listing for the header: its count and age, and the progress of a refresh. `now` is in milliseconds since the epoch; `found`: the number that a search finds. */
export function listingStatus(
	{listing, progress, watch, changes}: AccountListing,
	now: number,
	found?: number,
): StatusPart[] {
	const {appeared, vanished} = changes;
	const [count = '', ...shorter] = countOf(listing, now);
	const of = found === undefined ? '' : `${numberText(found)} of `;
	const foundAlone = found === undefined || shorter.length === 0 ? [] : [`${numberText(found)} found`];
	return [
		{
			rank: [...shorter.map(() => statusRank.count), statusRank.found],
			texts: [`${of}${count}`, ...shorter.map(text => `${of}${text}`), ...foundAlone],
		},
		progress === undefined
			? {rank: statusRank.age, texts: [ageOf(listing, now), '']}
			: {rank: statusRank.task, texts: [progressText(listing, progress), '…']},
		{rank: statusRank.changes, texts: [appeared.size > 0 ? `+${appeared.size}` : '', '']},
		{rank: statusRank.changes, texts: [vanished.size > 0 ? `-${vanished.size}` : '', '']},
		...(watch === undefined
			? []
			: [
					{
						rank: [statusRank.interval, statusRank.watch],
						texts: [
							`watching, ${watch.until === undefined ? `every ${watch.wait} s` : `next ${formatTime(watch.until)}`}`,
							'watching',
							'',
						],
					},
				]),
	];
}

/** The number of notifications in words, the longest wording first. */
function countOf(listing: ListingState, now: number): string[] {
	switch (listing.state) {
		case 'loading': {
			return listing.records.length === 0 ? [''] : [`${numberText(listing.records.length)} so far`];
		}

		case 'failed': {
			return [isOffline(listing.failure) ? 'offline' : 'not listed'];
		}

		case 'remembered': {
			return counted(listing.count, '');
		}

		case 'ready':
		case 'stale': {
			const {records, complete} = listing.value;
			if (isAllOfEarlierRun(listing)) {
				return counted(records.length, ` as of ${momentText(listing.at, now)}`, '');
			}

			return counted(records.length, complete ? '' : ' (incomplete)');
		}
	}
}

/** Whether a listing whose refresh failed is all of the cached one of an earlier run: then it can be much older than this run. */
const isAllOfEarlierRun = (listing: ListingState): boolean =>
	listing.state === 'stale' && listing.count === listing.value.records.length;

/** A time, without the date if it is today. */
function momentText(at: number, now: number): string {
	const [then, today] = [formatTime(at), formatTime(now)];
	const dateLength = '2026-11-20 '.length;
	return then.startsWith(today.slice(0, dateLength)) ? then.slice(dateLength) : then;
}

/** A number of notifications. `suffix`: what is said of it; `sign`: the same, where there is no room. */
const counted = (count: number, suffix: string, sign = '+'): string[] => [
	`${numberText(count)} ${count === 1 ? 'notification' : 'notifications'}${suffix}`,
	`${numberText(count)}${suffix}`,
	...(suffix === '' ? [] : [`${numberText(count)}${sign}`]),
];

/** Whether the service could not be reached at all. */
const isOffline = ({kind}: Failure): boolean => kind === 'unreachable' || kind === 'timeout';

function ageOf(listing: ListingState, now: number): string {
	if (!('at' in listing) || isAllOfEarlierRun(listing)) {
		return '';
	}

	// When the listing was read, or when the service last said that it has not changed since.
	const at = ('checkedAt' in listing ? listing.checkedAt : undefined) ?? listing.at;
	return `${at === listing.at ? 'listed' : 'checked'} ${agoOf(now - at)}`;
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

/** A time span in coarse steps, so that it rarely makes the screen redraw. */
function agoOf(milliseconds: number): string {
	const seconds = Math.floor(milliseconds / 1000);
	if (seconds < 10) {
		return 'just now';
	}

	const units = [
		[60, 10, 's', 10],
		[3600, 60, 'min', 1],
		[172_800, 3600, 'h', 1],
		[Infinity, 86_400, 'days', 1],
	] as const;
	const [, step, unit, worth] = units.find(([limit]) => seconds < limit)!;
	return `${Math.floor(seconds / step) * worth} ${unit} ago`;
}

/** The number of marked rows. */
export function marksStatus(marked: number, hidden: number): StatusPart {
	const [count, unseen] = [numberText(marked), numberText(hidden)];
	const ofHidden =
		hidden === 0 ? [] : [`${count} marked, ${unseen} hidden by the search`, `${count} marked, ${unseen} hidden`];
	const texts = marked === 0 ? [] : [...ofHidden, `${count} marked`, `${count} ●`];
	return {rank: statusRank.marks, texts: [...texts, '']};
}
