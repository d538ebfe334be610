import {Buffer} from 'node:buffer';
import {isTooDeep, parseExactly} from '../../platform/json.ts';
import {trimmed, type ByteRange} from './json-bytes.ts';

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

/** The number of bytes kept of an element that is too large. */
export const keptLength = 2000;

/** Elements in received bytes, separated by commas. */
export type Elements = {
	readonly bytes: Buffer;
	readonly from: number;
	readonly to: number;
	/** The indexes of the commas between them. */
	readonly commas: readonly number[];
	/** The index of the last number that JavaScript might print differently; before `from` if there is none. */
	readonly inexactNumberAt: number;
	/** Whether a bracket in them is nested too deeply. */
	readonly isDeep: boolean;
};

export type ElementReceiver = {
	/** Called with each element, both parsed and as received. */
	readonly onElement: (element: unknown, source: ByteRange) => void;
	/** Called with each element that is too large or too deeply nested. */
	readonly onSkipped: (element: SkippedElement) => void;
	/** The maximum size of an element in bytes. */
	readonly longest: number;
};

/** Parses elements and passes them on. Returns false at the first one that is not JSON, or is missing between two commas. */
export function passElements(elements: Elements, receiver: ElementReceiver): boolean {
	const {bytes: all, from: start, to, commas, inexactNumberAt, isDeep} = elements;
	if (isDeep || to - start > receiver.longest) {
		return passEach(elements, receiver);
	}

	// A copy, because the buffer is reused.
	const bytes = Buffer.from(all.subarray(start, to));
	const text = bytes.toString();
	const isPlain = inexactNumberAt < start;
	let parsed: unknown[];
	try {
		parsed = (isPlain ? JSON.parse(`[${text}]`) : parseExactly(`[${text}]`)) as unknown[];
	} catch {
		return false;
	}

	if (parsed.length <= commas.length) {
		return false;
	}

	let from = 0;
	for (const [index, element] of parsed.entries()) {
		const end = (commas[index] ?? to) - start;
		receiver.onElement(element, trimmed({bytes, from, to: end, isPlain}));
		from = end + 1;
	}

	return true;
}

/** Takes each element separately, because one of them may be too large or too deeply nested. */
function passEach(elements: Elements, receiver: ElementReceiver): boolean {
	let start = elements.from;
	for (const end of [...elements.commas, elements.to]) {
		const {from, to} = trimmed({bytes: elements.bytes, from: start, to: end});
		const isLarge = end - start > receiver.longest;
		if (isLarge || isTooDeep(elements.bytes.toString('latin1', from, to))) {
			const bytes = Buffer.from(elements.bytes.subarray(from, isLarge ? Math.min(from + keptLength, to) : to));
			// White space around a large element counts, because it also counts when the element arrives in parts.
			receiver.onSkipped({
				why: isLarge ? 'large' : 'deep',
				length: isLarge ? end - start : to - from,
				source: {bytes, from: 0, to: bytes.length},
			});
		} else if (!passElements({...elements, from: start, to: end, commas: [], isDeep: false}, receiver)) {
			return false;
		}

		start = end + 1;
	}

	return true;
}
