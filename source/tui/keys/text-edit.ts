import {graphemes} from '../../terminal/width.ts';
import type {KeyPress} from './match.ts';
import {useState} from 'react';

/** A text being edited. */
export type TextState = {
	readonly text: string;
	/** The UTF-16 index at which the next character is inserted, always between two graphemes. */
	readonly cursor: number;
	/** The text that was deleted last, which `ctrl+y` inserts. */
	readonly killed?: string | undefined;
	/** Whether all of it is selected: typing or deleting replaces it, an arrow keeps it. */
	readonly isSelected?: boolean;
};

/** Returns a text with the cursor at its end, as when a field gets the focus. */
export function editAtEnd(text: string): TextState {
	return {text, cursor: text.length};
}

/**
Applies a key to a text, by grapheme, as readline does in emacs mode. In a text of several lines, start and end are those of the current line.

@returns The new state, or undefined if the key does not edit text.
*/
export function editText(state: TextState, {name, text}: KeyPress): TextState | undefined {
	const {isSelected, ...edit} = state;
	if (text !== undefined || (isSelected && (name === 'backspace' || name === 'delete'))) {
		return insertText(state, text ?? '');
	}

	return editors[name]?.(edit);
}

/** Inserts a text at the cursor, or in place of a selected text. */
export function insertText({isSelected, ...edit}: TextState, inserted: string): TextState {
	const state = isSelected ? {...edit, text: '', cursor: 0} : edit;
	return place(state, before(state) + inserted + after(state), state.cursor + inserted.length);
}

/** Converts a paste to one line: line breaks and tabs become spaces, and trailing white space is removed. */
export function onOneLine(pasted: string): string {
	return pasted.replace(/(?<![\t\n\r ])[\t\n\r ]+$/v, '').replaceAll(/\r\n|[\t\n\r]/gv, ' ');
}

/** Moves the cursor a line up or down, to the same column or to the end of a shorter line. Returns undefined if there is no such line. */
export function moveLine({text, cursor, killed}: TextState, by: 1 | -1): TextState | undefined {
	const lines = text.split('\n');
	const above = text.slice(0, cursor).split('\n');
	const target = above.length - 1 + by;
	const line = lines[target];
	if (line === undefined) {
		return undefined;
	}

	const start = lines.slice(0, target).join('\n').length + Math.min(target, 1);
	return place({text, cursor, killed}, text, start + Math.min(above.at(-1)!.length, line.length));
}

const before = ({text, cursor}: TextState) => text.slice(0, cursor);
const after = ({text, cursor}: TextState) => text.slice(cursor);

/** The length of the longest grapheme considered, in UTF-16 units. It avoids splitting a whole long text to move by one grapheme. */
const longestGrapheme = 1000;

const previous = (state: TextState) =>
	state.cursor - (graphemes(before(state).slice(-longestGrapheme)).at(-1)?.length ?? 0);
const next = (state: TextState) => state.cursor + (graphemes(after(state).slice(0, longestGrapheme))[0]?.length ?? 0);

const lineStart = (state: TextState) => before(state).lastIndexOf('\n') + 1;

const lineEnd = (state: TextState) => state.cursor + after(state).search(/\r?\n|$/v);

/** Whether a grapheme is part of a word for readline's alt keys: a letter or a digit, with combining marks. */
const isWord = (grapheme: string) => /^[\p{Letter}\p{Number}]/v.test(grapheme);

/** Returns the length of the next word in a list of graphemes, with the separators before it, in UTF-16 units. */
const lengthOfWord = (parts: readonly string[], isPart: (grapheme: string) => boolean) => {
	const start = parts.findIndex(part => isPart(part));
	const length = start === -1 ? -1 : parts.slice(start).findIndex(part => !isPart(part));
	return parts.slice(0, length === -1 ? undefined : start + length).join('').length;
};

const wordStart = (state: TextState) => state.cursor - lengthOfWord(graphemes(before(state)).toReversed(), isWord);
const wordEnd = (state: TextState) => state.cursor + lengthOfWord(graphemes(after(state)), isWord);
/** The start of what stands between white space, for `ctrl+w`. */
const blankStart = (state: TextState) =>
	state.cursor - lengthOfWord(graphemes(before(state)).toReversed(), grapheme => /^\S/v.test(grapheme));

const move =
	(target: (state: TextState) => number) =>
	(state: TextState): TextState => ({...state, cursor: Math.max(0, target(state))});

const remove =
	(target: (state: TextState) => number, isKill: boolean) =>
	(state: TextState): TextState => {
		const [from, to] = [Math.max(0, target(state)), state.cursor].toSorted((a, b) => a - b) as [number, number];
		const removed = state.text.slice(from, to);
		return place(
			isKill && removed !== '' ? {...state, killed: removed} : state,
			state.text.slice(0, from) + state.text.slice(to),
			from,
		);
	};

const editors: Readonly<Record<string, (state: TextState) => TextState>> = {
	left: move(previous),
	'ctrl+b': move(previous),
	right: move(next),
	'ctrl+f': move(next),
	home: move(lineStart),
	'ctrl+a': move(lineStart),
	end: move(lineEnd),
	'ctrl+e': move(lineEnd),
	'alt+b': move(wordStart),
	'alt+left': move(wordStart),
	'ctrl+left': move(wordStart),
	'alt+f': move(wordEnd),
	'alt+right': move(wordEnd),
	'ctrl+right': move(wordEnd),
	backspace: remove(previous, false),
	'shift+backspace': remove(previous, false),
	delete: remove(next, false),
	'ctrl+d': remove(next, false),
	'ctrl+w': remove(blankStart, true),
	'alt+backspace': remove(wordStart, true),
	'alt+d': remove(wordEnd, true),
	'ctrl+u': remove(lineStart, true),
	'ctrl+k': remove(lineEnd, true),
	'ctrl+y': state => insertText(state, state.killed ?? ''),
};

/** Sets the text and the cursor. An inserted combining mark joins the letter before it into one grapheme, so the cursor moves to the next grapheme boundary. */
function place(state: TextState, text: string, cursor: number): TextState {
	let boundary = Math.max(0, cursor - longestGrapheme);
	for (const grapheme of graphemes(text.slice(boundary, cursor + longestGrapheme))) {
		if (boundary >= cursor) {
			break;
		}

		boundary += grapheme.length;
	}

	return {...state, text, cursor: boundary};
}

/** A line of text that is typed. */
export function useTextInput() {
	const [edit, setEdit] = useState(editAtEnd(''));
	return {
		edit,
		setText(text: string) {
			setEdit(editAtEnd(text));
		},
		/** The keys of the text, for `useKeys`. */
		keys: {
			onKey(key: KeyPress) {
				setEdit(current => editText(current, key) ?? current);
			},
			onPaste(text: string) {
				setEdit(current => insertText(current, onOneLine(text)));
			},
		},
	};
}
