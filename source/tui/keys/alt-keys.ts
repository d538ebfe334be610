import {editText} from '../shared/text-edit.ts';
import {isTextScope, type Scope} from './scopes.ts';
import {bindingsOf} from './match.ts';

/** The names of keys that are not one character, by what a terminal sends after ESC. */
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

/**
Whether a key with alt means something in a scope. Where it does not, it is Esc and then the key, which a slow connection brings in one read.

@param scope - The scope that is live.
@param key - What the terminal sends after ESC.
@param others - Names of keys that the focused field takes besides those of every text field.
*/
export function isAltKey(scope: Scope, key: string, others: readonly string[] = []): boolean {
	const name = `alt+${named[key] ?? key}`;
	return others.includes(name)
		|| [...bindingsOf(scope), ...bindingsOf('everywhere')].some(({keys}) => keys.includes(name))
		|| (isTextScope(scope) && editText({text: '', cursor: 0}, {name, text: undefined}) !== undefined);
}
