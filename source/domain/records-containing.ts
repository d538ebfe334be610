import {Buffer} from 'node:buffer';
import {finishInSlices, itemsPerSlice, type Sliced} from '../platform/time-slices.ts';
import type {ListedRecord, Notification} from './notification.ts';
import {createReceivedMatcher, type TextSearch} from './received-matcher.ts';

/** The number of received bytes that are searched at once. */
const stretchBytes = 65_536;

/** The results of the last searches that were made in slices, by what was sought, as positions. */
const searches = new WeakMap<readonly ListedRecord[], Map<string, readonly number[]>>();

/** The number of searches of a listing that are kept. */
const maxSearches = 8;

const keyOf = (sought: readonly string[], ignoresCase: boolean): string => JSON.stringify([ignoresCase, ...sought]);

/**
Finds the notifications whose received text contains all of some texts, and possibly others: those with escaped characters, and for a text that is a number those with a number in another notation.

The bytes of many notifications are searched at once, because decoding them one by one takes several times as long.

@param records - The listed records.
@param sought - The texts; an empty one is contained in all.
@param ignoresCase - Whether the case does not matter.
*/
export function recordsContaining(
	records: readonly ListedRecord[],
	sought: readonly string[],
	ignoresCase: boolean,
): Notification[] {
	const known = searches.get(records)?.get(keyOf(sought, ignoresCase));
	if (known !== undefined) {
		return notificationsAt(records, known);
	}

	const search = searchRecords(records, {sought, ignoresCase});
	let step = search.next();
	while (step.done !== true) {
		step = search.next();
	}

	return notificationsAt(records, step.value);
}

const notificationsAt = (records: readonly ListedRecord[], positions: readonly number[]): Notification[] =>
	positions.map(position => records[position] as Notification);

/** What a search in slices need not look through. */
export type KnownOfSearch = {
	/** The records of the listing before: what was found in them is not searched again. */
	readonly before?: readonly ListedRecord[] | undefined;
	/** The positions that an earlier search found, if it finds all that this one does. */
	readonly among?: readonly number[] | undefined;
};

/** Makes the same search between keys: afterwards `recordsContaining` has its result at once. The records must not change, nor those before. Returns the positions of what it finds. */
export async function searchInSlices(
	records: readonly ListedRecord[],
	sought: readonly string[],
	ignoresCase: boolean,
	{before, among}: KnownOfSearch = {},
): Promise<readonly number[]> {
	const made = searches.get(records) ?? new Map<string, readonly number[]>();
	const key = keyOf(sought, ignoresCase);
	const known = made.get(key);
	if (known !== undefined) {
		return known;
	}

	const found = await finishInSlices(
		searchUnknown(records, {sought, ignoresCase}, {before, among}),
		new AbortController().signal,
	);
	const [oldest] = made.keys();
	if (made.size >= maxSearches) {
		made.delete(oldest!);
	}

	made.set(key, found!);
	searches.set(records, made);
	return found!;
}

function searchUnknown(
	records: readonly ListedRecord[],
	search: TextSearch,
	{before, among}: KnownOfSearch,
): Sliced<readonly number[]> {
	if (among !== undefined) {
		return searchPositions(records, search, among);
	}

	const earlier =
		before === undefined ? undefined : searches.get(before)?.get(keyOf(search.sought, search.ignoresCase));
	return earlier === undefined ? searchRecords(records, search) : searchChanged(records, search, before!, earlier);
}

/**
Searches what lies between the records at the beginning and at the end that are the same as before.

@param records - The listed records.
@param search - What is sought.
@param before - The records of the listing before.
@param earlier - The positions of what was found in them.
@yields Nothing.
@returns The positions of what is found.
*/
function* searchChanged(
	records: readonly ListedRecord[],
	search: TextSearch,
	before: readonly ListedRecord[],
	earlier: readonly number[],
): Sliced<readonly number[]> {
	const shorter = Math.min(before.length, records.length);
	let start = 0;
	while (start < shorter && before[start] === records[start]) {
		start++;
	}

	const moved = records.length - before.length;
	let end = records.length;
	while (end > start && end - moved > start && before[end - moved - 1] === records[end - 1]) {
		end--;
	}

	return [
		...earlier.filter(position => position < start),
		...(yield* searchRecords(records, search, start, end)),
		...earlier.filter(position => position >= end - moved).map(position => position + moved),
	];
}

function* searchPositions(
	records: readonly ListedRecord[],
	search: TextSearch,
	positions: readonly number[],
): Sliced<readonly number[]> {
	const {mayContain} = createReceivedMatcher(search);
	const found: number[] = [];
	for (const [index, position] of positions.entries()) {
		if (mayContain(records[position]!)) {
			found.push(position);
		}

		if (index % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	return found;
}

function* searchRecords(
	records: readonly ListedRecord[],
	search: TextSearch,
	start = 0,
	end = records.length,
): Sliced<readonly number[]> {
	const {isPlain, isLeftOut, mayContain} = createReceivedMatcher(search);
	const found: number[] = [];
	let from = start;
	let next = start + itemsPerSlice;
	while (from < end) {
		const stretch = isPlain ? stretchAt(records, from, end) : undefined;
		const to = stretch?.to ?? from + 1;
		if (stretch !== undefined && isLeftOut(stretch.text)) {
			from = to;
		}

		for (; from < to; from++) {
			if (mayContain(records[from]!)) {
				found.push(from);
			}
		}

		if (from >= next) {
			next = from + itemsPerSlice;
			yield;
		}
	}

	return found;
}

/** The received text of the notifications from an index on that lie one after the other in the same bytes, with each byte as one character. `to`: the index after them, at most `end`. */
function stretchAt(
	records: readonly ListedRecord[],
	from: number,
	end: number,
): {readonly text: string; readonly to: number} | undefined {
	const first = sourceOf(records[from]!);
	if (first === undefined) {
		return undefined;
	}

	let last = first.to;
	let to = from + 1;
	for (; to < end && last - first.from < stretchBytes; to++) {
		const next = sourceOf(records[to]!);
		if (next === undefined || next.bytes !== first.bytes || next.from < last) {
			break;
		}

		last = next.to;
	}

	return {
		text: Buffer.from(first.bytes.buffer, first.bytes.byteOffset + first.from, last - first.from).toString('latin1'),
		to,
	};
}

const sourceOf = (record: ListedRecord) => (record.kind === 'notification' ? record.source : undefined);
