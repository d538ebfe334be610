import {Buffer} from 'node:buffer';
import {finishInSlices, itemsPerSlice, type Sliced} from '../system/time-slices.ts';
import type {ListedRecord, Notification} from './notification.ts';

/** The number of received bytes that are searched at once. */
const stretchBytes = 65_536;

/** U+212A as the bytes of UTF-8, read as Latin-1: it is K when text is normalised. */
const kelvinSign = '\u{E2}\u{84}\u{AA}';

/** Matches a number in JSON that can be written without a point or an exponent. */
const otherNumber = /[:,\[]\s*-?\d+[.Ee]/v;

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
export function recordsContaining(records: readonly ListedRecord[], sought: readonly string[], ignoresCase: boolean): Notification[] {
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

const notificationsAt = (records: readonly ListedRecord[], positions: readonly number[]): Notification[] => positions.map(position => records[position] as Notification);

/** Makes the same search between keys: afterwards `recordsContaining` has its result at once, and returns how many it finds. `before`: the records of the listing before; what was found in them is not searched again. Neither must change. */
export async function searchInSlices(records: readonly ListedRecord[], sought: readonly string[], ignoresCase: boolean, before?: readonly ListedRecord[]): Promise<number> {
	const made = searches.get(records) ?? new Map<string, readonly number[]>();
	const key = keyOf(sought, ignoresCase);
	const known = made.get(key);
	if (known !== undefined) {
		return known.length;
	}

	const earlier = before === undefined ? undefined : searches.get(before)?.get(key);
	const search = earlier === undefined ? searchRecords(records, {sought, ignoresCase}) : searchChanged(records, {sought, ignoresCase}, before!, earlier);
	const found = await finishInSlices(search, new AbortController().signal);
	const [oldest] = made.keys();
	if (made.size >= maxSearches) {
		made.delete(oldest!);
	}

	made.set(key, found!);
	searches.set(records, made);
	return found!.length;
}

type Search = {readonly sought: readonly string[]; readonly ignoresCase: boolean};

/**
Searches what lies between the records at the beginning and at the end that are the same as before.

@param records - The listed records.
@param search - What is sought.
@param before - The records of the listing before.
@param earlier - The positions of what was found in them.
@yields Nothing.
@returns The positions of what is found.
*/
function * searchChanged(records: readonly ListedRecord[], search: Search, before: readonly ListedRecord[], earlier: readonly number[]): Sliced<readonly number[]> {
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
		...yield * searchRecords(records, search, start, end),
		...earlier.filter(position => position >= end - moved).map(position => position + moved),
	];
}

function * searchRecords(records: readonly ListedRecord[], {sought, ignoresCase}: Search, start = 0, end = records.length): Sliced<readonly number[]> {
	const fold = ignoresCase ? (text: string) => text.toLowerCase() : (text: string) => text;
	const texts = sought.filter(text => text !== '').map(text => fold(text));
	const isNumeric = texts.some(text => !Number.isNaN(Number(text)));
	const isPlain = texts.every(text => /^[\u{20}-\u{7E}]*$/v.test(text));
	const mayBeWrittenOtherwise = (json: string) => json.includes('\\') || (isNumeric && otherNumber.test(json));
	const containsAll = (json: string) => {
		const folded = fold(json);
		return texts.every(text => folded.includes(text));
	};

	const found: number[] = [];
	let from = start;
	let next = start + itemsPerSlice;
	while (from < end) {
		const stretch = isPlain ? stretchAt(records, from, end) : undefined;
		const to = stretch?.to ?? (from + 1);
		const isLeftOut = stretch !== undefined && !mayBeWrittenOtherwise(stretch.text) && !(ignoresCase && stretch.text.includes(kelvinSign)) && !containsAll(stretch.text);
		for (; from < to; from++) {
			const record = records[from]!;
			const json = isLeftOut || record.kind === 'unreadable' ? undefined : record.json;
			if (!isLeftOut && record.kind === 'notification' && (json === undefined || mayBeWrittenOtherwise(json) || containsAll(json))) {
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
function stretchAt(records: readonly ListedRecord[], from: number, end: number): {readonly text: string; readonly to: number} | undefined {
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

	return {text: Buffer.from(first.bytes.buffer, first.bytes.byteOffset + first.from, last - first.from).toString('latin1'), to};
}

const sourceOf = (record: ListedRecord) => record.kind === 'notification' ? record.source : undefined;
