import {useState} from 'react';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import type {KeyPress} from '../keys/key.ts';
import {editAtEnd, editText, insertText, onOneLine, type TextState} from './text-edit.ts';

/** The number that the operator types to confirm a change of many notifications. */
export type TypedNumber = {
	readonly edit: TextState;
	/** Whether the typed text is the number. */
	readonly isRight: boolean;
	/** Returns why the typed text does not confirm; undefined if it is the number. Safe to show. */
	readonly whyNot: () => string | undefined;
	readonly onKey: (key: KeyPress) => void;
	readonly onPaste: (text: string) => void;
};

/** Lets the operator type a number. `number`: the one that confirms; `accept`: the name of the key that does. */
export function useTypedNumber(number: number, accept: string): TypedNumber {
	const [edit, setEdit] = useState(editAtEnd(''));
	const isRight = edit.text === String(number);
	return {
		edit,
		isRight,
		whyNot() {
			if (isRight) {
				return undefined;
			}

			const wrong = edit.text === '' ? '' : `${JSON.stringify(truncate(sanitise(edit.text), 20))} is not ${number}. `;
			return `${wrong}Type ${number}, then press ${accept}.`;
		},
		onKey(key) {
			setEdit(current => editText(current, key) ?? current);
		},
		onPaste(text) {
			setEdit(current => insertText(current, onOneLine(text)));
		},
	};
}
