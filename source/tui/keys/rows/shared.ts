import type {FieldName} from '../../../domain/fields.ts';
import type {Scope} from '../scopes.ts';

/** The keys that move in a list or a text. They are the same on all screens. */
export const scrollKeys = <S extends Scope>(scope: S) => [
	{scope, action: 'up', keys: ['up', 'k'], label: 'up'},
	{scope, action: 'down', keys: ['down', 'j'], label: 'down'},
	{scope, action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'page up'},
	{scope, action: 'page-down', keys: ['pgdn', 'ctrl+d'], label: 'page down'},
	{scope, action: 'first', keys: ['g', 'home'], label: 'first'},
	{scope, action: 'last', keys: ['G', 'end'], label: 'last'},
] as const;

/** The keys that act on a notification. They are the same in the list and in its details. */
export const notificationKeys = <S extends Scope>(scope: S) => [
	{scope, action: 'edit', keys: ['e'], label: 'edit: create a new one, then delete the old one', hint: 'edit', markedHint: undefined, guards: ['isReadable', 'isListed', 'isWritable']},
	{scope, action: 'clone', keys: ['c'], label: 'clone: open a copy as a new notification', hint: 'clone', guards: ['isReadable', 'isWritable']},
	{scope, action: 'copy', keys: ['y'], label: 'copy: the ID, the address, JSON, curl …', guards: ['hasRecord']},
	{scope, action: 'open-link', keys: ['o'], label: 'open the address in a block explorer', guards: ['isReadable']},
] as const;

/** The keys that choose one of several fields on a line: a letter for each, or the arrows and enter. */
export const choiceKeys = <S extends Scope, F extends FieldName>(scope: S, letters: Readonly<Record<F, string>>) => [
	...(Object.entries(letters) as Array<[F, string]>).map(([field, letter]) => ({scope, action: `by-${field}` as const, keys: [letter], label: `by ${field}`})),
	{scope, action: 'left', keys: ['left', 'h', 'shift+tab'], label: 'previous'},
	{scope, action: 'right', keys: ['right', 'l', 'tab'], label: 'next'},
	{scope, action: 'accept', keys: ['enter', 'space'], label: 'choose', hint: 'choose'},
	{scope, action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
] as const;
