import {hasParameters, pasteEnd, readEscape, shortened} from './escape-sequences.ts';
import {graphemes} from './graphemes.ts';
import {isInterrupt, readKittyKey} from './kitty-keys.ts';
import {readMouse, type MouseEvent} from './mouse.ts';

/** One piece of a terminal's input. */
export type KeyToken =
	/** A key, as the terminal sends it; with alt, ESC and the key. */
	| {readonly kind: 'key'; readonly text: string; /** It is held, and the terminal says so. */ readonly isRepeat?: true}
	/** A bracketed paste, without its brackets; of a very long one the beginning. */
	| {readonly kind: 'paste'; readonly text: string; /** UTF-16 units that were pasted, if not all of them are in the text. */ readonly length?: number}
	/** What the mouse did, between the keys where it did it. */
	| {readonly kind: 'mouse'; readonly event: MouseEvent}
	/** Keys that came right after a paste, and so may have been pasted. */
	| {readonly kind: 'dropped'};

/** Splits the input of a terminal into single keys and pastes. */
export type KeySplitter = {
	/**
	Takes what one read brought.

	@param chunk - Any part of the input.
	@param isAfterPaste - It came so soon after a paste that it may be part of it.
	@param isBurst - It came so soon after the read before that nobody typed both.
	@param isAfterPause - It came so long after the read before that it is no part of the same paste.
	*/
	readonly push: (chunk: string, isAfterPaste?: boolean, isBurst?: boolean, isAfterPause?: boolean) => KeyToken[];
	/** Ends the wait for the rest: what came of a sequence is keys, or nothing; what came of a paste is all of it. */
	readonly flush: (isAfterPaste?: boolean) => KeyToken[];
	/** Whether the input so far ends in the middle of something: of a sequence that may be the key Esc, of one that is no key, or of a paste. */
	readonly waiting: () => 'key' | 'reply' | 'paste' | undefined;
};

/** More of a paste is not kept: what is edited and drawn must not delay keys. In UTF-16 units. */
export const longestPaste = 100_000;

/**
Creates a splitter. On a slow connection, with a held key or with fast typing, several keys arrive as one chunk, which Ink would report as one event; and one sequence can arrive as two.

@param onReply - Called with what a terminal answers to queries, or reports. That is no key.

A paste never becomes keys. A text that contains the end of a paste would, so all that arrives with a paste is dropped up to the next one. Of a paste whose end did not come, what arrives later as several keys at once is still paste.
*/
export function createKeySplitter(onReply: (reply: string) => void = () => undefined): KeySplitter {
	/** The end of the input so far, if it is the first part of something. */
	let pending = '';
	/** What was pending when the wait for its rest ended, and the part of the rest that came by itself. */
	let late = '';
	/** Whether a part of what is late was taken as keys after the wait: then somebody may have typed all of it. */
	let isLateTyped = false;
	/** The paste so far; undefined outside of one. */
	let pasted: Paste | undefined;
	/** Whether a paste ended without its end. */
	let isUnterminated = false;

	/** Takes text up to the end of the paste, and returns what follows. */
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

			// No key.
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

			// Nobody pastes ctrl+c alone, after a pause.
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

/** What a key in a sequence is: nothing, when it was released. */
function keyEvents(text: string): KeyToken[] {
	const event = readKittyKey(text)?.event;
	return event === 'release' ? [] : [{kind: 'key', text, ...event === 'repeat' && {isRepeat: true}}];
}

/** Whether what arrives after a paste without an end is more of it: the end, or more than one key. */
const isMoreOfPaste = (chunk: string): boolean => chunk.includes(pasteEnd) || (!chunk.startsWith('\u{1B}') && !isInterrupt(chunk) && graphemes(chunk).length > 1);

/** Enter followed by Ctrl+J is two keys, although CR LF is one grapheme. */
function typedKeys(text: string): KeyToken[] {
	return graphemes(text)
		.flatMap(key => key === '\r\n' ? ['\r', '\n'] : [key])
		.map(key => ({kind: 'key', text: key}));
}

/** The keys that the start of a sequence is, when nothing follows it. */
function keysOf(part: string): KeyToken[] {
	// ESC and a bracket would start a sequence for Ink, too.
	return /^\u{1B}[P\]_]$/v.test(part) ? [{kind: 'key', text: part}] : typedKeys(part);
}

/** Whether a text is the first part of a sequence, and more than an Esc. */
const canBecomeSequence = (text: string): boolean => /^\u{1B}{1,2}\[$/v.test(text);

/** Whether a chunk is the late rest of a sequence. It is, if both together are one that nobody types. */
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
			return !hasParameters(late) && hasParameters(text);
		}

		case 'paste-start':
		case 'paste-end':
		case 'reply':
		case 'broken': {
			return length > late.length;
		}
	}
}

/** A paste, as far as it came. */
type Paste = {
	/** Its beginning. */
	text: string;
	/** Of all of it. */
	length: number;
};

function addTo(paste: Paste, piece: string): void {
	const isWhole = paste.length === paste.text.length;
	paste.length += piece.length;
	if (!isWhole) {
		return;
	}

	const text = paste.text + piece.slice(0, longestPaste + 1 - paste.text.length);
	// A character is not cut in two.
	paste.text = text.length > longestPaste ? text.slice(0, longestPaste).replace(/[\u{D800}-\u{DBFF}]$/v, '') : text;
}

/** The end of a text, if the end of a paste can begin there. */
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
