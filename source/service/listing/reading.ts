import {bytesOf, type ListedRecord, type Source} from '../../notification/notification.ts';
import {raiseLimit, sizeText, type Limits} from '../../platform/limits.ts';
import {numberText} from '../../platform/text.ts';
import {createYielder} from '../../platform/time-slices.ts';
import type {ElementReceiver} from './element-splitter.ts';
import {readRecord, skippedRecord} from './read-record.ts';

/** The progress of a listing. */
export type ListingProgress = {
	/** The records read so far. The array grows: copy it to keep it. Before a page is retried, its records are removed; if the listing is read again, a new array begins. */
	readonly records: readonly ListedRecord[];
	/** The bytes received so far, on all pages. */
	readonly bytes: number;
	/** The total number of bytes, if the service reports it. */
	readonly totalBytes: number | undefined;
};

export type ReadingOptions = {
	/** Called after each chunk, while other tasks may run in between. */
	readonly onProgress?: ((progress: ListingProgress) => void) | undefined;
	/** Resolves when more urgent work is done. Until then only the first 128 kB are read. */
	readonly moreUrgent?: Promise<void> | undefined;
	/** The records of an earlier listing, when the reading begins and once all is read. Those that were received byte for byte the same are used again, so that what is known of them stays; where nothing changed, the listing has this array itself. */
	readonly before?: (() => readonly ListedRecord[] | undefined) | undefined;
};

/** The number of bytes read while other work is more urgent, enough for a small account. */
const urgentBytes = 131_072;

/** The number of earlier records that an element is compared with, and of elements in a row that are compared in vain. */
const nearby = 8;
const maxMisses = 1000;

/** The records of a listing while its pages are read. */
export type Reading = ReturnType<typeof createReading>;

/** Starts reading a listing. */
export function createReading(limits: Limits, {onProgress, moreUrgent, before}: ReadingOptions = {}) {
	const records: ListedRecord[] = [];
	let bytes = 0;
	/** The number of elements so far. */
	let position = 0;
	/** The IDs that were repeated within a page, and whether one was on two pages. */
	const repeated = new Set<string>();
	let isShifted = false;
	/** What was read when the page began. */
	let start = {records: 0, position, bytes, next: 0};
	/** The positions of the IDs in the records. */
	const positions = new Map<string, number>();
	/** The earlier records, the next one that is expected, and the number of elements in a row that were not found. */
	const known = before?.() ?? [];
	let next = 0;
	let misses = 0;
	const yieldIfDue = createYielder();

	/** Adds a record, unless its ID was there before or there are too many. */
	const add = (record: ListedRecord) => {
		if (position++ >= limits.records) {
			return;
		}

		if (record.kind === 'notification') {
			const index = positions.get(record.id);
			if (index !== undefined && index < start.records) {
				isShifted = true;
				return;
			}

			if (index !== undefined) {
				repeated.add(record.id);
				return;
			}

			positions.set(record.id, records.length);
		}

		records.push(record);
	};

	/** Finds an element that was received byte for byte the same in the earlier listing, near the place of the one before it. */
	const recognise = (source: Source) => {
		const {bytes: received, from, to} = source;
		const end = misses > maxMisses ? 0 : Math.min(next + nearby, known.length);
		for (let index = next; index < end; index++) {
			const record = known[index]!;
			const own = bytesOf(record);
			if (own?.length === to - from && own.compare(received, from, to) === 0) {
				next = index + 1;
				misses = 0;
				return () => {
					add(record.kind === 'notification' || record.index === position ? record : {...record, index: position});
				};
			}
		}

		misses++;
		return undefined;
	};

	/** Takes the elements of a page. */
	const receiver: ElementReceiver = {
		longest: limits.record,
		recognise: known.length === 0 ? undefined : recognise,
		onElement(element, source) {
			if (position < limits.records) {
				add(readRecord(element, position, source));
			} else {
				position++;
			}
		},
		onSkipped(element) {
			add(skippedRecord(element, position, limits.record));
		},
	};

	return {
		receiver,
		/** The records. If several have the same ID, the first is kept. */
		records,
		/** The number of IDs that were repeated within a page. */
		repeatedIds: () => repeated.size,
		/** Whether an ID was on two pages. */
		isShifted: () => isShifted,
		/** The number of elements on the current page. */
		pageElements: () => position - start.position,
		/** The bytes received so far, on all pages. */
		bytes: () => bytes,
		/** The limit that the listing has reached and how to raise it, in sentences; undefined if none was reached. */
		limitReached(): string | undefined {
			if (bytes > limits.listing) {
				return `Stopped after ${sizeText(limits.listing)}; there is more. ${raiseLimit('listing')}`;
			}

			return position > limits.records
				? `Stopped after ${numberText(limits.records)} records; there are more. ${raiseLimit('records')}`
				: undefined;
		},
		/** Marks the start of a page. */
		beginPage() {
			start = {records: records.length, position, bytes, next};
		},
		/** Removes the records of the page before it is retried. */
		restartPage() {
			for (const record of records.splice(start.records)) {
				positions.delete(record.kind === 'notification' ? record.id : '');
			}

			({position, bytes, next} = start);
			misses = 0;
		},
		/** Counts the bytes of a chunk. `pageBytes`: those of the whole page, if the service reports them. */
		report(received: number, pageBytes: number | undefined) {
			bytes += received;
			onProgress?.({records, bytes, totalBytes: pageBytes === undefined ? undefined : start.bytes + pageBytes});
		},
		/** Lets other tasks run; awaited between two chunks. */
		async yieldToOthers() {
			await (bytes < urgentBytes ? undefined : moreUrgent);
			await yieldIfDue();
		},
	};
}
