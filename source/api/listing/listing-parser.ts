import {Buffer} from 'node:buffer';
import type {Notification} from '../../domain/notification.ts';
import {isTooDeep, parseExactly} from '../../system/json.ts';
import {deepestNesting, defaultLimits} from '../../system/limits.ts';
import {afterSpace, characters, endOfString, isEscaped, isSpace, trimmed, type ByteRange} from './json-bytes.ts';
import type {KnownRecords} from './known-records.ts';
import {recordShape} from './read-record.ts';
import {incomplete, RecordScanner, unusual} from './record-scanner.ts';

/** The result of parsing a listing's document: the data other than its elements. */
export type ParsedEnd =
	| {readonly ok: true; /** The document, with an empty array in place of its elements. */ readonly envelope: unknown; readonly hasElements: boolean}
	/** The document is incomplete or not JSON. */
	| {readonly ok: false};

/** An element that is not parsed because of its size or depth. */
export type SkippedElement = {
	readonly why: 'large' | 'deep';
	/** The length in bytes. */
	readonly length: number;
	/** The bytes of the element; for a large one, its beginning. */
	readonly source: ByteRange;
	/** Whether its end was not read. */
	readonly isCut?: boolean;
};

export type ParserOptions = {
	/** Called instead of `onElement` with each element that is recognised as a notification without being parsed. */
	readonly onNotification?: (id: string, source: ByteRange) => void;
	/** Recognises records of an earlier listing. Requires `onNotification`. */
	readonly known?: KnownRecords | undefined;
	/** Called instead of `onNotification` with each recognised record. */
	readonly onKnown?: (record: Notification) => void;
	/** Called with each element that is too large or too deeply nested. */
	readonly onSkipped?: (element: SkippedElement) => void;
	/** The maximum size of an element, and of the document around the elements, in bytes. */
	readonly longest?: number;
};

const {close, closeBrace, colon, comma, minus, nine, open, openBrace, quote, zero} = characters;

/** The number of bytes kept of an element that is too large. */
const keptLength = 2000;

/** The position in the buffer of a record that was scanned. */
type FoundRecord = {readonly id: string; readonly from: number; readonly to: number; readonly isPlain: boolean};

/** Members of an object that may contain the elements. */
const arrayNames: ReadonlySet<string> = new Set(['results', 'data', 'items']);

/** The maximum length of such a member's name in bytes, including quotes and white space. */
const longestName = 200;

/** The bytes that continue a number that is not an integer: a point, E or e. */
const fractionOrExponent: ReadonlySet<number> = new Set([0x2E, 0x45, 0x65]);

/** The maximum number of digits of an integer that JavaScript always prints as written. */
const safeDigits = 15;

const byteOrderMark = [0xEF, 0xBB, 0xBF];

const initialCapacity = 131_072;

/** The maximum size in bytes of an element that may be scanned again when more of it arrives. A longer one is read by counting brackets, which continues where it stopped. */
const longestRescan = 65_536;

/**
Parses a listing's JSON while it arrives: an array, or an object with an array under `results`, `data` or `items`, whichever comes first. Elements are passed on as soon as they are complete, so that no step takes as long as the whole document, and parsed elements are not kept.

The ends of elements are found by counting brackets outside of strings; JSON.parse decides whether they are JSON. An element that is too deeply nested is not parsed. Only the beginning of a large one is kept, so that a document of any size takes little memory.
*/
export class ListingParser {
	/** The bytes received and not yet passed on. */
	#bytes = Buffer.allocUnsafe(initialCapacity);
	#length = 0;
	/** The index of the next byte to scan. */
	#at = 0;
	/** The start of the next elements; outside the array, the start of the next part of the envelope. */
	#from = 0;
	#place: 'before' | 'inside' | 'after' | 'broken' = 'before';
	#isEnvelopeLarge = false;
	#isEndless = false;
	#isInString = false;
	#depth = 0;
	/** The depth of the array of elements. */
	#arrayDepth = 0;
	/** The start of the last string among the document's members. */
	#stringFrom = 0;
	#name = '';
	/** The indexes of the commas between elements not yet passed on. */
	#commas: number[] = [];
	/** Whether a comma precedes the remaining bytes. */
	#isContinued = false;
	#digits = 0;
	/** The index of the last number that JavaScript might print differently; before `#from` if there is none. */
	#inexactNumberAt = -1;
	/** The index of the last bracket that is nested too deeply; before `#from` if there is none. */
	#deepAt = -1;
	/** The maximum depth of brackets. */
	#deepest = Infinity;
	/** The beginning of the element that is being skipped because it is too large, and the number of its discarded bytes. */
	#large: {readonly start: Buffer; length: number} | undefined;
	#envelope = '';
	/** Whether the element at `#from` is read by counting brackets, because the scanner does not support it. */
	#isUnusual = false;
	readonly #scanner: RecordScanner | undefined;
	readonly #known: KnownRecords | undefined;
	readonly #onNotification: (id: string, source: ByteRange) => void;
	readonly #onKnown: (record: Notification) => void;
	readonly #onElement: (element: unknown, source: ByteRange) => void;
	readonly #onSkipped: (element: SkippedElement) => void;
	readonly #longest: number;

	/**
	Starts a document.

	@param onElement - Called with each element, both parsed by `parseJson` and as received.
	@param options - Limits, and callbacks for elements that are not parsed.
	*/
	constructor(onElement: (element: unknown, source: ByteRange) => void, options: ParserOptions = {}) {
		this.#onElement = onElement;
		this.#onSkipped = options.onSkipped ?? (() => undefined);
		this.#onNotification = options.onNotification ?? (() => undefined);
		this.#onKnown = options.onKnown ?? (() => undefined);
		this.#known = options.known;
		this.#scanner = options.onNotification && new RecordScanner(recordShape);
		this.#longest = options.longest ?? defaultLimits.record;
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
		return this.#isEndless && !this.isBroken;
	}

	/** Takes the next bytes of the document, and passes on the elements that they complete. */
	push(chunk: Uint8Array): void {
		if (this.isBroken || this.#isEndless) {
			return;
		}

		this.#append(chunk);
		while (this.#place !== 'broken' && this.#at < this.#length) {
			if (this.#isAtRecord()) {
				this.#scanRecords();
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
		if (this.#length - this.#from > this.#longest || this.#large !== undefined) {
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

		try {
			return {ok: true, envelope: JSON.parse(this.#envelope + this.#text(this.#from, this.#length)), hasElements: this.#place === 'after'};
		} catch {
			return {ok: false};
		}
	}

	/** Whether the next bytes are the start of an element that the scanner may support. */
	#isAtRecord(): boolean {
		return this.#scanner !== undefined && this.#place === 'inside' && !this.#isUnusual && this.#at === this.#from && this.#large === undefined;
	}

	/** Passes on elements as long as they are recognised or the scanner accepts them, up to the end of the array. */
	#scanRecords(): void {
		const bytes = this.#bytes.subarray(0, this.#length);
		const {length} = bytes;
		const scanner = this.#scanner!;
		const found: Array<Notification | FoundRecord> = [];
		let at = this.#from;
		let isLast = false;
		while (!isLast) {
			const from = afterSpace(bytes, at);
			const record = this.#known?.recognise(bytes, from);
			const to = record === undefined ? this.#endOfRecord(bytes, from) : from + record.source!.to - record.source!.from;
			const next = to < 0 ? length : afterSpace(bytes, to);
			if (to === unusual || (next === length ? length - at > Math.min(longestRescan, this.#longest) : next - at > this.#longest)) {
				this.#isUnusual = true;
				break;
			}

			if (next === length) {
				break;
			}

			isLast = bytes[next] === close;
			if (!isLast && bytes[next] !== comma) {
				this.#isUnusual = true;
				break;
			}

			const one = record ?? {id: scanner.id, from, to, isPlain: scanner.isPlain};
			found.push(one);
			this.#known?.skipPast(one.id);
			at = next + 1;
		}

		this.#passOn(found);
		if (isLast) {
			this.#depth--;
			this.#place = 'after';
			this.#deepest = Infinity;
			this.#from = at - 1;
			this.#at = at;
		} else {
			this.#discard(at);
			this.#at = 0;
		}
	}

	/** The end of the record at an index, or the scanner's reason why it has none. */
	#endOfRecord(bytes: Buffer, from: number): number {
		if (from === bytes.length) {
			return incomplete;
		}

		return bytes[from] === openBrace ? this.#scanner!.scan(bytes, from, bytes.length) : unusual;
	}

	/** Passes on records, with a copy of the bytes of new ones, because the buffer is reused. */
	#passOn(found: ReadonlyArray<Notification | FoundRecord>): void {
		const fresh = found.filter((record): record is FoundRecord => !('kind' in record));
		const start = fresh[0]?.from ?? 0;
		const copy = Buffer.from(this.#bytes.subarray(start, fresh.at(-1)?.to ?? start));
		for (const record of found) {
			if ('kind' in record) {
				this.#onKnown(record);
			} else {
				const {id, from, to, isPlain} = record;
				this.#onNotification(id, {bytes: copy, from: from - start, to: to - start, isPlain});
			}
		}

		this.#isContinued ||= found.length > 0;
	}

	/** Passes on the elements before the last comma. */
	#takeToLastComma(): void {
		const last = this.#place === 'inside' ? this.#commas.pop() : undefined;
		if (last === undefined) {
			return;
		}

		this.#take(last);
		this.#isContinued = true;
		this.#isUnusual = false;
		this.#discard(last + 1);
	}

	/** Scans the new bytes, up to a change of context, or to the end of an element that the scanner does not support. */
	#scan(): void {
		const bytes = this.#bytes.subarray(0, this.#length);
		const {length} = bytes;
		const place = this.#place;
		let at = this.#at;
		while (at < length && this.#place === place && !this.#isEndless && !(this.#isUnusual && this.#commas.length > 0)) {
			if (this.#isInString) {
				const end = endOfString(bytes, at);
				this.#isInString = end === -1;
				at = this.#isInString ? length : end + 1;
			} else {
				this.#handle(bytes[at]!, at);
				at++;
			}
		}

		this.#at = at;
		if (this.#isEndless) {
			this.#length = at;
		}
	}

	/** Handles one byte outside of strings. */
	#handle(byte: number, at: number): void {
		if (byte >= zero && byte <= nine) {
			this.#digits++;
			if (this.#digits > safeDigits || (byte === zero && this.#digits === 1 && this.#bytes[at - 1] === minus)) {
				this.#inexactNumberAt = at;
			}

			return;
		}

		if (this.#digits > 0) {
			this.#digits = 0;
			if (fractionOrExponent.has(byte)) {
				this.#inexactNumberAt = at;
			}
		}

		switch (byte) {
			case quote: {
				this.#isInString = true;
				if (this.#isAmongMembers()) {
					this.#stringFrom = at;
				}

				break;
			}

			case colon: {
				if (this.#isAmongMembers()) {
					this.#name = at - this.#stringFrom > longestName ? '' : this.#text(this.#stringFrom, at).trim();
				}

				break;
			}

			case comma: {
				if (this.#place === 'inside' && this.#depth === this.#arrayDepth) {
					this.#commas.push(at);
				} else if (this.#isAmongMembers()) {
					this.#name = '';
				}

				break;
			}

			case open:
			case openBrace: {
				this.#depth++;
				if (this.#depth > this.#deepest) {
					this.#deepAt = at;
					this.#isEndless = this.#sizeAt(at) > this.#longest;
				}

				if (byte === open && this.#place === 'before' && this.#isArrayOfElements()) {
					this.#enter(at + 1);
				}

				break;
			}

			case close:
			case closeBrace: {
				this.#depth--;
				if (this.#place === 'inside' && this.#depth < this.#arrayDepth) {
					this.#leave(at);
				}

				break;
			}

			default:
				// JSON.parse checks white space, letters and signs.
		}
	}

	/** Whether the scan is between the braces of the document itself. */
	#isAmongMembers(): boolean {
		return this.#place === 'before' && this.#depth === 1;
	}

	/** Whether the bracket just opened starts the array of elements: the document itself, or a member with one of the names. */
	#isArrayOfElements(): boolean {
		return this.#depth === 1 || (this.#depth === 2 && arrayNames.has(this.#name.slice(1, -1)));
	}

	#enter(from: number): void {
		if (from > this.#longest) {
			this.#breakEnvelope();
			return;
		}

		this.#envelope = this.#text(0, from);
		this.#arrayDepth = this.#depth;
		this.#deepest = this.#depth + deepestNesting;
		this.#place = 'inside';
		this.#from = from;
	}

	#leave(at: number): void {
		const isEmpty = this.#large === undefined && this.#isBlank(at);
		if (this.#bytes[at] !== close || (isEmpty && (this.#isContinued || this.#commas.length > 0))) {
			this.#place = 'broken';
			return;
		}

		this.#place = 'after';
		this.#deepest = Infinity;
		if (!isEmpty) {
			this.#take(at);
		}

		this.#from = at;
	}

	/** Whether there is only white space up to an index. */
	#isBlank(to: number): boolean {
		let at = this.#from;
		while (at < to && isSpace(this.#bytes[at]!)) {
			at++;
		}

		return at === to;
	}

	/** Passes on the elements up to an index; commas separate them. */
	#take(to: number): void {
		if (this.#large !== undefined) {
			const end = this.#commas.shift() ?? to;
			this.#skipLarge(end - this.#from);
			this.#from = end + 1;
			if (end === to) {
				return;
			}
		}

		if (this.#deepAt >= this.#from || to - this.#from > this.#longest) {
			this.#takeEach(to);
			return;
		}

		// A copy, because the buffer is reused.
		const bytes = Buffer.from(this.#bytes.subarray(this.#from, to));
		const text = bytes.toString();
		const isPlain = this.#inexactNumberAt < this.#from;
		let elements: unknown[];
		try {
			elements = (isPlain ? JSON.parse(`[${text}]`) : parseExactly(`[${text}]`)) as unknown[];
		} catch {
			elements = [];
		}

		// The text is not JSON, or an element is missing between two commas.
		if (elements.length <= this.#commas.length) {
			this.#place = 'broken';
			return;
		}

		let from = 0;
		for (const [index, element] of elements.entries()) {
			const end = (this.#commas[index] ?? to) - this.#from;
			this.#onElement(element, trimmed({bytes, from, to: end, isPlain}));
			from = end + 1;
		}

		this.#commas = [];
	}

	/** Like `#take`, but takes each element separately, because one of them may be too large or too deeply nested. */
	#takeEach(to: number): void {
		const ends = [...this.#commas, to];
		const lastDeepAt = this.#deepAt;
		this.#commas = [];
		for (const end of ends) {
			const {from, to: last} = trimmed({bytes: this.#bytes, from: this.#from, to: end});
			const isLarge = end - this.#from > this.#longest;
			if (isLarge || isTooDeep(this.#bytes.toString('latin1', from, last))) {
				const bytes = Buffer.from(this.#bytes.subarray(from, isLarge ? Math.min(from + keptLength, last) : last));
				// White space around a large element counts, because it also counts when the element arrives in parts.
				this.#onSkipped({why: isLarge ? 'large' : 'deep', length: isLarge ? end - this.#from : last - from, source: {bytes, from: 0, to: bytes.length}});
			} else {
				this.#deepAt = -1;
				this.#take(end);
			}

			this.#from = end + 1;
			if (this.#place === 'broken') {
				return;
			}
		}

		this.#deepAt = lastDeepAt < to ? -1 : lastDeepAt;
	}

	/** Discards an element that is too large, except its beginning. Around the elements nothing may be that large. */
	#passOver(): void {
		if (this.#place !== 'inside') {
			if (this.#length - this.#from > this.#longest) {
				this.#breakEnvelope();
			}

			return;
		}

		this.#large ??= {start: Buffer.from(this.#bytes.subarray(this.#from, this.#from + keptLength)), length: 0};
		// The last byte may be a backslash that escapes the next one.
		const end = this.#length - (isEscaped(this.#bytes, this.#length) ? 1 : 0);
		this.#large.length += end - this.#from;
		this.#discard(end);
	}

	#breakEnvelope(): void {
		this.#place = 'broken';
		this.#isEnvelopeLarge = true;
	}

	/** The size of the current element up to an index, in bytes. */
	#sizeAt(at: number): number {
		const lastComma = this.#commas.at(-1);
		return lastComma === undefined ? (this.#large?.length ?? 0) + at - this.#from : at - lastComma - 1;
	}

	/** Passes on the element that was too large, with its last bytes. */
	#skipLarge(rest: number, isCut = false): void {
		const {start: bytes, length} = this.#large!;
		this.#large = undefined;
		this.#onSkipped({why: 'large', length: length + rest, source: {bytes, from: 0, to: bytes.length}, ...(isCut && {isCut})});
	}

	#append(chunk: Uint8Array): void {
		const {length} = chunk;
		if (this.#length + length > this.#bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + length));
			larger.set(this.#bytes.subarray(0, this.#length));
			this.#bytes = larger;
		}

		this.#bytes.set(chunk, this.#length);
		this.#length += length;
	}

	/** Removes the bytes before an index. */
	#discard(to: number): void {
		this.#bytes.copyWithin(0, to, this.#length);
		this.#length -= to;
		this.#at -= to;
		this.#inexactNumberAt -= to;
		this.#deepAt -= to;
		this.#from = 0;
	}

	#text(from: number, to: number): string {
		const isMarked = this.#place === 'before' && from === 0 && byteOrderMark.every((byte, index) => this.#bytes[index] === byte);
		return this.#bytes.toString('utf8', isMarked ? 3 : from, to);
	}
}
