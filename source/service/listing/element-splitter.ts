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
export function createElementSplitter(receiver: ElementReceiver) {
	const {longest = defaultLimits.record} = receiver;
	/** The bytes that were received and are not passed on, of which the first `filled` count. */
	let buffer = Buffer.allocUnsafe(131_072);
	let filled = 0;
	/** The index of the next byte to look at. */
	let position = 0;
	/** The start of the next element; outside the array, of the next part of the envelope. */
	let first = 0;
	/** The ends of the elements from there on that are complete. */
	let complete: number[] = [];
	let place: 'before' | 'inside' | 'after' | 'broken' = 'before';
	let isInString = false;
	/** The number of digits before `position`. */
	let digits = 0;
	let depth = 0;
	/** The depth of the array of elements. */
	let arrayDepth = 0;
	/** The index of the last bracket that is nested too deeply; negative if there is none. */
	let deepAt = -1;
	/** The index of the last sign, letter or digit of a number that JavaScript might print differently; negative if there is none. */
	let numberAt = -1;
	/** Whether an element was passed on, so that another one must follow the last comma. */
	let isContinued = false;
	/** The beginning of an element that is too large, and the number of its bytes that were discarded. */
	let large: {readonly start: Buffer; length: number} | undefined;
	let envelope = '';
	let isEnvelopeLarge = false;

	const isBroken = () => place === 'broken';
	const textOf = (from: number, to: number) => buffer.toString('utf8', from, to);

	const append = (chunk: Uint8Array) => {
		const length = filled + chunk.length;
		if (length > buffer.length) {
			const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, length));
			larger.set(buffer.subarray(0, filled));
			buffer = larger;
		}

		buffer.set(chunk, filled);
		filled = length;
	};

	/** Forgets the bytes before an index, which is the start of what comes next. */
	const discard = (to: number) => {
		buffer.copyWithin(0, to, filled);
		filled -= to;
		position -= to;
		deepAt -= to;
		numberAt -= to;
		first = 0;
	};

	const breakEnvelope = () => {
		place = 'broken';
		isEnvelopeLarge = true;
	};

	/** Whether the bracket at an index starts the array of elements: the document itself, or a member with one of the names. */
	const isBeforeElements = (at: number) =>
		depth === 1 || (depth === 2 && beforeElements.test(buffer.toString('latin1', Math.max(0, at - longestName), at)));

	const enter = (byte: number, at: number) => {
		depth++;
		if (place === 'inside') {
			if (depth - arrayDepth > deepestNesting) {
				deepAt = at;
			}
		} else if (byte === open && place === 'before' && isBeforeElements(at)) {
			place = 'inside';
			arrayDepth = depth;
			first = at + 1;
			envelope = textOf(0, first);
			if (first > longest) {
				breakEnvelope();
			}
		}
	};

	/** Parses elements, and passes them on. The document is broken if one of them is not JSON, or is missing between two commas. */
	const parse = (ends: readonly number[]) => {
		if (ends.length === 0) {
			return;
		}

		const start = first;
		// A copy, because the buffer is used again.
		const bytes = Buffer.from(buffer.subarray(start, ends.at(-1)));
		const text = `[${bytes.toString()}]`;
		let elements: unknown[] = [];
		try {
			elements = (numberAt < start ? JSON.parse(text) : parseJson(text)) as unknown[];
		} catch {}

		if (elements.length !== ends.length) {
			place = ends.length === 1 ? 'broken' : place;
			// The elements before the mistake are passed on, wherever the document was cut into chunks.
			for (const end of ends) {
				parse(isBroken() ? [] : [end]);
			}

			return;
		}

		for (const [index, element] of elements.entries()) {
			const end = ends[index]!;
			receiver.onElement(element, trimmed(bytes, first - start, end - start));
			first = end + 1;
		}
	};

	/** Returns what passes on an element that is too large or nested too deeply; undefined for any other. */
	const skipped = (start: number, end: number): (() => void) | undefined => {
		const {from, to} = trimmed(buffer, start, end);
		const isLarge = end - start > longest;
		const text = textOf(from, isLarge ? Math.min(from + keptLength, to) : to);
		if (!isLarge && !isTooDeep(text)) {
			return undefined;
		}

		// White space around a large element counts, because it also counts when the element arrives in parts.
		const length = isLarge ? end - start : to - from;
		return () => {
			receiver.onSkipped({why: isLarge ? 'large' : 'deep', length, text});
		};
	};

	/** Passes on the elements that are complete: those that are skipped or known, and runs of others. */
	const pass = () => {
		const ends = complete;
		complete = [];
		if (large !== undefined) {
			const end = ends.shift()!;
			receiver.onSkipped({
				why: 'large',
				length: large.length + end - first,
				text: large.start.toString().trim(),
			});
			large = undefined;
			first = end + 1;
		}

		const mayBeSkipped = deepAt >= first || (ends.at(-1) ?? 0) - first > longest;
		let run: number[] = [];
		let from = first;
		for (const end of ends) {
			const skip = mayBeSkipped ? skipped(from, end) : undefined;
			const take = skip ?? receiver.recognise?.(trimmed(buffer, from, end));
			from = end + 1;
			if (take === undefined) {
				run.push(end);
				continue;
			}

			parse(run);
			run = [];
			if (isBroken()) {
				return;
			}

			take();
			first = from;
		}

		parse(run);
	};

	/** Ends the array of elements at the bracket at an index. */
	const leave = (byte: number, at: number) => {
		const isStarted = large !== undefined || complete.length > 0 || isContinued;
		const isEmpty = !isStarted && /^[\t\n\r ]*$/v.test(textOf(first, at));
		place = byte === close ? 'after' : 'broken';
		if (!isEmpty && byte === close) {
			complete.push(at);
			pass();
		}

		first = at;
	};

	/** Counts the brackets of the new bytes outside of strings. */
	const scan = () => {
		const bytes = buffer;
		const length = filled;
		let [at, isWithin, count] = [position, isInString, digits];
		while (at < length) {
			if (isWithin) {
				while (at < length && bytes[at] !== quote) {
					// The escaped character may be in the next chunk.
					at += bytes[at] === backslash ? 2 : 1;
				}

				isWithin = at >= length;
				at += isWithin ? 0 : 1;
				continue;
			}

			const byte = bytes[at]!;
			if (byte === quote) {
				isWithin = true;
			} else if (byte === comma) {
				if (depth === arrayDepth && place === 'inside') {
					complete.push(at);
				}
			} else if (byte === open || byte === openBrace) {
				enter(byte, at);
			} else if (byte === close || byte === closeBrace) {
				depth--;
				if (depth < arrayDepth && place === 'inside') {
					leave(byte, at);
				}
			} else {
				count = byte >= zero && byte <= nine ? count + 1 : 0;
				if (count > safeDigits || byte === point || byte === minus || byte === lowerE || byte === upperE) {
					numberAt = at;
				}
			}

			at++;
		}

		[position, isInString, digits] = [at, isWithin, count];
	};

	/** Discards an element that is too large, except its beginning. Around the elements nothing may be that large. */
	const limit = () => {
		const isLarge = filled - first > longest;
		if (place !== 'inside') {
			if (isLarge) {
				breakEnvelope();
			}
		} else if (isLarge || large !== undefined) {
			large ??= {start: Buffer.from(buffer.subarray(first, Math.min(first + keptLength, filled))), length: 0};
			large.length += filled - first;
			discard(filled);
		}
	};

	return {
		/** Whether the document is not JSON, or has too much data around its elements. The rest of it is ignored. */
		isBroken,
		/** Whether there is too much data around the elements, or before them. */
		isEnvelopeLarge: () => isEnvelopeLarge,
		/** Takes the next bytes of the document, and passes on the elements that they complete. */
		push(chunk: Uint8Array) {
			if (isBroken()) {
				return;
			}

			append(chunk);
			scan();
			if (place === 'inside' && complete.length > 0) {
				pass();
				isContinued = true;
				discard(first);
			}

			limit();
		},
		/** Ends the document after all its bytes were pushed. */
		end(): DocumentEnd {
			if (place === 'broken' || place === 'inside') {
				return {ok: false};
			}

			try {
				const document: unknown = JSON.parse((envelope + textOf(first, filled)).replace(/^\uFEFF/v, ''));
				return {ok: true, envelope: document, hasElements: place === 'after'};
			} catch {
				return {ok: false};
			}
		},
	};
}

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
