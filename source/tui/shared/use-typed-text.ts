import {useState} from 'react';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import type {KeyPress} from '../keys/key.ts';
import {useNavigation} from './navigation.ts';
import {editAtEnd, editText, insertText, onOneLine, type TextState} from './text-edit.ts';

/** The text that the operator types to confirm a change. */
export type TypedText = {
	readonly edit: TextState;
	/** Whether the typed text is the one that confirms. */
	readonly isRight: boolean;
	/** Returns why the typed text does not confirm; undefined if it does. Safe to show. */
	readonly whyNot: () => string | undefined;
	/** Acts if the typed text confirms. Otherwise a notice says that nothing was sent, and why. */
	readonly confirm: (act: () => void) => void;
	/** The keys of the text, for `useKeys`. */
	readonly keys: {
		readonly isAnswerTyped: boolean;
		readonly onKey: (key: KeyPress) => void;
		readonly onPaste: (text: string) => void;
	};
};

/** Lets the operator type a text. `answer`: the one that confirms, safe to show; `accept`: the name of the key that does; `plainOf`: what of a typed text is compared with the answer. */
export function useTypedText(
	answer: string,
	accept: string,
	plainOf: (typed: string) => string = typed => typed,
): TypedText {
	const {announce} = useNavigation();
	const [edit, setEdit] = useState(editAtEnd(''));
	const isRight = plainOf(edit.text) === answer;
	const whyNot = () => {
		if (isRight) {
			return undefined;
		}

		const wrong = edit.text === '' ? '' : `${JSON.stringify(truncate(sanitise(edit.text), 20))} is not ${answer}. `;
		return `${wrong}Type ${answer}, then press ${accept}.`;
	};

	return {
		edit,
		isRight,
		whyNot,
		confirm(act) {
			const problem = whyNot();
			if (problem === undefined) {
				act();
			} else {
				announce({tone: 'plain', text: `Nothing was sent. ${problem}`});
			}
		},
		keys: {
			isAnswerTyped: isRight,
			onKey(key) {
				setEdit(current => editText(current, key) ?? current);
			},
			onPaste(text) {
				setEdit(current => insertText(current, onOneLine(text)));
			},
		},
	};
}
