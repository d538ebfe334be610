import {hasParameters, pasteEnd, readEscape, shortened} from './escape-sequences.ts';
import {graphemes} from './graphemes.ts';
import {isInterrupt, readKittyKey} from './kitty-keys.ts';
import {readMouse, type MouseEvent} from './mouse.ts';

/** One piece of a terminal's input. */
export type KeyToken =
	/** A key as the terminal sends it. With alt it is ESC and the key. */
	| {readonly kind: 'key'; readonly text: string; /** Whether the terminal reports that it is held down. */ readonly isRepeat?: true}
	/** A bracketed paste without its brackets; only the beginning of a very long one. */
	| {readonly kind: 'paste'; readonly text: string; /** The full length in UTF-16 units, if the text was cut. */ readonly length?: number}
	/** A mouse event, in order with the keys. */
	| {readonly kind: 'mouse'; readonly event: MouseEvent}
	/** Keys that came right after a paste, and so may be part of it. */
	| {readonly kind: 'dropped'};

/** Splits the input of a terminal into single keys and pastes. */
export type KeySplitter = {
	/**
	Splits the input of one read.

	@param chunk - Any part of the input.
	@param isAfterPaste - Whether it came so soon after a paste that it may be part of it.
	@param isBurst - Whether it came so soon after the previous read that nobody typed both.
	@param isAfterPause - Whether it came too late after the previous read to belong to the same paste.
	*/
	readonly push: (chunk: string, isAfterPaste?: boolean, isBurst?: boolean, isAfterPause?: boolean) => KeyToken[];
	/** Ends the wait for the rest of the input: an incomplete sequence becomes keys or is dropped, and an incomplete paste is complete. */
	readonly flush: (isAfterPaste?: boolean) => KeyToken[];
	/** Returns what the input so far may be an incomplete part of: a sequence that may be the key Esc, a sequence that is not a key, or a paste. */
	readonly waiting: () => 'key' | 'reply' | 'paste' | undefined;
};

/** The maximum number of UTF-16 units kept of a paste, so that editing and drawing it do not delay keys. */
export const longestPaste = 100_000;

/**
Creates a splitter. On a slow connection, with a held key or with fast typing, several keys arrive as one chunk, which Ink would report as one event; and one sequence can arrive in two chunks.

@param onReply - Called with a terminal's reports and answers to queries, which are not keys.

A paste never becomes keys. If a pasted text contains the sequence that ends a paste, everything that arrives with it is dropped up to the next paste. If the end of a paste is missing, several keys that arrive later at once still belong to it.
*/
export function createKeySplitter(onReply: (reply: string) => void = () => undefined): KeySplitter {
	/** The end of the input so far, if it is the first part of a sequence or marker. */
	let pending = '';
	/** The input that was pending when the wait for its rest ended, and the part of the rest that arrived since. */
	let late = '';
	/** Whether part of the late input was delivered as keys after the wait. Then somebody may have typed all of it. */
	let isLateTyped = false;
	/** The paste so far; undefined outside of one. */
	let pasted: Paste | undefined;
	/** Whether a paste ended without its end sequence. */
	let isUnterminated = false;

	/** Takes text up to the end of the paste, and returns the text after it. */
	const takePaste = (text: string, paste: Paste, tokens: KeyToken[]): string => {
		const end = text.indexOf(pasteEnd);
		if (end === -1) {
			pending = startOfMarker(text);
			addTo(paste, text.slice(0, text.length - pending.length));
			return '';
		}

		addTo(paste, text.slice(0, end));
		const {text: kept, length} = paste;
		tokens.push({kind: 'paste', text: kept, ...(length > kept.length && {length})});
		pasted = undefined;
		return text.slice(end + pasteEnd.length);
	};

	const takeEscape = (text: string, tokens: KeyToken[]): string => {
		const {kind, length} = readEscape(text);
		switch (kind) {
			case 'partial': {
				pending = shortened(text);
				break;
			}

			case 'key': {
				tokens.push(...keyEvents(text.slice(0, length)));
				break;
			}

			case 'paste-start': {
				isUnterminated = false;
				pasted = {text: '', length: 0};
				break;
			}

			case 'reply': {
				const reply = text.slice(0, length);
				const event = readMouse(reply);
				if (event === undefined) {
					onReply(reply);
				} else {
					tokens.push({kind: 'mouse', event});
				}

				break;
			}

			// These tokens are not keys.
			case 'paste-end':
			case 'broken': {
				break;
			}
		}

		return text.slice(length);
	};

	const take = (chunk: string): KeyToken[] => {
		const tokens: KeyToken[] = [];
		let rest = chunk;
		while (rest !== '') {
			if (pasted !== undefined) {
				rest = takePaste(rest, pasted, tokens);
			} else if (rest.startsWith('\u{1B}')) {
				rest = takeEscape(rest, tokens);
			} else {
				const escapeAt = rest.indexOf('\u{1B}');
				const text = escapeAt === -1 ? rest : rest.slice(0, escapeAt);
				tokens.push(...typedKeys(text));
				rest = rest.slice(text.length);
			}
		}

		return tokens;
	};

	return {
		push(chunk, isAfterPaste = false, isBurst = false, isAfterPause = false) {
			if (isUnterminated) {
				isUnterminated = false;
				if (isMoreOfPaste(chunk)) {
					pasted = {text: '', length: 0};
				}
			}

			// A ctrl+c alone, after a pause, was not pasted.
			if (pasted !== undefined && isAfterPause && isInterrupt(chunk)) {
				pasted = undefined;
				pending = '';
			}

			const isRest = (isBurst || !isLateTyped) && isLateRest(late, chunk);
			const text = pending + (isRest ? late : '') + chunk;
			isLateTyped = !isRest && late !== '' && canBecomeSequence(late + chunk);
			late = isLateTyped ? late + chunk : '';
			pending = '';
			return withoutKeysAfterPaste(take(text), isAfterPaste);
		},
		flush(isAfterPaste = false) {
			if (pasted !== undefined) {
				const {text, length} = pasted;
				pasted = undefined;
				pending = '';
				isUnterminated = true;
				return text === '' ? [] : [{kind: 'paste', text, ...(length > text.length && {length})}];
			}

			if (pending === '') {
				return [];
			}

			late = pending;
			isLateTyped = false;
			pending = '';
			return hasParameters(late) ? [] : withoutKeysAfterPaste(keysOf(late), isAfterPaste);
		},
		waiting() {
			if (pasted !== undefined) {
				return 'paste';
			}

			if (pending === '') {
				return undefined;
			}

			return hasParameters(pending) ? 'reply' : 'key';
		},
	};
}

/** The key events of a sequence: none if the key was released. */
function keyEvents(text: string): KeyToken[] {
	const event = readKittyKey(text)?.event;
	return event === 'release' ? [] : [{kind: 'key', text, ...event === 'repeat' && {isRepeat: true}}];
}

/** Whether input after a paste without an end belongs to it: it contains the end, or more than one key. */
const isMoreOfPaste = (chunk: string): boolean => chunk.includes(pasteEnd) || (!chunk.startsWith('\u{1B}') && !isInterrupt(chunk) && graphemes(chunk).length > 1);

/** Splits text into keys. Enter followed by Ctrl+J is two keys, although CR LF is one grapheme. */
function typedKeys(text: string): KeyToken[] {
	return graphemes(text)
		.flatMap(key => key === '\r\n' ? ['\r', '\n'] : [key])
		.map(key => ({kind: 'key', text: key}));
}

/** The keys of the first part of a sequence that was not completed. */
function keysOf(part: string): KeyToken[] {
	// Ink would also take ESC and a bracket for the start of a sequence.
	return /^\u{1B}[P\]_]$/v.test(part) ? [{kind: 'key', text: part}] : typedKeys(part);
}

/** Whether a text is the first part of a sequence, and not only Esc. */
const canBecomeSequence = (text: string): boolean => /^\u{1B}{1,2}\[$/v.test(text);

/** Whether a chunk is the late rest of a sequence: together they form a sequence that nobody types. */
function isLateRest(late: string, chunk: string): boolean {
	if (late === '' || chunk === '') {
		return false;
	}

	const text = late + chunk;
	const {kind, length} = readEscape(text);
	switch (kind) {
		case 'key': {
			return length > late.length && /^\u{1B}{1,2}\[/v.test(text);
		}

		case 'partial': {
			return !hasParameters(late) && hasParameters(text) && !hasParameters(chunk);
		}

		case 'paste-start':
		case 'paste-end':
		case 'reply':
		case 'broken': {
			return length > late.length;
		}
	}
}

/** A paste so far. */
type Paste = {
	/** The text, or the beginning of a long one. */
	text: string;
	/** The length of the whole paste. */
	length: number;
};

function addTo(paste: Paste, piece: string): void {
	const isWhole = paste.length === paste.text.length;
	paste.length += piece.length;
	if (!isWhole) {
		return;
	}

	const text = paste.text + piece.slice(0, longestPaste + 1 - paste.text.length);
	// A surrogate pair is not split.
	paste.text = text.length > longestPaste ? text.slice(0, longestPaste).replace(/[\u{D800}-\u{DBFF}]$/v, '') : text;
}

/** The end of a text, if it may be the beginning of a paste's end sequence. */
function startOfMarker(text: string): string {
	const at = text.lastIndexOf('\u{1B}');
	const end = at === -1 ? '' : text.slice(at);
	return pasteEnd.startsWith(end) ? end : '';
}

function withoutKeysAfterPaste(tokens: readonly KeyToken[], isAfterPaste: boolean): KeyToken[] {
	let hadPaste = isAfterPaste;
	const kept: KeyToken[] = [];
	for (const token of tokens) {
		const isDropped = hadPaste && (token.kind === 'key' || token.kind === 'mouse');
		hadPaste ||= token.kind === 'paste';
		if (!isDropped) {
			kept.push(token);
		} else if (kept.at(-1)?.kind !== 'dropped') {
			kept.push({kind: 'dropped'});
		}
	}

	return kept;
}
