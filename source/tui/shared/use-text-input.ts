import {useState} from 'react';
import type {KeyPress} from '../keys/key.ts';
import {editAtEnd, editText, insertText, onOneLine} from './text-edit.ts';

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
