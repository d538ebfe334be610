import {pasteEnd} from './escape-sequences.ts';
import {graphemes} from './graphemes.ts';
import type {KeyToken} from './key-token.ts';
import {isInterrupt} from './kitty-keys.ts';

/** The maximum number of UTF-16 units kept of a paste, so that editing and drawing it do not delay keys. */
export const longestPaste = 100_000;

/** A paste so far. */
export type Paste = {
	/** The text, or the beginning of a long one. */
	text: string;
	/** The length of the whole paste. */
	length: number;
};

/** Adds a piece of the text. */
export function addToPaste(paste: Paste, piece: string): void {
	const isWhole = paste.length === paste.text.length;
	paste.length += piece.length;
	if (!isWhole) {
		return;
	}

	const text = paste.text + piece.slice(0, longestPaste + 1 - paste.text.length);
	// A surrogate pair is not split.
	paste.text = text.length > longestPaste ? text.slice(0, longestPaste).replace(/[\u{D800}-\u{DBFF}]$/v, '') : text;
}

/** The text that was pasted. A terminal multiplexer with extended keys may send a line end as the key enter or ctrl+j. */
export const pastedText = (text: string): string => text.replaceAll(/\u{1B}\[(?:13(?:;1)?|106;5)u/gv, '\r');

/** Whether input after a paste without an end belongs to it: it contains the end, or more than one key. */
export const isMoreOfPaste = (chunk: string): boolean =>
	chunk.includes(pasteEnd) || (!chunk.startsWith('\u{1B}') && !isInterrupt(chunk) && graphemes(chunk).length > 1);

/** The end of a text, if it may be the beginning of a paste's end sequence. */
export function startOfPasteEnd(text: string): string {
	const at = text.lastIndexOf('\u{1B}');
	const end = at === -1 ? '' : text.slice(at);
	return pasteEnd.startsWith(end) ? end : '';
}

/** Leaves out keys that may be part of a paste, and says that some were. */
export function withoutKeysAfterPaste(tokens: readonly KeyToken[], isAfterPaste: boolean): KeyToken[] {
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
