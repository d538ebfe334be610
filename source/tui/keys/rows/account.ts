import type {BindingRow} from '../binding-row.ts';

/** The keys of the screens that ask for an account or an API key. */
export const accountBindings = [
	{scope: 'connect', action: 'next', keys: ['tab', 'down'], label: 'next field', hint: 'next'},
	{scope: 'connect', action: 'previous', keys: ['shift+tab', 'up'], label: 'previous field'},
	{scope: 'connect', action: 'accept', keys: ['enter'], label: 'next field; on the last, check and connect'},
	{scope: 'connect', action: 'check', keys: ['ctrl+s'], label: 'check and connect', hint: 'connect'},
	{scope: 'connect', action: 'sandbox', keys: ['ctrl+t'], label: 'use the sandbox instead', hint: 'sandbox'},

	{scope: 'account', action: 'same', keys: ['y'], label: 'the same account: keep its history', hint: 'same account', isDangerous: true, confirms: true},
	{scope: 'account', action: 'another', keys: ['n'], label: 'another account', hint: 'another account', confirms: true},
	{scope: 'account', action: 'back', keys: ['esc'], label: 'decide later', hint: 'decide later'},

	{scope: 'key', action: 'accept', keys: ['enter'], label: 'check the key; with none typed, run the key command', hint: 'continue'},
	{scope: 'key', action: 'back', keys: ['esc'], label: 'back without another key; cancels a check', hint: 'back'},
	{scope: 'key', action: 'page-up', keys: ['pgup'], label: 'scroll the messages up'},
	{scope: 'key', action: 'page-down', keys: ['pgdn'], label: 'scroll the messages down'},
] as const satisfies readonly BindingRow[];
