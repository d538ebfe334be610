import {isAlt} from './alt-keys.ts';
import {hasParameters, pasteEnd, readEscape, shortened} from './escape-sequences.ts';
import {keyEvents, keysOfPart, typedKeys, type KeyToken} from './key-token.ts';
import {isInterrupt} from './kitty-keys.ts';
import {canBecomeSequence, isLateRest} from './late-rest.ts';
import {readMouse} from './mouse.ts';
import {addToPaste, isMoreOfPaste, pastedText, startOfPasteEnd, withoutKeysAfterPaste, type Paste} from './paste.ts';

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
			pending = startOfPasteEnd(text);
			addToPaste(paste, text.slice(0, text.length - pending.length));
			return '';
		}

		addToPaste(paste, text.slice(0, end));
		const {text: kept, length} = paste;
		tokens.push({kind: 'paste', text: pastedText(kept), ...(length > kept.length && {length})});
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
			const escapes = /^\u{1B}+$/v.test(pending) ? pending.length : 0;
			isLateTyped = !isRest && late !== '' && canBecomeSequence(late + chunk);
			late = isLateTyped ? late + chunk : '';
			pending = '';
			return withoutKeysAfterPaste(
				take(text).map((token, index) => (index === escapes - 1 ? asSplit(token) : token)),
				isAfterPaste,
			);
		},
		flush(isAfterPaste = false) {
			if (pasted !== undefined) {
				const {text, length} = pasted;
				pasted = undefined;
				pending = '';
				isUnterminated = true;
				return text === '' ? [] : [{kind: 'paste', text: pastedText(text), ...(length > text.length && {length})}];
			}

			if (pending === '') {
				return [];
			}

			late = pending;
			isLateTyped = false;
			pending = '';
			return hasParameters(late) ? [] : withoutKeysAfterPaste(keysOfPart(late), isAfterPaste);
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

/** A key with alt whose ESC came in a read of its own. */
const asSplit = (token: KeyToken): KeyToken =>
	token.kind === 'key' && isAlt(token.text) ? {...token, isSplit: true} : token;
