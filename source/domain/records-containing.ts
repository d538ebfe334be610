import {Buffer} from 'node:buffer';
import {finishInSlices, itemsPerSlice, type Sliced} from '../system/time-slices.ts';
import type {ListedRecord, Notification} from './notification.ts';

/** The number of received bytes that are searched at once. */
const stretchBytes = 65_536;

/** U+212A as the bytes of UTF-8, read as Latin-1: it is K when text is normalised. */
const kelvinSign = '\u{E2}\u{84}\u{AA}';

/** Matches a number in JSON that can be written without a point or an exponent. */
const otherNumber = /[:,\[]\s*-?\d+[.Ee]/v;

/** The results of the last searches that were made in slices, by what was sought. */
const searches = new WeakMap<readonly ListedRecord[], Map<string, Notification[]>>();

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
		return [...known];
	}

	const search = searchRecords(records, sought, ignoresCase);
	let step = search.next();
	while (step.done !== true) {
		step = search.next();
	}

	return step.value;
}

/** Makes the same search between keys: afterwards `recordsContaining` has its result at once. The records must not change. */
export async function searchInSlices(records: readonly ListedRecord[], sought: readonly string[], ignoresCase: boolean): Promise<void> {
	const known = searches.get(records) ?? new Map<string, Notification[]>();
	const key = keyOf(sought, ignoresCase);
	if (known.has(key)) {
		return;
	}

	const found = await finishInSlices(searchRecords(records, sought, ignoresCase), new AbortController().signal);
	const [oldest] = known.keys();
	if (known.size >= maxSearches) {
		known.delete(oldest!);
	}

	known.set(key, found!);
	searches.set(records, known);
}

function * searchRecords(records: readonly ListedRecord[], sought: readonly string[], ignoresCase: boolean): Sliced<Notification[]> {
	const fold = ignoresCase ? (text: string) => text.toLowerCase() : (text: string) => text;
	const texts = sought.filter(text => text !== '').map(text => fold(text));
	const isNumeric = texts.some(text => !Number.isNaN(Number(text)));
	const isPlain = texts.every(text => /^[\u{20}-\u{7E}]*$/v.test(text));
	const mayBeWrittenOtherwise = (json: string) => json.includes('\\') || (isNumeric && otherNumber.test(json));
	const containsAll = (json: string) => {
		const folded = fold(json);
		return texts.every(text => folded.includes(text));
	};

	const found: Notification[] = [];
	let from = 0;
	let next = itemsPerSlice;
	while (from < records.length) {
		const stretch = isPlain ? stretchAt(records, from) : undefined;
		const to = stretch?.to ?? (from + 1);
		const isLeftOut = stretch !== undefined && !mayBeWrittenOtherwise(stretch.text) && !(ignoresCase && stretch.text.includes(kelvinSign)) && !containsAll(stretch.text);
		for (; from < to; from++) {
			const record = records[from]!;
			const json = isLeftOut || record.kind === 'unreadable' ? undefined : record.json;
			if (!isLeftOut && record.kind === 'notification' && (json === undefined || mayBeWrittenOtherwise(json) || containsAll(json))) {
				found.push(record);
			}
		}

		if (from >= next) {
			next = from + itemsPerSlice;
			yield;
		}
	}

	return found;
}

/** The received text of the notifications from an index on that lie one after the other in the same bytes, with each byte as one character. `to`: the index after them. */
function stretchAt(records: readonly ListedRecord[], from: number): {readonly text: string; readonly to: number} | undefined {
	const first = sourceOf(records[from]!);
	if (first === undefined) {
		return undefined;
	}

	let end = first.to;
	let to = from + 1;
	for (; to < records.length && end - first.from < stretchBytes; to++) {
		const next = sourceOf(records[to]!);
		if (next === undefined || next.bytes !== first.bytes || next.from < end) {
			break;
		}

		end = next.to;
	}

	return {text: Buffer.from(first.bytes.buffer, first.bytes.byteOffset + first.from, end - first.from).toString('latin1'), to};
}

const sourceOf = (record: ListedRecord) => record.kind === 'notification' ? record.source : undefined;
