import {graphemes} from './width.ts';
import {hasParameters, pasteEnd, readEscape, shortened} from './escape-sequences.ts';

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
function keyEvents(text: string): KeyToken[] {
	// Ctrl+c quits, also right after Esc.
	if (text === `\u{1B}${interrupt}`) {
		return [{kind: 'key', text: interrupt}];
	}

	const event = readKittyKey(text)?.event;
	return event === 'release' ? [] : [{kind: 'key', text, ...(event === 'repeat' && {isRepeat: true})}];
}

/** Splits text into keys. Enter followed by Ctrl+J is two keys, although CR LF is one grapheme. */
function typedKeys(text: string): KeyToken[] {
	return graphemes(text)
		.flatMap(key => (key === '\r\n' ? ['\r', '\n'] : [key]))
		.map(key => ({kind: 'key', text: key}));
}

/** The keys of the first part of a sequence that was not completed. */
function keysOfPart(part: string): KeyToken[] {
	// Ink would also take ESC and a bracket for the start of a sequence.
	return /^\u{1B}[P\]_]$/v.test(part) ? [{kind: 'key', text: part}] : typedKeys(part);
}

/** Splits the input of a terminal into single keys and pastes. */
export type KeySplitter = ReturnType<typeof createKeySplitter>;

/**
Creates a splitter. On a slow connection, with a held key or with fast typing, several keys arrive as one chunk, which Ink would report as one event; and one sequence can arrive in two chunks.

@param onReply - Called with a terminal's reports and answers to queries, which are not keys.

A paste never becomes keys. If a pasted text contains the sequence that ends a paste, everything that arrives with it is dropped up to the next paste. If the end of a paste is missing, several keys that arrive later at once still belong to it.
*/
export function createKeySplitter(onReply: (reply: string) => void = () => undefined) {
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
		/**
		Splits the input of one read.
		
		@param chunk - Any part of the input.
		@param isAfterPaste - Whether it came so soon after a paste that it may be part of it.
		@param isBurst - Whether it came so soon after the previous read that nobody typed both.
		@param isAfterPause - Whether it came too late after the previous read to belong to the same paste.
		*/
		push(
			chunk: string,
			isAfterPaste: boolean = false,
			isBurst: boolean = false,
			isAfterPause: boolean = false,
		): KeyToken[] {
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
		/** Ends the wait for the rest of the input: an incomplete sequence becomes keys or is dropped, and an incomplete paste is complete. */
		flush(isAfterPaste: boolean = false): KeyToken[] {
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
		/** Returns what the input so far may be an incomplete part of: a sequence that may be the key Esc, a sequence that is not a key, or a paste. */
		waiting(): 'key' | 'reply' | 'paste' | undefined {
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

/** Esc in the form of the kitty protocol, after which Ink does not wait for the rest of a sequence. */
const escape = '\u{1B}[27u';

/** Whether the keys of a sequence that begins with ESC are alt with another key, or Esc and that key. */
const isAlt = (sequence: string): boolean =>
	sequence.startsWith('\u{1B}') && sequence.length > 1 && !/^\[.|^O./sv.test(sequence.slice(1));

/**
The keys to deliver for a key. What arrived in one read is one key, also where nothing is bound to it: acting on Esc, and then on a key of the screen below, would surprise whoever pressed alt.

@param key - The key as the terminal sent it.
@param isSplit - Whether ESC and the rest came in two reads. Then they are two keys, unless they mean something with alt.
@param isAltKey - Whether a key with alt has a meaning now.
*/
export function deliveredKeys(
	key: string,
	isSplit: boolean,
	isAltKey: (key: string) => boolean,
): [string] | [string, string] {
	if (key === '\u{1B}') {
		return [escape];
	}

	const rest = key.slice(1);
	return isSplit && isAlt(key) && !isAltKey(rest) ? [escape, rest] : [key];
}

/** A key in the format of the kitty keyboard protocol, which terminals also use for function keys with modifiers (https://sw.kovidgoyal.net/kitty/keyboard-protocol/). */
type KittyKey = {
	/** The number of the key: its Unicode code point if it types a character. */
	readonly code: number;
	/** The last character of the sequence: `u`, `~` or the letter of a function key. */
	readonly final: string;
	/** The bits of the modifiers, without caps lock and num lock. */
	readonly modifiers: number;
	/** The kind of event. A held key repeats; releasing a key has no effect here. */
	readonly event: 'press' | 'repeat' | 'release';
};

/** `CSI code:alternates ; modifiers:event ; text final`. */
const pattern =
	/^\u{1B}\[(?<code>\d+)(?::[\d:]*)?(?:;(?<modifiers>\d*)(?::(?<event>\d+))?(?:;[\d:]*)?)?(?<final>[A-Za-z~])$/v;

/** The lower one of the two highest bits, caps lock and num lock, which do not count as modifiers. */
const lockBit = 64;

/** Reads a key in this format; undefined for any other. An unknown event counts as a repeat, so that it confirms nothing. */
function readKittyKey(sequence: string): KittyKey | undefined {
	const {code, modifiers, event, final} = pattern.exec(sequence)?.groups ?? {};
	if (code === undefined || final === undefined) {
		return undefined;
	}

	// The protocol adds 1 to the bits, so that no modifier is 1.
	const bits = modifiers === undefined || modifiers === '' ? 0 : Math.max(0, Number(modifiers) - 1);
	const events = {undefined: 'press', 1: 'press', 3: 'release'} as const;
	return {
		code: Number(code),
		final,
		modifiers: bits % lockBit,
		event: events[String(event) as keyof typeof events] ?? 'repeat',
	};
}

/** Returns an identifier for a key that is the same whether it is pressed or repeated and in whichever form the terminal sends it. */
export function identityOf(key: string): string {
	const kitty = readKittyKey(key);
	if (kitty === undefined) {
		return key === '\n' ? '\r' : key;
	}

	return kitty.final === 'u' && kitty.modifiers === 0 && kitty.code > 0 && kitty.code <= 0x10_ff_ff
		? String.fromCodePoint(kitty.code)
		: `${kitty.code};${kitty.modifiers}${kitty.final}`;
}

/** Whether a key is ctrl+c, in either form. */
export function isInterrupt(key: string): boolean {
	const {code, final, modifiers, event} = readKittyKey(key) ?? {};
	return key === '\u{3}' || (code === 99 && final === 'u' && modifiers === 4 && event !== 'release');
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

/** The maximum number of UTF-16 units kept of a paste, so that editing and drawing it do not delay keys. */
export const longestPaste = 100_000;

/** A paste so far. */
type Paste = {
	/** The text, or the beginning of a long one. */
	text: string;
	/** The length of the whole paste. */
	length: number;
};

/** Adds a piece of the text. */
function addToPaste(paste: Paste, piece: string): void {
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
const pastedText = (text: string): string => text.replaceAll(/\u{1B}\[(?:13(?:;1)?|106;5)u/gv, '\r');

/** Whether input after a paste without an end belongs to it: it contains the end, or more than one key. */
const isMoreOfPaste = (chunk: string): boolean =>
	chunk.includes(pasteEnd) || (!chunk.startsWith('\u{1B}') && !isInterrupt(chunk) && graphemes(chunk).length > 1);

/** The end of a text, if it may be the beginning of a paste's end sequence. */
function startOfPasteEnd(text: string): string {
	const at = text.lastIndexOf('\u{1B}');
	const end = at === -1 ? '' : text.slice(at);
	return pasteEnd.startsWith(end) ? end : '';
}

/** Leaves out keys that may be part of a paste, and says that some were. */
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

/** A mouse event, in terminal cells from 0. */
export type MouseEvent =
	| {readonly kind: 'press'; readonly column: number; readonly row: number}
	/** A turn of the wheel. `by`: -1 up, 1 down. */
	| {readonly kind: 'wheel'; readonly by: -1 | 1};

/** The sequence that makes the terminal report presses and the wheel (DECSET 1000), as decimal numbers (1006): xterm control sequences, "Mouse Tracking". */
const mouseOn = '\u{1B}[?1000h\u{1B}[?1006h';
const mouseOff = '\u{1B}[?1006l\u{1B}[?1000l';

/** Matches the report of a press, not a release: button, column and row, from 1. */
const report = /^\u{1B}\[<(\d+);(\d+);(\d+)M$/v;

/** The same of a terminal without SGR: each number is that of a character, less 32. A release has a button of its own. */
const oldReport = /^\u{1B}\[M(?<numbers>[\s\S]{3})$/v;

/** The button numbers in a report without shift, alt and ctrl. */
const buttons = {left: 0, wheelUp: 64, wheelDown: 65} as const;

/** Reads a mouse report; undefined for any other sequence, and for mouse events without a meaning here. */
export function readMouse(sequence: string): MouseEvent | undefined {
	const old = oldReport.exec(sequence)?.groups!.numbers;
	const [button, column, row] =
		old === undefined
			? (report.exec(sequence)?.slice(1).map(Number) ?? [])
			: Array.from(old, character => character.codePointAt(0)! - 32);
	if (button === buttons.left) {
		return column! > 0 && row! > 0 ? {kind: 'press', column: column! - 1, row: row! - 1} : undefined;
	}

	if (button === buttons.wheelUp) {
		return {kind: 'wheel', by: -1};
	}

	return button === buttons.wheelDown ? {kind: 'wheel', by: 1} : undefined;
}

/** A switch for mouse reports, which are only on while the screens are shown. */
export type MouseSwitch = ReturnType<typeof createMouseSwitch>;

/** Creates the switch, off. `write`: writes to the terminal immediately. */
export function createMouseSwitch(write: (text: string) => void) {
	let isWanted = false;
	let isShown = false;
	let isOn = false;
	const apply = () => {
		if (isOn === (isWanted && isShown)) {
			return;
		}

		isOn = !isOn;
		write(isOn ? mouseOn : mouseOff);
	};

	return {
		/** Sets whether mouse reports are wanted. */
		set(next: boolean) {
			isWanted = next;
			apply();
		},
		/** Call it when the screens are shown. */
		enter() {
			isShown = true;
			apply();
		},
		/** Call it before the screens are left: at the end, after a bug, for the editor or with ctrl+z. */
		leave() {
			isShown = false;
			apply();
		},
	};
}
