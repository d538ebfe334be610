import type {Buffer} from 'node:buffer';

/** Characters of JSON, as bytes. */
export const characters = {
	space: 0x20,
	quote: 0x22,
	comma: 0x2c,
	minus: 0x2d,
	zero: 0x30,
	nine: 0x39,
	colon: 0x3a,
	open: 0x5b,
	backslash: 0x5c,
	close: 0x5d,
	openBrace: 0x7b,
	closeBrace: 0x7d,
} as const;

/** The position of an element in the received bytes (UTF-8); the end is exclusive. */
export type ByteRange = {
	readonly bytes: Buffer;
	readonly from: number;
	readonly to: number;
	/** Whether JSON.parse keeps its numbers as written. */
	readonly isPlain?: boolean | undefined;
};

/** The range of an element without surrounding white space (RFC 8259, section 2). */
export function trimmed({bytes, from, to, isPlain}: ByteRange): ByteRange {
	let [first, end] = [from, to];
	while (first < end && bytes[first]! <= characters.space) {
		first++;
	}

	while (end > first && bytes[end - 1]! <= characters.space) {
		end--;
	}

	return {bytes, from: first, to: end, isPlain};
}

/** The index of the quote that ends a string; -1 if the string does not end in these bytes. */
export function endOfString(bytes: Buffer, from: number): number {
	let end = bytes.indexOf(characters.quote, from);
	while (end !== -1 && isEscaped(bytes, end)) {
		end = bytes.indexOf(characters.quote, end + 1);
	}

	return end;
}

/** JSON's own white space (RFC 8259, section 2). */
export const isSpace = (byte: number): boolean => whitespaceBytes.has(byte);

const whitespaceBytes: ReadonlySet<number> = new Set([characters.space, 0x0a, 0x0d, 0x09]);

/** The index of the first byte at or after an index that is not white space; the length if there is none. */
export function afterSpace(bytes: Buffer, from: number): number {
	let at = from;
	while (at < bytes.length && bytes[at]! <= characters.space && isSpace(bytes[at]!)) {
		at++;
	}

	return at;
}

/** Whether there is only white space between two indexes. */
export const isBlank = (bytes: Buffer, from: number, to: number): boolean => afterSpace(bytes, from) >= to;

/** Whether the byte at an index is escaped by a backslash. */
export function isEscaped(bytes: Buffer, at: number): boolean {
	let before = at - 1;
	while (bytes[before] === characters.backslash) {
		before--;
	}

	return (at - before) % 2 === 0;
}
