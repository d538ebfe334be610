import {Buffer} from 'node:buffer';
import type {ByteRange} from './json-bytes.ts';
import {memberPlaces} from './record-shape.ts';

/** An element that was scanned, and where its members are. */
export type ScannedSource = ByteRange & {
	/** The places of members in elements that were received together (`RecordScanner`). */
	readonly places: Uint16Array;
	/** The index of this one among them. */
	readonly index: number;
};

const offsetsPerRecord = 2 * Object.keys(memberPlaces).length;

/** The text of an element. */
export const sourceText = ({bytes, from, to}: ByteRange): string => bytes.toString('utf8', from, to);

/**
The JSON of a member, but that of text without escapes is what is between its quotes. Empty if it is null or missing.

@param source - The element.
@param text - Its text.
@param member - The member.
*/
export function writtenMember(source: ScannedSource, text: string, member: keyof typeof memberPlaces): string {
	const {bytes, from, to, places, index} = source;
	const place = index * offsetsPerRecord + 2 * memberPlaces[member];
	const [start, end] = [places[place]!, places[place + 1]!];
	// A text of as many characters as bytes is ASCII, or as if it were: each of them is one byte.
	return text.length === to - from ? text.slice(start, end) : bytes.toString('utf8', from + start, from + end);
}

/** A copy of an element, without those that were received with it. */
export function detachedSource({
	bytes,
	from,
	to,
	isPlain,
	places,
	index = 0,
}: ByteRange & Partial<ScannedSource>): ByteRange & Partial<ScannedSource> {
	const own = {bytes: Buffer.from(bytes.subarray(from, to)), from: 0, to: to - from, isPlain};
	return places === undefined
		? own
		: {...own, places: places.slice(index * offsetsPerRecord, (index + 1) * offsetsPerRecord), index: 0};
}
