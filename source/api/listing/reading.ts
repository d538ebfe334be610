import type {ListedRecord, Source} from '../../notification/notification.ts';
import {raiseLimit, sizeText, type Limits} from '../../platform/limits.ts';
import {numberText} from '../../platform/text.ts';
import {createYielder} from '../../platform/time-slices.ts';
import type {ElementReceiver, SkippedElement} from './element-splitter.ts';
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
export class Reading implements ElementReceiver {
	/** The records. If several have the same ID, the first is kept. */
	readonly records: ListedRecord[] = [];
	/** The maximum size of a record in bytes. */
	readonly longest: number;
	/** The bytes received so far, on all pages. */
	bytes = 0;
	/** Whether an ID was on two pages. */
	isShifted = false;
	/** Lets other tasks run; awaited between two chunks. */
	readonly yieldToOthers: () => Promise<void>;
	readonly recognise: ElementReceiver['recognise'];
	readonly #limits: Limits;
	readonly #onProgress: ReadingOptions['onProgress'];
	/** The number of elements so far, and the IDs that were repeated within a page. */
	#position = 0;
	readonly #repeated = new Set<string>();
	/** The positions of the IDs in the records. As long as IDs are numbers that only rise or only fall, as services number and sort them, each is compared with the last one and nothing is stored. */
	#positions: Map<string, number> | undefined;
	#lastId: number | undefined;
	#direction = 0;
	/** The earlier records, the next one that is expected, and the number of elements in a row that were not found. */
	readonly #known: readonly ListedRecord[];
	#next = 0;
	#misses = 0;
	/** What was read when the page began. */
	#start = {records: 0, position: 0, bytes: 0, next: 0};

	/** Starts reading a listing. */
	constructor(limits: Limits, {onProgress, moreUrgent, before}: ReadingOptions = {}) {
		this.#limits = limits;
		this.longest = limits.record;
		this.#onProgress = onProgress;
		this.#known = before?.() ?? [];
		this.recognise = this.#known.length === 0 ? undefined : source => this.#recognised(source);
		const yieldIfDue = createYielder();
		this.yieldToOthers = async () => {
			await (this.bytes < urgentBytes ? undefined : moreUrgent);
			await yieldIfDue();
		};
	}

	/** The number of IDs that were repeated within a page. */
	get repeatedIds(): number {
		return this.#repeated.size;
	}

	/** The number of elements on the current page. */
	get pageElements(): number {
		return this.#position - this.#start.position;
	}

	/** The limit that the listing has reached and how to raise it, in sentences; undefined if none was reached. */
	get limitReached(): string | undefined {
		const {listing, records} = this.#limits;
		if (this.bytes > listing) {
			return `Stopped after ${sizeText(listing)}; there is more. ${raiseLimit('listing')}`;
		}

		return this.#position > records
			? `Stopped after ${numberText(records)} records; there are more. ${raiseLimit('records')}`
			: undefined;
	}

	/** Marks the start of a page. */
	beginPage(): void {
		this.#start = {
			records: this.records.length,
			position: this.#position,
			bytes: this.bytes,
			next: this.#next,
		};
	}

	/** Removes the records of the page before it is retried. */
	restartPage(): void {
		const {records, position, bytes, next} = this.#start;
		if (this.#position > position) {
			this.records.splice(records);
			this.#positions = records === 0 ? undefined : this.#indexed();
			this.#lastId = undefined;
			this.#direction = 0;
		}

		this.#position = position;
		this.bytes = bytes;
		this.#next = next;
		this.#misses = 0;
	}

	/** Counts the bytes of a chunk. `pageBytes`: those of the whole page, if the service reports them. */
	report(received: number, pageBytes: number | undefined): void {
		this.bytes += received;
		const totalBytes = pageBytes === undefined ? undefined : this.#start.bytes + pageBytes;
		this.#onProgress?.({records: this.records, bytes: this.bytes, totalBytes});
	}

	onElement(element: unknown, source: Source): void {
		if (this.#position < this.#limits.records) {
			this.#add(readRecord(element, this.#position, source));
		} else {
			this.#position++;
		}
	}

	onSkipped(element: SkippedElement): void {
		this.#add(skippedRecord(element, this.#position, this.longest));
	}

	/** Adds a record, unless its ID was there before or there are too many. */
	#add(record: ListedRecord): void {
		const isWithin = this.#position++ < this.#limits.records;
		if (isWithin && (record.kind === 'unreadable' || this.#isNew(record.id))) {
			this.records.push(record);
		}
	}

	/** Finds an element that was received byte for byte the same in the earlier listing, near the place of the one before it. */
	#recognised({bytes, from, to}: Source): (() => void) | undefined {
		const known = this.#known;
		const end = this.#misses > maxMisses ? 0 : Math.min(this.#next + nearby, known.length);
		for (let index = this.#next; index < end; index++) {
			const record = known[index]!;
			const source = record.kind === 'notification' ? record.source : undefined;
			if (
				source !== undefined &&
				source.to - source.from === to - from &&
				source.bytes.compare(bytes, from, to, source.from, source.to) === 0
			) {
				this.#next = index + 1;
				this.#misses = 0;
				return () => {
					this.#add(record);
				};
			}
		}

		this.#misses++;
		return undefined;
	}

	#isNew(id: string): boolean {
		if (this.#positions === undefined) {
			const number = Number(id);
			const step = this.#lastId === undefined ? 0 : Math.sign(number - this.#lastId);
			const isInOrder = this.#lastId === undefined || (step !== 0 && step !== -this.#direction);
			if (isInOrder && Number.isFinite(number)) {
				this.#lastId = number;
				this.#direction = step;
				return true;
			}

			this.#positions = this.#indexed();
		}

		const position = this.#positions.get(id);
		if (position === undefined) {
			this.#positions.set(id, this.records.length);
		} else if (position < this.#start.records) {
			this.isShifted = true;
		} else {
			this.#repeated.add(id);
		}

		return position === undefined;
	}

	#indexed(): Map<string, number> {
		const positions = new Map<string, number>();
		for (const [position, record] of this.records.entries()) {
			if (record.kind === 'notification') {
				positions.set(record.id, position);
			}
		}

		return positions;
	}
}
