import type {Buffer} from 'node:buffer';
import {deepestNesting} from '../../platform/limits.ts';
import {anyShape, checkedShape, placesWithin, type CheckedMember, type CheckedShape} from './checked-shape.ts';
import {characters} from './json-bytes.ts';
import type {MemberShape} from './member-types.ts';
import {PlaceList} from './place-list.ts';
import {incomplete, literals, TokenScanner, unusual} from './token-scanner.ts';

const {close, closeBrace, colon, comma, open, openBrace, quote} = characters;

const nullByte = 0x6e;

/** The greatest length of a record in bytes, so that a place in it fits into 16 bits. */
const longestRecord = 0xff_ff;

/**
Checks records of a listing byte by byte: whether they are JSON (RFC 8259) of the expected shape, where they end, and their IDs. JSON.parse would create some thirty objects and strings per record; the scanner needs none for usual records.

It never accepts a record that JSON.parse and `readRecord` would refuse; unusual records are left to them.
*/
export class RecordScanner extends TokenScanner {
	/** The ID of the last record, as written. */
	id = '';
	/** The places of the members in the last record, by their numbers (`MemberShape`). That of text is what is between the quotes; with them if an escape is in it. */
	readonly places: PlaceList;
	#ids = 0;
	readonly #shape: CheckedShape;

	/**
	Creates a scanner.

	@param shape - The shape of a record: an object with an `id`.
	*/
	constructor(shape: MemberShape) {
		super();
		this.#shape = checkedShape(shape);
		this.places = new PlaceList(placesWithin(shape).length);
	}

	/**
	Scans a record.

	@param bytes - The bytes that contain it.
	@param from - The index of its opening brace.
	@param to - The end of the bytes.
	@returns The index after the record, or `incomplete`, or `unusual`. `id`, `isPlain` and the last of `places` are only valid after an index.
	*/
	scan(bytes: Buffer, from: number, to: number): number {
		this.bytes = bytes;
		this.end = to;
		this.#ids = 0;
		this.isPlain = true;
		this.escapedAt = 0;
		this.places.begin(from);
		const end = this.#object(from + 1, this.#shape, 1);
		return end >= 0 && (this.#ids !== 1 || end - from > longestRecord) ? unusual : end;
	}

	#value(at: number, shape: CheckedShape, depth: number): number {
		if (at >= this.end) {
			return incomplete;
		}

		const byte = this.bytes[at]!;
		const {kind} = shape;
		switch (byte) {
			case quote: {
				return kind === 'object' || kind === 'list' ? unusual : this.string(at + 1);
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
				return literal === undefined ? this.number(at) : kind === 'identifier' ? unusual : this.literal(at, literal);
			}
		}
	}

	/** Scans an object, starting after its brace. */
	#object(from: number, {rows}: CheckedShape, depth: number): number {
		if (depth > deepestNesting) {
			return unusual;
		}

		let at = this.skipSpace(from);
		if (this.bytes[at] === closeBrace && at < this.end) {
			return at + 1;
		}

		for (;;) {
			if (at >= this.end) {
				return incomplete;
			}

			if (this.bytes[at] !== quote) {
				return unusual;
			}

			const nameFrom = at + 1;
			const nameEnd = this.string(nameFrom);
			if (nameEnd < 0) {
				return nameEnd;
			}

			at = this.skipSpace(nameEnd);
			if (at >= this.end) {
				return incomplete;
			}

			if (this.bytes[at] !== colon) {
				return unusual;
			}

			at = this.skipSpace(at + 1);
			if (rows.length === 0) {
				at = this.#value(at, anyShape, depth);
			} else if (this.escapedAt > nameFrom) {
				// An escape may spell the name of a member that is checked.
				return unusual;
			} else {
				at = this.#member(at, this.#rowOf(rows, nameFrom, nameEnd - 1), depth);
			}

			at = this.#separator(at, closeBrace);
			if (at < 0 || this.bytes[at] === closeBrace) {
				return at < 0 ? at : at + 1;
			}

			at = this.skipSpace(at + 1);
		}
	}

	/** Scans the value of a member, and stores the ID, or its place. */
	#member(at: number, row: CheckedMember | undefined, depth: number): number {
		if (row === undefined) {
			return this.#value(at, anyShape, depth);
		}

		// As in JSON.parse, an object that is given twice replaces the first one.
		for (const place of row.placesWithin) {
			this.places.forget(place);
		}

		const end = this.#value(at, row.shape, depth);
		if (end >= 0 && row.place !== undefined) {
			this.#setPlace(row.place, at, end);
		}

		return row.isId && end >= 0 ? this.#takeId(at, end) : end;
	}

	#setPlace(place: number, from: number, to: number): void {
		const byte = this.bytes[from];
		if (byte === nullByte) {
			this.places.forget(place);
		} else {
			const quotes = byte === quote && this.escapedAt <= from ? 1 : 0;
			this.places.set(place, from + quotes, to - quotes);
		}
	}

	/** Scans an array, starting after its bracket. */
	#list(from: number, item: CheckedShape, depth: number): number {
		if (depth > deepestNesting) {
			return unusual;
		}

		let at = this.skipSpace(from);
		if (this.bytes[at] === close && at < this.end) {
			return at + 1;
		}

		for (;;) {
			at = this.#value(at, item, depth);
			at = this.#separator(at, close);
			if (at < 0 || this.bytes[at] === close) {
				return at < 0 ? at : at + 1;
			}

			at = this.skipSpace(at + 1);
		}
	}

	/** Finds the comma after an item, or the bracket that ends the items. `from`: the end of the item, or the reason why it has none. */
	#separator(from: number, closing: number): number {
		if (from < 0) {
			return from;
		}

		const at = this.skipSpace(from);
		if (at >= this.end) {
			return incomplete;
		}

		const byte = this.bytes[at]!;
		return byte === comma || byte === closing ? at : unusual;
	}

	/** Stores an ID, unless it is empty or not written in plain ASCII. */
	#takeId(from: number, to: number): number {
		this.#ids++;
		const isText = this.bytes[from] === quote;
		const id = this.bytes.toString('latin1', isText ? from + 1 : from, isText ? to - 1 : to);
		if (!/^[\u{21}-\u{7E}]+$/v.test(id) || id.includes('\\')) {
			return unusual;
		}

		this.id = id;
		return to;
	}

	#rowOf(rows: readonly CheckedMember[], from: number, to: number): CheckedMember | undefined {
		for (const row of rows) {
			if (this.isText(row.name, from, to)) {
				return row;
			}
		}

		return undefined;
	}
}
