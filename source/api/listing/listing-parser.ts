import {Buffer} from 'node:buffer';
import {parseExactly} from '../../system/json.ts';
import type {ByteRange} from './listed-notification.ts';

/** What a listing's document says beside its elements. */
export type ParsedEnd =
	| {readonly ok: true; /** The document, the array of its elements empty; undefined when it is not JSON. */ readonly envelope: unknown; readonly hasElements: boolean}
	/** The document broke off, or is not JSON. */
	| {readonly ok: false};

/** Members of an object that can hold the elements. */
const arrayNames: ReadonlySet<string> = new Set(['results', 'data', 'items']);

const space = 0x20;
const quote = 0x22;
const comma = 0x2C;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3A;
const open = 0x5B;
const backslash = 0x5C;
const close = 0x5D;
const openBrace = 0x7B;
const closeBrace = 0x7D;

/** Digits that a JavaScript number holds in any case. */
const safeDigits = 15;

const byteOrderMark = [0xEF, 0xBB, 0xBF];

const initialCapacity = 131_072;

/**
Takes a listing's JSON apart while it arrives: an array, or an object that holds one under `results`, `data` or `items`, the first of them. Elements are handed on as soon as they are whole, so that no work is as long as the document, and what was read need not be kept.

Where the elements end is found by counting brackets outside of strings; whether they are JSON, JSON.parse decides.
*/
export class ListingParser {
	/** What was received and not yet handed on. */
	#bytes = Buffer.allocUnsafe(initialCapacity);
	#length = 0;
	/** How far it has been looked at. */
	#at = 0;
	/** Where the next elements begin; before and after the array, where the envelope goes on. */
	#from = 0;
	#place: 'before' | 'inside' | 'after' | 'broken' = 'before';
	#isInString = false;
	#depth = 0;
	/** Of the brackets around the elements. */
	#arrayDepth = 0;
	/** The last string at the depth of the object's members, and whether it turned out to be a name. */
	#stringFrom = 0;
	#name = '';
	/** The commas between the elements that are not handed on yet. */
	#commas: number[] = [];
	/** Whether a comma came before what is left. */
	#isContinued = false;
	#digits = 0;
	/** Where the last long number was seen; -1 for nowhere. */
	#longNumberAt = -1;
	#envelope = '';
	readonly #onElement: (element: unknown, source: ByteRange) => void;

	/**
	Takes a listener for the elements.

	@param onElement - Called with each, as parsed by api/json.ts and as received.
	*/
	constructor(onElement: (element: unknown, source: ByteRange) => void) {
		this.#onElement = onElement;
	}

	/** Takes the next bytes of the document, and hands on the elements that are whole by now. */
	push(piece: Uint8Array): void {
		this.#append(piece);
		while (this.#place !== 'broken' && this.#at < this.#length) {
			this.#scan();
		}

		const last = this.#commas.pop();
		if (this.#place !== 'inside' || last === undefined) {
			return;
		}

		this.#take(last);
		this.#isContinued = true;
		this.#forget(last + 1);
	}

	/** To be called once the document has ended. */
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

	/** Looks at what has not been looked at yet, up to where the place changes. */
	#scan(): void {
		const bytes = this.#bytes.subarray(0, this.#length);
		const {length} = bytes;
		const place = this.#place;
		let at = this.#at;
		while (at < length && this.#place === place) {
			if (this.#isInString) {
				const end = endOfString(bytes, at);
				this.#isInString = end === -1;
				at = this.#isInString ? length : end + 1;
			} else {
				this.#see(bytes[at]!, at);
				at++;
			}
		}

		this.#at = at;
	}

	/** Takes note of a byte outside of strings. */
	#see(byte: number, at: number): void {
		if (byte >= zero && byte <= nine) {
			this.#digits++;
			if (this.#digits > safeDigits) {
				this.#longNumberAt = at;
			}

			return;
		}

		this.#digits = 0;
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
					this.#name = this.#text(this.#stringFrom, at).trim();
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
				// Blanks, letters, signs: JSON.parse looks at them.
		}
	}

	/** Whether what is looked at stands between the braces of the document itself. */
	#isAmongMembers(): boolean {
		return this.#place === 'before' && this.#depth === 1;
	}

	/** Whether the bracket just opened is the one that holds the elements: the document's own, or that of a member with one of the names. */
	#isArrayOfElements(): boolean {
		return this.#depth === 1 || (this.#depth === 2 && arrayNames.has(this.#name.slice(1, -1)));
	}

	#enter(from: number): void {
		this.#envelope = this.#text(0, from);
		this.#arrayDepth = this.#depth;
		this.#place = 'inside';
		this.#longNumberAt = -1;
		this.#from = from;
	}

	#leave(at: number): void {
		const isEmpty = /^[\t\n\r ]*$/v.test(this.#text(this.#from, at));
		if (this.#bytes[at] !== close || (isEmpty && (this.#isContinued || this.#commas.length > 0))) {
			this.#place = 'broken';
			return;
		}

		this.#place = 'after';
		if (!isEmpty) {
			this.#take(at);
		}

		this.#from = at;
	}

	/** Hands on the elements up to an index, which the commas part. */
	#take(to: number): void {
		// The buffer is used again; what is kept of it is a copy.
		const bytes = Buffer.from(this.#bytes.subarray(this.#from, to));
		const text = bytes.toString();
		let elements: unknown[];
		try {
			elements = (this.#longNumberAt >= 0 ? parseExactly(`[${text}]`) : JSON.parse(`[${text}]`)) as unknown[];
		} catch {
			elements = [];
		}

		// Nothing at all between two commas is as wrong as what JSON.parse refuses.
		if (elements.length <= this.#commas.length) {
			this.#place = 'broken';
			return;
		}

		if (this.#longNumberAt < to) {
			this.#longNumberAt = -1;
		}

		let from = 0;
		for (const [index, element] of elements.entries()) {
			const end = (this.#commas[index] ?? to) - this.#from;
			this.#onElement(element, trimmed(bytes, from, end));
			from = end + 1;
		}

		this.#commas = [];
	}

	#append(piece: Uint8Array): void {
		const {length} = piece;
		if (this.#length + length > this.#bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + length));
			larger.set(this.#bytes.subarray(0, this.#length));
			this.#bytes = larger;
		}

		this.#bytes.set(piece, this.#length);
		this.#length += length;
	}

	/** Drops the bytes before an index. */
	#forget(to: number): void {
		this.#bytes.copyWithin(0, to, this.#length);
		this.#length -= to;
		this.#at -= to;
		this.#longNumberAt = Math.max(-1, this.#longNumberAt - to);
		this.#from = 0;
	}

	#text(from: number, to: number): string {
		const isMarked = this.#place === 'before' && from === 0 && byteOrderMark.every((byte, index) => this.#bytes[index] === byte);
		return this.#bytes.toString('utf8', isMarked ? 3 : from, to);
	}
}

/** Where the text of an element stands, without the blanks around it (RFC 8259, section 2). */
function trimmed(bytes: Buffer, from: number, to: number): ByteRange {
	let [first, end] = [from, to];
	while (bytes[first]! <= space) {
		first++;
	}

	while (bytes[end - 1]! <= space) {
		end--;
	}

	return {bytes, from: first, to: end};
}

/** Where the string that goes on at an index ends; -1 when it goes on beyond the bytes. */
function endOfString(bytes: Buffer, from: number): number {
	let end = bytes.indexOf(quote, from);
	while (end !== -1 && isEscaped(bytes, end)) {
		end = bytes.indexOf(quote, end + 1);
	}

	return end;
}

function isEscaped(bytes: Buffer, at: number): boolean {
	let before = at - 1;
	while (bytes[before] === backslash) {
		before--;
	}

	return (at - before) % 2 === 0;
}
