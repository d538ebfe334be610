import {deepestNesting} from '../../platform/limits.ts';
import {characters, endOfString} from './json-bytes.ts';
import type {ReceivedBytes} from './received-bytes.ts';

const {close, closeBrace, colon, comma, minus, nine, open, openBrace, quote, zero} = characters;

/** Members of an object that may contain the elements. */
const arrayNames: ReadonlySet<string> = new Set(['results', 'data', 'items']);

/** The maximum length of such a member's name in bytes, including quotes and white space. */
const longestName = 200;

/** The bytes that continue a number that is not an integer: a point, E or e. */
const fractionOrExponent: ReadonlySet<number> = new Set([0x2e, 0x45, 0x65]);

/** The maximum number of digits of an integer that JavaScript always prints as written. */
const safeDigits = 15;

/** A place in a document that a scan stops at: after the bracket that begins the array of elements, or after the one that should end it. */
export type Boundary = 'array' | 'end';

export type ScanOptions = {
	/** The start of what is not passed on yet. */
	readonly from: number;
	/** The number of bytes of the current element that were discarded. */
	readonly discarded: number;
	/** Whether to stop after the next comma between elements. */
	readonly isOneElement: boolean;
};

/** Finds the array of elements in a listing's document, and the ends of its elements, by counting brackets outside of strings. Whether what is between them is JSON is for JSON.parse to say. */
export class BracketScanner {
	/** The index of the next byte to scan. */
	at = 0;
	/** The indexes of the commas between elements not yet passed on. */
	commas: number[] = [];
	/** The index of the last number that JavaScript might print differently; negative if there is none. */
	inexactNumberAt = -1;
	/** The index of the last bracket that is nested too deeply; negative if there is none. */
	deepAt = -1;
	/** Whether an incomplete element is both too large and too deeply nested. */
	isEndless = false;
	#place: 'before' | 'inside' | 'after' = 'before';
	#isInString = false;
	#depth = 0;
	/** The depth of the array of elements. */
	#arrayDepth = 0;
	/** The maximum depth of brackets. */
	#deepest = Infinity;
	/** The start of the last string among the document's members. */
	#stringFrom = 0;
	#name = '';
	#digits = 0;
	#options: ScanOptions = {from: 0, discarded: 0, isOneElement: false};
	readonly #received: ReceivedBytes;
	readonly #longest: number;

	/**
	Creates a scanner.

	@param received - The bytes to scan.
	@param longest - The maximum size of an element in bytes.
	*/
	constructor(received: ReceivedBytes, longest: number) {
		this.#received = received;
		this.#longest = longest;
	}

	/** Scans the bytes that are new. Returns the boundary after which it stopped, if it did. */
	scan(options: ScanOptions): Boundary | undefined {
		this.#options = options;
		const bytes = this.#received.buffer.subarray(0, this.#received.length);
		const {length} = bytes;
		let boundary: Boundary | undefined;
		while (
			this.at < length &&
			boundary === undefined &&
			!this.isEndless &&
			!(options.isOneElement && this.commas.length > 0)
		) {
			if (this.#isInString) {
				const end = endOfString(bytes, this.at);
				this.#isInString = end === -1;
				this.at = this.#isInString ? length : end + 1;
			} else {
				boundary = this.#handle(bytes[this.at]!, this.at);
				this.at++;
			}
		}

		return boundary;
	}

	/** Continues after the array of elements, of which the end was found in another way. */
	skipArray(at: number): void {
		this.at = at;
		this.#depth--;
		this.#leave();
	}

	/** The bytes before an index are no longer there. */
	discard(to: number): void {
		this.at -= to;
		this.inexactNumberAt -= to;
		this.deepAt -= to;
	}

	/** Handles one byte outside of strings. */
	#handle(byte: number, at: number): Boundary | undefined {
		if (byte >= zero && byte <= nine) {
			this.#digits++;
			if (
				this.#digits > safeDigits ||
				(byte === zero && this.#digits === 1 && this.#received.buffer[at - 1] === minus)
			) {
				this.inexactNumberAt = at;
			}

			return undefined;
		}

		if (this.#digits > 0) {
			this.#digits = 0;
			if (fractionOrExponent.has(byte)) {
				this.inexactNumberAt = at;
			}
		}

		switch (byte) {
			case quote: {
				this.#isInString = true;
				if (this.#isAmongMembers()) {
					this.#stringFrom = at;
				}

				return undefined;
			}

			case colon: {
				if (this.#isAmongMembers()) {
					this.#name =
						at - this.#stringFrom > longestName
							? ''
							: this.#received.buffer.toString('utf8', this.#stringFrom, at).trim();
				}

				return undefined;
			}

			case comma: {
				if (this.#place === 'inside' && this.#depth === this.#arrayDepth) {
					this.commas.push(at);
				} else if (this.#isAmongMembers()) {
					this.#name = '';
				}

				return undefined;
			}

			case open:
			case openBrace: {
				return this.#open(byte, at);
			}

			case close:
			case closeBrace: {
				this.#depth--;
				return this.#place === 'inside' && this.#depth < this.#arrayDepth ? this.#leave() : undefined;
			}

			default: {
				// JSON.parse checks white space, letters and signs.
				return undefined;
			}
		}
	}

	#open(byte: number, at: number): Boundary | undefined {
		this.#depth++;
		if (this.#depth > this.#deepest) {
			this.deepAt = at;
			this.isEndless = this.#sizeAt(at) > this.#longest;
		}

		if (byte !== open || this.#place !== 'before' || !this.#isArrayOfElements()) {
			return undefined;
		}

		this.#arrayDepth = this.#depth;
		this.#deepest = this.#depth + deepestNesting;
		this.#place = 'inside';
		return 'array';
	}

	#leave(): Boundary {
		this.#place = 'after';
		this.#deepest = Infinity;
		return 'end';
	}

	/** Whether the scan is between the braces of the document itself. */
	#isAmongMembers(): boolean {
		return this.#place === 'before' && this.#depth === 1;
	}

	/** Whether the bracket just opened starts the array of elements: the document itself, or a member with one of the names. */
	#isArrayOfElements(): boolean {
		return this.#depth === 1 || (this.#depth === 2 && arrayNames.has(this.#name.slice(1, -1)));
	}

	/** The size of the current element up to an index, in bytes. */
	#sizeAt(at: number): number {
		const lastComma = this.commas.at(-1);
		return lastComma === undefined ? this.#options.discarded + at - this.#options.from : at - lastComma - 1;
	}
}
