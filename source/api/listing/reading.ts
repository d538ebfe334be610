import type {ListedRecord, Source} from '../../notification/notification.ts';
import {raiseLimit, sizeText, type Limits} from '../../platform/limits.ts';
import {createYielder, itemsPerSlice} from '../../platform/time-slices.ts';
import {numberText} from '../../platform/text.ts';
import type {SkippedElement} from './element-splitter.ts';
import {readRecord, skippedRecord} from './read-record.ts';

/** A page of a complete listing, with what is needed to ask the service whether it has changed. */
export type ListedPage = {
	readonly url: string;
	/** Its ETag; undefined if there is none that can be sent, or if not every element of the page is a record of the listing. */
	readonly tag: string | undefined;
	/** The next page's URL, as the service wrote it. */
	readonly next: string | undefined;
	/** The number of notifications that the page reported. */
	readonly total: number | undefined;
	/** The number of elements. */
	readonly elements: number;
	/** The positions of its records in the listing: from the first one up to, but not including, the last one. */
	readonly from: number;
	readonly to: number;
	/** The size of the page's body. */
	readonly bytes: number;
};

/** A complete listing of which the service can be asked what has changed. */
export type HeldListing = {
	readonly records: readonly ListedRecord[];
	readonly pages: readonly ListedPage[];
};

/** Whether a page has the same ETag in both listings although its records differ. Then the service's ETags prove nothing. Records that were received alike have to be the same objects. */
export const isTagReused = (earlier: HeldListing, later: HeldListing): boolean =>
	later.records !== earlier.records &&
	later.pages.some(page => {
		const before =
			page.tag === undefined ? undefined : earlier.pages.find(({url, tag}) => url === page.url && tag === page.tag);
		return (
			before !== undefined &&
			(before.to - before.from !== page.to - page.from ||
				later.records
					.slice(page.from, page.to)
					.some((record, index) => record !== earlier.records[before.from + index]))
		);
	});

/** The progress of a listing. */
export type ListingProgress = {
	/** The records read so far. The array grows: copy it to keep it. Before a page is retried, its records are removed; if the listing is read again, a new array begins. */
	readonly records: readonly ListedRecord[];
	/** The bytes received so far, on all pages. */
	readonly bytes: number;
	/** The total number of bytes, if the service reports it. */
	readonly totalBytes: number | undefined;
};

/** The records read so far, and functions to add more. */
export type Reading = {
	/** The records. If several have the same ID, the first is kept. */
	readonly records: readonly ListedRecord[];
	/** The number of IDs that were repeated within a page. */
	readonly repeatedIds: number;
	/** Whether an ID was on two pages. */
	readonly isShifted: boolean;
	/** The number of elements on the current page. */
	readonly pageElements: number;
	/** The bytes received so far, on all pages. */
	readonly bytes: number;
	/** The position of the current page's first record. */
	readonly pageFrom: number;
	/** The bytes of the current page received so far. */
	readonly pageBytes: number;
	/** The limit that the listing has reached and how to raise it, in sentences; undefined if none was reached. */
	readonly limitReached: string | undefined;
	/** Marks the start of a page. */
	readonly beginPage: () => void;
	/** Removes the records of the page before it is retried. */
	readonly restartPage: () => void;
	readonly add: (element: unknown, source: Source) => void;
	/** Returns what adds an element that was received byte for byte the same in the listing before, near the place of the one before it. */
	readonly recognise: (source: Source) => (() => void) | undefined;
	/** Notes that a page of the earlier listing has not changed. Its records are added once others are, so that a listing in which nothing changed costs nothing. */
	readonly holdPage: (page: ListedPage) => void;
	/** Adds the records of the pages noted, and begins the current page after them. */
	readonly addHeldPages: () => Promise<void>;
	/** Like `add`, for an element that was not parsed. */
	readonly skip: (element: SkippedElement) => void;
	readonly report: (bytes: number, totalBytes: number | undefined) => void;
	/** Lets other tasks run; awaited between two chunks. */
	readonly yieldToOthers: () => Promise<void>;
};

/** The number of bytes read while other work is more urgent, enough for a small account. */
const urgentBytes = 131_072;

export type ReadingOptions = {
	/** Called after each chunk, while other tasks may run in between. */
	readonly onProgress?: ((progress: ListingProgress) => void) | undefined;
	/** Resolves when more urgent work is done. Until then only the first 128 kB are read. */
	readonly moreUrgent?: Promise<void> | undefined;
	/** The records of an earlier listing, when the reading begins and once all is read. Those that were received byte for byte the same are used again, so that what is known of them stays; where nothing changed, the listing has this array itself. */
	readonly before?: (() => readonly ListedRecord[] | undefined) | undefined;
};

/** The number of earlier records that an element is compared with, and of elements in a row that are compared in vain. */
const nearby = 8;
const maxMisses = 1000;

/** Starts reading a listing. `earlier`: the records of a listing whose pages may be held. */
export function createReading(
	limits: Limits,
	{onProgress, moreUrgent, before}: ReadingOptions = {},
	earlier: readonly ListedRecord[] = [],
): Reading {
	const yieldIfDue = createYielder();
	const records: ListedRecord[] = [];
	let page = 0;
	let position = 0;
	let bytes = 0;
	const repeated = new Set<string>();
	let isShifted = false;
	let start = {records: 0, position, bytes, repeated: 0, isShifted, next: 0};

	const seen = createSeenIds(function* () {
		for (const [index, record] of records.entries()) {
			if (record.kind === 'notification') {
				yield [record.id, index < start.records ? page - 1 : page] as const;
			}
		}
	});

	let held: ListedPage[] = [];

	const known = before?.() ?? [];
	let next = 0;
	let misses = 0;
	const recognised = ({bytes: received, from, to}: Source): ListedRecord | undefined => {
		const end = misses > maxMisses ? 0 : Math.min(next + nearby, known.length);
		for (let index = next; index < end; index++) {
			const record = known[index]!;
			const source = record.kind === 'notification' ? record.source : undefined;
			if (
				source !== undefined &&
				source.to - source.from === to - from &&
				source.bytes.compare(received, from, to, source.from, source.to) === 0
			) {
				next = index + 1;
				misses = 0;
				return record;
			}
		}

		misses++;
		return undefined;
	};

	const isNew = (id: string): boolean => {
		const pageBefore = seen.add(id, page);
		if (pageBefore === page) {
			repeated.add(id);
		} else if (pageBefore !== undefined) {
			isShifted = true;
		}

		return pageBefore === undefined;
	};

	/** Adds a record, unless its ID was there before or there are too many. */
	const addRecord = (record: ListedRecord) => {
		if (position++ < limits.records && (record.kind === 'unreadable' || isNew(record.id))) {
			records.push(record);
		}
	};

	const beginPage = () => {
		page++;
		start = {records: records.length, position, bytes, repeated: repeated.size, isShifted, next};
	};

	return {
		records,
		get repeatedIds() {
			return repeated.size;
		},
		get isShifted() {
			return isShifted;
		},
		get pageElements() {
			return position - start.position;
		},
		get bytes() {
			return bytes;
		},
		get limitReached() {
			if (bytes > limits.listing) {
				return `Stopped after ${sizeText(limits.listing)}; there is more. ${raiseLimit('listing')}`;
			}

			return position > limits.records
				? `Stopped after ${numberText(limits.records)} records; there are more. ${raiseLimit('records')}`
				: undefined;
		},
		get pageFrom() {
			return start.records;
		},
		get pageBytes() {
			return bytes - start.bytes;
		},
		beginPage,
		restartPage() {
			if (position > start.position) {
				records.splice(start.records);
				seen.restart();
				for (const id of [...repeated].slice(start.repeated)) {
					repeated.delete(id);
				}
			}

			({position, bytes, isShifted} = start);
			[next, misses] = [start.next, 0];
		},
		add(element, source) {
			if (position < limits.records) {
				addRecord(readRecord(element, position, source));
			} else {
				position++;
			}
		},
		recognise:
			known.length === 0
				? () => undefined
				: source => {
						const record = recognised(source);
						return (
							record &&
							(() => {
								addRecord(record);
							})
						);
					},
		holdPage(unchanged) {
			held.push(unchanged);
		},
		async addHeldPages() {
			if (held.length === 0) {
				return;
			}

			const pages = held;
			held = [];
			for (const {from, to, bytes: size} of pages) {
				beginPage();
				for (let index = from; index < to; index++) {
					addRecord(earlier[index]!);

					if (index % itemsPerSlice === 0) {
						await yieldIfDue();
					}
				}

				next = to;
				bytes += size;
			}

			beginPage();
		},
		skip(element) {
			addRecord(skippedRecord(element, position, limits.record));
		},
		report(received, pageBytes) {
			bytes += received;
			onProgress?.({records, bytes, totalBytes: pageBytes === undefined ? undefined : start.bytes + pageBytes});
		},
		async yieldToOthers() {
			await (bytes < urgentBytes ? undefined : moreUrgent);
			await yieldIfDue();
		},
	};
}

/** The IDs in a listing so far. */
export type SeenIds = {
	/** Adds the ID of a record. Returns the number of the page that had the ID before; undefined for a new ID. */
	readonly add: (id: string, page: number) => number | undefined;
	/** Forgets all IDs except the stored ones. */
	readonly restart: () => void;
};

/**
Creates a set of seen IDs. As long as they only rise or only fall, as services number and sort them, it compares each with the last one and stores nothing.

@param stored - Returns every ID added so far and kept by the caller, with its page. Used when the order ends.
*/
export function createSeenIds(stored: () => Iterable<readonly [id: string, page: number]>): SeenIds {
	let pages: Map<string, number> | undefined;
	let last: string | undefined;
	let direction = 0;

	const isInOrder = (id: string): boolean => {
		if (!/^(?:0|[1-9]\d*)$/v.test(id)) {
			return false;
		}

		const order = last === undefined ? 0 : compareIntegers(last, id);
		if (last !== undefined && (order === 0 || order === -direction)) {
			return false;
		}

		direction = order;
		last = id;
		return true;
	};

	return {
		add(id, page) {
			if (pages === undefined) {
				if (isInOrder(id)) {
					return undefined;
				}

				pages = new Map(stored());
			}

			const before = pages.get(id);
			if (before === undefined) {
				pages.set(id, page);
			}

			return before;
		},
		restart() {
			const left = new Map(stored());
			pages = left.size === 0 ? undefined : left;
			last = undefined;
			direction = 0;
		},
	};
}

/** Compares two unsigned integers of any length without leading zeros: 1 if the second is greater, -1 if it is less, 0 if they are equal. */
function compareIntegers(one: string, other: string): number {
	if (one === other) {
		return 0;
	}

	return one.length === other.length ? (one < other ? 1 : -1) : Math.sign(other.length - one.length);
}
