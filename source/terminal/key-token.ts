import {graphemes} from './graphemes.ts';
import {readKittyKey} from './kitty-keys.ts';
import type {MouseEvent} from './mouse.ts';

/** One piece of a terminal's input. */
export type KeyToken =
	/** A key as the terminal sends it. With alt it is ESC and the key, and so are Esc and a key that arrive at once: the terminal says no more. `isSplit`: whether that ESC came in a read of its own. */
	| {
			readonly kind: 'key';
			readonly text: string;
			readonly isSplit?: true;
			/** Whether the terminal reports that it is held down. */ readonly isRepeat?: true;
	  }
	/** A bracketed paste without its brackets; only the beginning of a very long one. */
	| {
			readonly kind: 'paste';
			readonly text: string;
			/** The full length in UTF-16 units, if the text was cut. */ readonly length?: number;
	  }
	/** A mouse event, in order with the keys. */
	| {readonly kind: 'mouse'; readonly event: MouseEvent}
	/** Keys that came right after a paste, and so may be part of it. */
	| {readonly kind: 'dropped'};

const interrupt = '\u{3}';

/** The key events of a sequence: none if the key was released. */
export function keyEvents(text: string): KeyToken[] {
	// Ctrl+c quits, also right after Esc.
	if (text === `\u{1B}${interrupt}`) {
		return [{kind: 'key', text: interrupt}];
	}

	const event = readKittyKey(text)?.event;
	return event === 'release' ? [] : [{kind: 'key', text, ...(event === 'repeat' && {isRepeat: true})}];
}

/** Splits text into keys. Enter followed by Ctrl+J is two keys, although CR LF is one grapheme. */
export function typedKeys(text: string): KeyToken[] {
	return graphemes(text)
		.flatMap(key => (key === '\r\n' ? ['\r', '\n'] : [key]))
		.map(key => ({kind: 'key', text: key}));
}

/** The keys of the first part of a sequence that was not completed. */
export function keysOfPart(part: string): KeyToken[] {
	// Ink would also take ESC and a bracket for the start of a sequence.
	return /^\u{1B}[P\]_]$/v.test(part) ? [{kind: 'key', text: part}] : typedKeys(part);
}
