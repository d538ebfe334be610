import {editText} from '../shared/text-edit.ts';
import type {KeyPress} from './key.ts';
import {isTextScope, type Scope} from './bindings.ts';
import {bindingsOf, guardNotice, type Guards} from './match.ts';

/** The names of keys that are not one character, by the sequence that a terminal sends after ESC. */
const named: Readonly<Record<string, string>> = {
	'\r': 'enter',
	'\t': 'tab',
	'\u{7F}': 'backspace',
	'\b': 'backspace',
	'\u{1B}[A': 'up',
	'\u{1B}[B': 'down',
	'\u{1B}[C': 'right',
	'\u{1B}[D': 'left',
};

/** Whether a key edits the text of a field, or is one of the other keys that the field handles. */
export const isTextKey = (press: KeyPress, others: readonly string[] = []): boolean =>
	press.text !== undefined ||
	press.name === 'ctrl+j' ||
	others.includes(press.name) ||
	editText({text: '', cursor: 0}, press) !== undefined;

/**
Whether a key with alt is bound in a scope. Otherwise, if its parts came in two reads, it is Esc followed by the key.

@param scope - The scope that is live.
@param guards - The guards that hold. A common binding whose guard does not hold binds no key with alt.
@param key - The sequence that the terminal sends after ESC.
@param others - Names of keys that the focused field handles in addition to those of every text field.
*/
export function isAltKey(scope: Scope, guards: Guards, key: string, others: readonly string[] = []): boolean {
	const name = `alt+${named[key] ?? key}`;
	return (
		others.includes(name) ||
		bindingsOf(scope).some(({keys}) => keys.includes(name)) ||
		bindingsOf('everywhere').some(
			binding => binding.keys.includes(name) && guardNotice(binding, guards) === undefined,
		) ||
		(isTextScope(scope) && editText({text: '', cursor: 0}, {name, text: undefined}) !== undefined)
	);
}
