import {Buffer} from 'node:buffer';
import {characters, isSpace} from './json-bytes.ts';

const {backslash, minus, nine, quote, zero} = characters;

/** The result of a scan if what is scanned does not end in the bytes. */
export const incomplete = -1;

/** The result of a scan of what JSON.parse has to check: it is not JSON, is nested too deeply, or has something unexpected in it. */
export const unusual = -2;

/** The bytes of `true`, `false` and `null`, by their first byte. */
export const literals = new Map(['true', 'false', 'null'].map(word => [word.codePointAt(0)!, Buffer.from(word)]));

/** The bytes that may follow a backslash in a string, besides `u` and four hexadecimal digits (RFC 8259, section 7). */
const escapable: ReadonlySet<number> = new Set(Buffer.from(String.raw`"\/bfnrt`));
const unicodeEscape = 0x75;
const point = 0x2e;
const plus = 0x2b;

/** The maximum number of digits of an integer that JavaScript always prints as written. */
const safeDigits = 15;

/** Scans the tokens of JSON (RFC 8259) in bytes. Each method takes the index where the token is, and returns the index after it, or `incomplete`, or `unusual`. */
export class TokenScanner {
	/** Whether JSON.parse keeps the numbers that were scanned as written. */
	isPlain = true;
	/** The index after the last backslash that was scanned. */
	protected escapedAt = 0;
	/** The bytes, and where they end. */
	protected bytes: Buffer = Buffer.alloc(0);
	protected end = 0;

	/** Scans a string, starting after its quote. */
	protected string(from: number): number {
		const {bytes} = this;
		const {end} = this;
		let at = from;
		while (at < end) {
			const byte = bytes[at]!;
			if (byte === quote) {
				return at + 1;
			}

			if (byte === backslash) {
				this.escapedAt = at + 1;
				const next = this.#escape(at + 1);
				if (next < 0) {
					return next;
				}

				at = next;
			} else if (byte < 0x20) {
				return unusual;
			} else {
				at++;
			}
		}

		return incomplete;
	}

	/** Scans an escape, starting after its backslash. */
	#escape(at: number): number {
		if (at >= this.end) {
			return incomplete;
		}

		const byte = this.bytes[at]!;
		if (byte !== unicodeEscape) {
			return escapable.has(byte) ? at + 1 : unusual;
		}

		if (at + 4 >= this.end) {
			return incomplete;
		}

		const isHex = [1, 2, 3, 4].every(digit => isHexDigit(this.bytes[at + digit]!));
		return isHex ? at + 5 : unusual;
	}

	/** Scans a number. */
	protected number(from: number): number {
		const {bytes} = this;
		const isNegative = bytes[from] === minus;
		const first = isNegative ? from + 1 : from;
		let at = this.#digits(first);
		if (at < 0 || (bytes[first] === zero && at > first + 1)) {
			return at < 0 ? at : unusual;
		}

		let isPlain = at - first <= safeDigits && !(isNegative && bytes[first] === zero);
		if (bytes[at] === point) {
			isPlain = false;
			at = this.#digits(at + 1);
			if (at < 0) {
				return at;
			}
		}

		if (bytes[at] === 0x65 || bytes[at] === 0x45) {
			isPlain = false;
			const sign = bytes[at + 1];
			at = this.#digits(at + (sign === plus || sign === minus ? 2 : 1));
			if (at < 0) {
				return at;
			}
		}

		this.isPlain &&= isPlain;
		return at;
	}

	/** Scans one or more digits. The byte after them must be available. */
	#digits(from: number): number {
		let at = from;
		while (at < this.end && this.bytes[at]! >= zero && this.bytes[at]! <= nine) {
			at++;
		}

		return at >= this.end ? incomplete : at === from ? unusual : at;
	}

	/** Scans a literal. */
	protected literal(at: number, word: Buffer): number {
		if (at + word.length > this.end) {
			return incomplete;
		}

		return this.isText(word, at, at + word.length) ? at + word.length : unusual;
	}

	/** Whether these bytes are a text. */
	protected isText(text: Uint8Array, from: number, to: number): boolean {
		if (text.length !== to - from) {
			return false;
		}

		let index = 0;
		while (index < text.length && text[index] === this.bytes[from + index]) {
			index++;
		}

		return index === text.length;
	}

	/** The index after white space. */
	protected skipSpace(from: number): number {
		let at = from;
		while (at < this.end && this.bytes[at]! <= characters.space && isSpace(this.bytes[at]!)) {
			at++;
		}

		return at;
	}
}

/** Whether a byte is a digit, or a letter from A to F in either case. */
const isHexDigit = (byte: number): boolean =>
	(byte >= zero && byte <= nine) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
