import {Buffer} from 'node:buffer';
import {isTooDeep, parseJson} from '../../platform/json.ts';
import {deepestNesting, defaultLimits} from '../../platform/limits.ts';
import type {Source} from '../../notification/notification.ts';

/** An element that is not parsed because of its size or depth. */
export type SkippedElement = {
	readonly why: 'large' | 'deep';
	/** The length in bytes. */
	readonly length: number;
	/** The text of the element; of a large one, its beginning. */
	readonly text: string;
	/** Whether its end was not read. */
	readonly isCut: boolean;
};

export type ElementReceiver = {
	/** Called with each element, both parsed by `parseJson` and as received, without white space around it. */
	onElement(element: unknown, source: Source): void;
	/** Called with each element before it is parsed. Where it is known, returns what takes it in place of `onElement`. Its bytes are used again afterwards. */
	readonly recognise?: ((source: Source) => (() => void) | undefined) | undefined;
	/** Called with each element that is too large or too deeply nested. */
	onSkipped(element: SkippedElement): void;
	/** The maximum size of an element, and of the document around the elements, in bytes. */
	readonly longest?: number;
};

/** The result of a listing's document: the data other than its elements. */
export type DocumentEnd =
	| {
			readonly ok: true;
			/** The document, with an empty array in place of its elements. */
			readonly envelope: unknown;
			readonly hasElements: boolean;
	  }
	/** The document is incomplete or not JSON. */
	| {readonly ok: false};

const [quote, comma, open, backslash, close, openBrace, closeBrace] = Buffer.from('",[\\]{}');
const [zero, nine] = [0x30, 0x39];
const [point, minus, lowerE, upperE] = Buffer.from('.-eE');

/** The maximum number of digits of an integer that JavaScript always prints as written. */
const safeDigits = 15;

/** Ends before the bracket of an array in a member of the document that may contain the elements. */
const beforeElements = /(?<!\\)"(?:results|data|items)"\s*:\s*$/v;

/** The number of bytes before a bracket in which such a name is looked for. */
const longestName = 200;

/** The number of bytes kept of an element that is too large. */
const keptLength = 2000;

/**
Splits a listing's JSON into elements while it arrives: an array, or an object with an array under `results`, `data` or `items`, whichever comes first. Elements are parsed and passed on as soon as they are complete, so that no step takes as long as the whole document.

The ends of elements are found by counting brackets outside of strings; JSON.parse decides whether what is between them is JSON. An element that is too deeply nested is not parsed. Only the beginning of a large one is kept, so that a document of any size takes little memory.
*/
export class ElementSplitter {
	/** The bytes that were received and are not passed on, of which the first `#length` count. */
	#buffer = Buffer.allocUnsafe(131_072);
	#length = 0;
	/** The index of the next byte to look at. */
	#at = 0;
	/** The start of the next element; outside the array, of the next part of the envelope. */
	#from = 0;
	/** The ends of the elements from there on that are complete. */
	#ends: number[] = [];
	#place: 'before' | 'inside' | 'after' | 'broken' = 'before';
	#isInString = false;
	/** The number of digits before `#at`. */
	#digits = 0;
	#depth = 0;
	/** The depth of the array of elements. */
	#arrayDepth = 0;
	/** The index of the last bracket that is nested too deeply; negative if there is none. */
	#deepAt = -1;
	/** The index of the last sign, letter or digit of a number that JavaScript might print differently; negative if there is none. */
	#numberAt = -1;
	/** Whether an element was passed on, so that another one must follow the last comma. */
	#isContinued = false;
	/** The beginning of an element that is too large, and the number of its bytes that were discarded. */
	#large: {readonly start: Buffer; length: number} | undefined;
	#envelope = '';
	#isEnvelopeLarge = false;
	readonly #receiver: ElementReceiver;
	readonly #longest: number;

	/** Starts a document. */
	constructor(receiver: ElementReceiver) {
		this.#receiver = receiver;
		this.#longest = receiver.longest ?? defaultLimits.record;
	}

	/** Whether the document is not JSON, or has too much data around its elements. The rest of it is ignored. */
	get isBroken(): boolean {
		return this.#place === 'broken';
	}

	/** Whether there is too much data around the elements, or before them. */
	get isEnvelopeLarge(): boolean {
		return this.#isEnvelopeLarge;
	}

	/** Takes the next bytes of the document, and passes on the elements that they complete. */
	push(chunk: Uint8Array): void {
		if (this.isBroken) {
			return;
		}

		this.#append(chunk);
		this.#scan();
		if (this.#place === 'inside' && this.#ends.length > 0) {
			this.#pass();
			this.#isContinued = true;
			this.#discard(this.#from);
		}

		this.#limit();
	}

	/** Ends the document before its last byte: passes on the beginning of an element that is too large. */
	stop(): void {
		if (this.#large !== undefined) {
			this.#passLarge(true);
		}
	}

	/** Ends the document after all its bytes were pushed. */
	end(): DocumentEnd {
		if (this.#place === 'broken' || this.#place === 'inside') {
			return {ok: false};
		}

		try {
			const envelope: unknown = JSON.parse(withoutMark(this.#envelope + this.#text(this.#from, this.#length)));
			return {ok: true, envelope, hasElements: this.#place === 'after'};
		} catch {
			return {ok: false};
		}
	}

	#text(from: number, to: number): string {
		return this.#buffer.toString('utf8', from, to);
	}

	#append(chunk: Uint8Array): void {
		const length = this.#length + chunk.length;
		if (length > this.#buffer.length) {
			const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, length));
			larger.set(this.#buffer.subarray(0, this.#length));
			this.#buffer = larger;
		}

		this.#buffer.set(chunk, this.#length);
		this.#length = length;
	}

	/** Forgets the bytes before an index, which is the start of what comes next. */
	#discard(to: number): void {
		this.#buffer.copyWithin(0, to, this.#length);
		this.#length -= to;
		this.#at -= to;
		this.#deepAt -= to;
		this.#numberAt -= to;
		this.#from = 0;
	}

	/** Counts the brackets of the new bytes outside of strings. */
	#scan(): void {
		const bytes = this.#buffer;
		const length = this.#length;
		let isInString = this.#isInString;
		let digits = this.#digits;
		let at = this.#at;
		while (at < length) {
			if (isInString) {
				while (at < length && bytes[at] !== quote) {
					// The escaped character may be in the next chunk.
					at += bytes[at] === backslash ? 2 : 1;
				}

				isInString = at >= length;
				at += isInString ? 0 : 1;
				continue;
			}

			const byte = bytes[at]!;
			if (byte === quote) {
				isInString = true;
			} else if (byte === comma) {
				if (this.#depth === this.#arrayDepth && this.#place === 'inside') {
					this.#ends.push(at);
				}
			} else if (byte === open || byte === openBrace) {
				this.#open(byte, at);
			} else if (byte === close || byte === closeBrace) {
				this.#depth--;
				if (this.#depth < this.#arrayDepth && this.#place === 'inside') {
					this.#leave(byte, at);
				}
			} else {
				digits = byte >= zero && byte <= nine ? digits + 1 : 0;
				if (digits > safeDigits || byte === point || byte === minus || byte === lowerE || byte === upperE) {
					this.#numberAt = at;
				}
			}

			at++;
		}

		this.#isInString = isInString;
		this.#digits = digits;
		this.#at = at;
	}

	#open(byte: number, at: number): void {
		this.#depth++;
		if (this.#place === 'inside') {
			if (this.#depth - this.#arrayDepth > deepestNesting) {
				this.#deepAt = at;
			}
		} else if (byte === open && this.#place === 'before' && this.#isBeforeElements(at)) {
			this.#place = 'inside';
			this.#arrayDepth = this.#depth;
			this.#from = at + 1;
			this.#envelope = this.#text(0, this.#from);
			if (this.#from > this.#longest) {
				this.#breakEnvelope();
			}
		}
	}

	/** Whether the bracket at an index starts the array of elements: the document itself, or a member with one of the names. */
	#isBeforeElements(at: number): boolean {
		return (
			this.#depth === 1 ||
			(this.#depth === 2 && beforeElements.test(this.#buffer.toString('latin1', Math.max(0, at - longestName), at)))
		);
	}

	/** Ends the array of elements at the bracket at an index. */
	#leave(byte: number, at: number): void {
		const isEmpty =
			this.#large === undefined &&
			this.#ends.length === 0 &&
			!this.#isContinued &&
			/^[\t\n\r ]*$/v.test(this.#text(this.#from, at));
		this.#place = byte === close ? 'after' : 'broken';
		if (!isEmpty && byte === close) {
			this.#ends.push(at);
			this.#pass();
		}

		this.#from = at;
	}

	/** Passes on the elements that are complete: those that are skipped or known, and runs of others. */
	#pass(): void {
		const ends = this.#ends;
		this.#ends = [];
		if (this.#large !== undefined) {
			const end = ends.shift()!;
			this.#large.length += end - this.#from;
			this.#passLarge(false);
			this.#from = end + 1;
		}

		const {recognise} = this.#receiver;
		const mayBeSkipped = this.#deepAt >= this.#from || (ends.at(-1) ?? 0) - this.#from > this.#longest;
		let run: number[] = [];
		let from = this.#from;
		for (const end of ends) {
			const skip = mayBeSkipped ? this.#skipped(from, end) : undefined;
			const take = skip ?? recognise?.(trimmed(this.#buffer, from, end));
			from = end + 1;
			if (take === undefined) {
				run.push(end);
				continue;
			}

			this.#parse(run);
			run = [];
			if (this.isBroken) {
				return;
			}

			take();
			this.#from = from;
		}

		this.#parse(run);
	}

	/** Returns what passes on an element that is too large or nested too deeply; undefined for any other. */
	#skipped(start: number, end: number): (() => void) | undefined {
		const {from, to} = trimmed(this.#buffer, start, end);
		const isLarge = end - start > this.#longest;
		const text = this.#text(from, isLarge ? Math.min(from + keptLength, to) : to);
		if (!isLarge && !isTooDeep(text)) {
			return undefined;
		}

		// White space around a large element counts, because it also counts when the element arrives in parts.
		const length = isLarge ? end - start : to - from;
		return () => {
			this.#receiver.onSkipped({why: isLarge ? 'large' : 'deep', length, text, isCut: false});
		};
	}

	/** Parses elements, and passes them on. The document is broken if one of them is not JSON, or is missing between two commas. */
	#parse(ends: readonly number[]): void {
		if (ends.length === 0) {
			return;
		}

		const start = this.#from;
		// A copy, because the buffer is used again.
		const bytes = Buffer.from(this.#buffer.subarray(start, ends.at(-1)));
		const text = `[${bytes.toString()}]`;
		let elements: unknown[] = [];
		try {
			elements = (this.#numberAt < start ? JSON.parse(text) : parseJson(text)) as unknown[];
		} catch {}

		if (elements.length !== ends.length) {
			this.#place = ends.length === 1 ? 'broken' : this.#place;
			// The elements before the mistake are passed on, wherever the document was cut into chunks.
			for (const end of ends) {
				this.#parse(this.isBroken ? [] : [end]);
			}

			return;
		}

		for (const [index, element] of elements.entries()) {
			const end = ends[index]!;
			this.#receiver.onElement(element, trimmed(bytes, this.#from - start, end - start));
			this.#from = end + 1;
		}
	}

	/** Discards an element that is too large, except its beginning. Around the elements nothing may be that large. */
	#limit(): void {
		const isLarge = this.#length - this.#from > this.#longest;
		if (this.#place !== 'inside') {
			if (isLarge) {
				this.#breakEnvelope();
			}
		} else if (isLarge || this.#large !== undefined) {
			this.#large ??= {
				start: Buffer.from(this.#buffer.subarray(this.#from, Math.min(this.#from + keptLength, this.#length))),
				length: 0,
			};
			this.#large.length += this.#length - this.#from;
			this.#discard(this.#length);
		}
	}

	#breakEnvelope(): void {
		this.#place = 'broken';
		this.#isEnvelopeLarge = true;
	}

	#passLarge(isCut: boolean): void {
		const {start, length} = this.#large!;
		this.#large = undefined;
		this.#receiver.onSkipped({why: 'large', length, text: start.toString().trim(), isCut});
	}
}

const withoutMark = (text: string): string => (text.startsWith('\u{FEFF}') ? text.slice(1) : text);

/** The place of an element without the white space around it (RFC 8259, section 2). */
function trimmed(bytes: Buffer, from: number, to: number): Source {
	let [first, end] = [from, to];
	while (first < end && bytes[first]! <= 0x20) {
		first++;
	}

	while (end > first && bytes[end - 1]! <= 0x20) {
		end--;
	}

	return {bytes, from: first, to: end};
}
