import {Buffer} from 'node:buffer';
import {deepestNesting} from '../../system/limits.ts';
import {characters, isSpace} from './json-bytes.ts';
import type {MemberShape} from './member-types.ts';

const {close, closeBrace, colon, comma, minus, nine, open, openBrace, quote, backslash, zero} = characters;

/** The result of `scan` if the record does not end in the bytes. */
export const incomplete = -1;

/** The result of `scan` for a record that JSON.parse has to check: it is not JSON, is nested too deeply, or has something unexpected in it. */
export const unusual = -2;

/** The bytes of `true`, `false` and `null`, by their first byte. */
const literals = new Map(['true', 'false', 'null'].map(word => [word.codePointAt(0)!, Buffer.from(word)]));
const nullByte = 0x6E;

/** The bytes that may follow a backslash in a string, besides `u` and four hexadecimal digits (RFC 8259, section 7). */
const escapable: ReadonlySet<number> = new Set(Buffer.from(String.raw`"\/bfnrt`));
const unicodeEscape = 0x75;
const point = 0x2E;
const plus = 0x2B;

/** The maximum number of digits of an integer that JavaScript always prints as written. */
const safeDigits = 15;

/** A member that is checked, by the bytes of its name. */
type Row = {readonly name: Uint8Array; readonly shape: CheckedShape; readonly isId: boolean};

/** A MemberShape with names as bytes. `rows`: the members of an object. */
type CheckedShape = {
	readonly kind: MemberShape['kind'];
	readonly isOptional: boolean;
	readonly item: CheckedShape | undefined;
	readonly rows: readonly Row[];
};

const anyShape: CheckedShape = {kind: 'anything', isOptional: true, item: undefined, rows: []};

/**
Checks records of a listing byte by byte: whether they are JSON (RFC 8259) of the expected shape, where they end, and their IDs. JSON.parse would create some thirty objects and strings per record; the scanner needs none for usual records.

It never accepts a record that JSON.parse and `readRecord` would refuse; unusual records are left to them.
*/
export class RecordScanner {
	/** The ID of the last record, as written. */
	id = '';
	/** Whether JSON.parse keeps the numbers of the last record as written. */
	isPlain = true;
	#bytes: Buffer = Buffer.alloc(0);
	#end = 0;
	#ids = 0;
	readonly #shape: CheckedShape;

	/**
	Creates a scanner.

	@param shape - The shape of a record: an object with an `id`.
	*/
	constructor(shape: MemberShape) {
		this.#shape = checked(shape);
	}

	/**
	Scans a record.

	@param bytes - The bytes that contain it.
	@param from - The index of its opening brace.
	@param to - The end of the bytes.
	@returns The index after the record, or `incomplete`, or `unusual`. `id` and `isPlain` are only valid after an index.
	*/
	scan(bytes: Buffer, from: number, to: number): number {
		this.#bytes = bytes;
		this.#end = to;
		this.#ids = 0;
		this.isPlain = true;
		const end = this.#object(from + 1, this.#shape, 1);
		return end >= 0 && this.#ids !== 1 ? unusual : end;
	}

	#value(at: number, shape: CheckedShape, depth: number): number {
		if (at >= this.#end) {
			return incomplete;
		}

		const byte = this.#bytes[at]!;
		const {kind} = shape;
		switch (byte) {
			case quote: {
				return kind === 'object' || kind === 'list' ? unusual : this.#string(at + 1);
			}

			case openBrace: {
				return kind === 'object' || kind === 'anything' ? this.#object(at + 1, shape, depth + 1) : unusual;
			}

			case open: {
				return kind === 'list' || kind === 'anything' ? this.#list(at + 1, shape.item ?? anyShape, depth + 1) : unusual;
			}

			default: {
				const isNull = byte === nullByte;
				if (isNull ? !shape.isOptional : kind === 'object' || kind === 'list') {
					return unusual;
				}

				const literal = literals.get(byte);
				return literal === undefined ? this.#number(at) : (kind === 'identifier' ? unusual : this.#literal(at, literal));
			}
		}
	}

	/** Scans an object, starting after its brace. */
	#object(from: number, {rows}: CheckedShape, depth: number): number {
		if (depth > deepestNesting) {
			return unusual;
		}

		let at = this.#skipSpace(from);
		if (this.#bytes[at] === closeBrace && at < this.#end) {
			return at + 1;
		}

		for (;;) {
			if (at >= this.#end) {
				return incomplete;
			}

			if (this.#bytes[at] !== quote) {
				return unusual;
			}

			const nameFrom = at + 1;
			const nameEnd = this.#string(nameFrom);
			if (nameEnd < 0) {
				return nameEnd;
			}

			at = this.#skipSpace(nameEnd);
			if (at >= this.#end) {
				return incomplete;
			}

			if (this.#bytes[at] !== colon) {
				return unusual;
			}

			at = this.#skipSpace(at + 1);
			if (rows.length === 0) {
				at = this.#value(at, anyShape, depth);
			} else if (this.#hasBackslash(nameFrom, nameEnd)) {
				// An escape may spell the name of a member that is checked.
				return unusual;
			} else {
				at = this.#member(at, this.#rowOf(rows, nameFrom, nameEnd - 1), depth);
			}

			at = this.#separator(at, closeBrace);
			if (at < 0 || this.#bytes[at] === closeBrace) {
				return at < 0 ? at : at + 1;
			}

			at = this.#skipSpace(at + 1);
		}
	}

	/** Scans the value of a member, and stores the ID. */
	#member(at: number, row: Row | undefined, depth: number): number {
		if (row === undefined) {
			return this.#value(at, anyShape, depth);
		}

		const end = this.#value(at, row.shape, depth);
		return row.isId && end >= 0 ? this.#takeId(at, end) : end;
	}

	/** Scans an array, starting after its bracket. */
	#list(from: number, item: CheckedShape, depth: number): number {
		if (depth > deepestNesting) {
			return unusual;
		}

		let at = this.#skipSpace(from);
		if (this.#bytes[at] === close && at < this.#end) {
			return at + 1;
		}

		for (;;) {
			at = this.#value(at, item, depth);
			at = this.#separator(at, close);
			if (at < 0 || this.#bytes[at] === close) {
				return at < 0 ? at : at + 1;
			}

			at = this.#skipSpace(at + 1);
		}
	}

	/** Finds the comma after an item, or the bracket that ends the items. `from`: the end of the item, or the reason why it has none. */
	#separator(from: number, closing: number): number {
		if (from < 0) {
			return from;
		}

		const at = this.#skipSpace(from);
		if (at >= this.#end) {
			return incomplete;
		}

		const byte = this.#bytes[at]!;
		return byte === comma || byte === closing ? at : unusual;
	}

	/** Scans a string, starting after its quote. */
	#string(from: number): number {
		const bytes = this.#bytes;
		const end = this.#end;
		let at = from;
		while (at < end) {
			const byte = bytes[at]!;
			if (byte === quote) {
				return at + 1;
			}

			if (byte === backslash) {
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
		if (at >= this.#end) {
			return incomplete;
		}

		const byte = this.#bytes[at]!;
		if (byte !== unicodeEscape) {
			return escapable.has(byte) ? at + 1 : unusual;
		}

		if (at + 4 >= this.#end) {
			return incomplete;
		}

		const isHex = [1, 2, 3, 4].every(digit => isHexDigit(this.#bytes[at + digit]!));
		return isHex ? at + 5 : unusual;
	}

	#number(from: number): number {
		const bytes = this.#bytes;
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
		while (at < this.#end && this.#bytes[at]! >= zero && this.#bytes[at]! <= nine) {
			at++;
		}

		return at >= this.#end ? incomplete : (at === from ? unusual : at);
	}

	#literal(at: number, word: Buffer): number {
		if (at + word.length > this.#end) {
			return incomplete;
		}

		return this.#isText(word, at, at + word.length) ? at + word.length : unusual;
	}

	/** Stores an ID, unless it is empty or not written in plain ASCII. */
	#takeId(from: number, to: number): number {
		this.#ids++;
		const isText = this.#bytes[from] === quote;
		const id = this.#bytes.toString('latin1', isText ? from + 1 : from, isText ? to - 1 : to);
		if (!/^[\u{21}-\u{7E}]+$/v.test(id) || id.includes('\\')) {
			return unusual;
		}

		this.id = id;
		return to;
	}

	#rowOf(rows: readonly Row[], from: number, to: number): Row | undefined {
		for (const row of rows) {
			if (this.#isText(row.name, from, to)) {
				return row;
			}
		}

		return undefined;
	}

	#isText(text: Uint8Array, from: number, to: number): boolean {
		if (text.length !== to - from) {
			return false;
		}

		let index = 0;
		while (index < text.length && text[index] === this.#bytes[from + index]) {
			index++;
		}

		return index === text.length;
	}

	#hasBackslash(from: number, to: number): boolean {
		for (let at = from; at < to; at++) {
			if (this.#bytes[at] === backslash) {
				return true;
			}
		}

		return false;
	}

	#skipSpace(from: number): number {
		let at = from;
		while (at < this.#end && this.#bytes[at]! <= characters.space && isSpace(this.#bytes[at]!)) {
			at++;
		}

		return at;
	}
}

/** Whether a byte is a digit, or a letter from A to F in either case. */
const isHexDigit = (byte: number): boolean => (byte >= zero && byte <= nine) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);

function checked(shape: MemberShape): CheckedShape {
	return {
		kind: shape.kind,
		isOptional: shape.isOptional,
		item: shape.item && checked(shape.item),
		rows: Object.entries(shape.members ?? {}).map(([name, value]) => ({name: Buffer.from(name), shape: checked(value), isId: value.kind === 'identifier'})),
	};
}
