import {defaultLimits} from '../../platform/limits.ts';
import {BracketScanner} from './bracket-scanner.ts';
import {scanRecords, passRecords, type RecordFinder, type RecordReceiver} from './scan-records.ts';
import {characters, isBlank, isEscaped, type ByteRange} from './json-bytes.ts';
import {LargeElement} from './large-element.ts';
import {passElements, type ElementReceiver} from './pass-elements.ts';
import type {ParserOptions} from './parser-options.ts';
import {recordShape} from './record-shape.ts';
import {ReceivedBytes} from './received-bytes.ts';
import {RecordScanner} from './record-scanner.ts';

/** The result of parsing a listing's document: the data other than its elements. */
export type ParsedEnd =
	| {
			readonly ok: true;
			/** The document, with an empty array in place of its elements. */ readonly envelope: unknown;
			readonly hasElements: boolean;
	  }
	/** The document is incomplete or not JSON. */
	| {readonly ok: false};

/**
Parses a listing's JSON while it arrives: an array, or an object with an array under `results`, `data` or `items`, whichever comes first. Elements are passed on as soon as they are complete, so that no step takes as long as the whole document, and parsed elements are not kept.

The ends of elements are found by counting brackets outside of strings; JSON.parse decides whether they are JSON. An element that is too deeply nested is not parsed. Only the beginning of a large one is kept, so that a document of any size takes little memory.
*/
export class ListingParser {
	readonly #received = new ReceivedBytes();
	/** The start of the next elements; outside the array, the start of the next part of the envelope. */
	#from = 0;
	#place: 'before' | 'inside' | 'after' | 'broken' = 'before';
	#isEnvelopeLarge = false;
	/** Whether a comma precedes the remaining bytes. */
	#isContinued = false;
	/** The element that is being skipped because it is too large. */
	#large: LargeElement | undefined;
	#envelope = '';
	/** Whether the element at `#from` is read by counting brackets, because the record scanner does not support it. */
	#isUnusual = false;
	readonly #brackets: BracketScanner;
	/** Undefined if every element is parsed. */
	readonly #finder: RecordFinder | undefined;
	readonly #receiver: ElementReceiver & RecordReceiver;
	readonly #longest: number;

	/**
	Starts a document.

	@param onElement - Called with each element, both parsed by `parseJson` and as received.
	@param options - Limits, and callbacks for elements that are not parsed.
	*/
	constructor(onElement: (element: unknown, source: ByteRange) => void, options: ParserOptions = {}) {
		const {longest = defaultLimits.record, onNotification, onSkipped} = options;
		this.#longest = longest;
		this.#brackets = new BracketScanner(this.#received, longest);
		this.#finder = onNotification && {scanner: new RecordScanner(recordShape), longest};
		this.#receiver = {
			longest,
			onElement,
			onSkipped: onSkipped ?? (() => undefined),
			onNotification: onNotification ?? (() => undefined),
		};
	}

	/** Whether the document is not JSON, or has too much data around its elements. The rest of it is ignored. */
	get isBroken(): boolean {
		return this.#place === 'broken';
	}

	/** Whether there is too much data around the elements, or before them. */
	get isEnvelopeLarge(): boolean {
		return this.#isEnvelopeLarge;
	}

	/** Whether an incomplete element is already both too large and too deeply nested. Counting its brackets would take long, so the rest of the document is ignored. */
	get isEndless(): boolean {
		return this.#brackets.isEndless && !this.isBroken;
	}

	/** Takes the next bytes of the document, and passes on the elements that they complete. */
	push(chunk: Uint8Array): void {
		if (this.isBroken || this.#brackets.isEndless) {
			return;
		}

		this.#received.append(chunk);
		while (this.#place !== 'broken' && this.#brackets.at < this.#received.length) {
			if (this.#isAtRecord()) {
				this.#takeRecords(this.#finder!);
				if (!this.#isUnusual && this.#place === 'inside') {
					break;
				}
			} else {
				this.#scan();
				if (this.#isUnusual) {
					this.#takeToLastComma();
				}
			}
		}

		this.#takeToLastComma();
		if (this.#received.length - this.#from > this.#longest || this.#large !== undefined) {
			this.#passOver();
		}
	}

	/** Ends the document before its last byte: passes on the beginning of an element that is too large. */
	stop(): void {
		if (this.#large !== undefined) {
			this.#skipLarge(0, true);
		}
	}

	/** Ends the document after all its bytes were pushed. */
	end(): ParsedEnd {
		if (this.#place === 'broken' || this.#place === 'inside') {
			return {ok: false};
		}

		const {buffer, length} = this.#received;
		const rest =
			this.#place === 'before' ? this.#received.textBefore(length) : buffer.toString('utf8', this.#from, length);
		try {
			return {ok: true, envelope: JSON.parse(this.#envelope + rest), hasElements: this.#place === 'after'};
		} catch {
			return {ok: false};
		}
	}

	/** Whether the next bytes are the start of an element that the record scanner may support. */
	#isAtRecord(): boolean {
		return (
			this.#finder !== undefined &&
			this.#place === 'inside' &&
			!this.#isUnusual &&
			this.#brackets.at === this.#from &&
			this.#large === undefined
		);
	}

	/** Passes on elements as long as they are records. */
	#takeRecords(finder: RecordFinder): void {
		const bytes = this.#received.buffer.subarray(0, this.#received.length);
		const scanned = scanRecords(bytes, this.#from, finder);
		const {records, at, isLast, isUnusual} = scanned;
		passRecords(scanned, bytes, this.#receiver);
		this.#isContinued ||= records.length > 0;
		this.#isUnusual = isUnusual;
		if (isLast && !isUnusual) {
			this.#brackets.skipArray(at);
			this.#place = 'after';
			this.#from = at - 1;
		} else {
			this.#brackets.at = at;
			this.#discard(at);
		}
	}

	/** Scans the new bytes, up to a boundary of the array of elements, or to the end of an element that the record scanner does not support. */
	#scan(): void {
		const boundary = this.#brackets.scan({
			from: this.#from,
			discarded: this.#large?.length ?? 0,
			isOneElement: this.#isUnusual,
		});
		const {at, isEndless} = this.#brackets;
		if (boundary === 'array') {
			this.#enter(at);
		} else if (boundary === 'end') {
			this.#leave(at - 1);
		}

		if (isEndless) {
			this.#received.length = at;
		}
	}

	#enter(from: number): void {
		if (from > this.#longest) {
			this.#breakEnvelope();
			return;
		}

		this.#envelope = this.#received.textBefore(from);
		this.#place = 'inside';
		this.#from = from;
	}

	#leave(at: number): void {
		const isEmpty = this.#large === undefined && isBlank(this.#received.buffer, this.#from, at);
		if (
			this.#received.buffer[at] !== characters.close ||
			(isEmpty && (this.#isContinued || this.#brackets.commas.length > 0))
		) {
			this.#place = 'broken';
			return;
		}

		this.#place = 'after';
		if (!isEmpty) {
			this.#take(at);
		}

		this.#from = at;
	}

	/** Passes on the elements before the last comma. */
	#takeToLastComma(): void {
		const last = this.#place === 'inside' ? this.#brackets.commas.pop() : undefined;
		if (last === undefined) {
			return;
		}

		this.#take(last);
		this.#isContinued = true;
		this.#isUnusual = false;
		this.#discard(last + 1);
	}

	/** Passes on the elements up to an index; commas separate them. */
	#take(to: number): void {
		const brackets = this.#brackets;
		if (this.#large !== undefined) {
			const end = brackets.commas.shift() ?? to;
			this.#skipLarge(end - this.#from);
			this.#from = end + 1;
			if (end === to) {
				return;
			}
		}

		const {commas, inexactNumberAt, deepAt} = brackets;
		const elements = {
			bytes: this.#received.buffer,
			from: this.#from,
			to,
			commas,
			inexactNumberAt,
			isDeep: deepAt >= this.#from,
		};
		brackets.commas = [];
		if (!passElements(elements, this.#receiver)) {
			this.#place = 'broken';
		}

		if (deepAt < to) {
			brackets.deepAt = -1;
		}
	}

	/** Discards an element that is too large, except its beginning. Around the elements nothing may be that large. */
	#passOver(): void {
		const {buffer, length} = this.#received;
		if (this.#place !== 'inside') {
			if (length - this.#from > this.#longest) {
				this.#breakEnvelope();
			}

			return;
		}

		this.#large ??= new LargeElement(buffer.subarray(this.#from));
		// The last byte may be a backslash that escapes the next one.
		const end = length - (isEscaped(buffer, length) ? 1 : 0);
		this.#large.passOver(end - this.#from);
		this.#discard(end);
	}

	#breakEnvelope(): void {
		this.#place = 'broken';
		this.#isEnvelopeLarge = true;
	}

	/** Passes on the element that was too large, with its last bytes. */
	#skipLarge(rest: number, isCut = false): void {
		this.#large!.passOver(rest);
		this.#receiver.onSkipped(this.#large!.skipped(isCut));
		this.#large = undefined;
	}

	/** Removes the bytes before an index. */
	#discard(to: number): void {
		this.#received.discard(to);
		this.#brackets.discard(to);
		this.#from = 0;
	}
}
