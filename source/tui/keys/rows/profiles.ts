import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the profiles. */
export const profilesBindings = [
	{scope: 'profiles', action: 'confirm', keys: ['y'], label: 'confirm that the profile is removed', hint: 'remove', guards: ['isAwaitingConfirmation'], isDangerous: true, confirms: true},
	{scope: 'profiles', action: 'open', keys: ['enter'], label: 'open the account of the profile', hint: 'open', guards: ['hasRow']},
	{scope: 'profiles', action: 'add', keys: ['n'], label: 'add a profile: connect, and save it', hint: 'add'},
	{scope: 'profiles', action: 'compare', keys: ['c'], label: 'compare the account with the open one or another', hint: 'compare', guards: ['hasRow']},
	{scope: 'profiles', action: 'make-default', keys: ['s'], label: 'make the profile the default', hint: 'set default', guards: ['hasRow']},
	{scope: 'profiles', action: 'remove', keys: ['x', 'd', 'delete'], label: 'remove the profile from config.yaml (asks first)', hint: 'remove', guards: ['hasRow'], isDangerous: true},
	...scrollKeys('profiles'),
	{scope: 'profiles', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	{scope: 'compare', action: 'refresh', keys: ['r'], label: 'list both accounts again, and compare', hint: 'compare again'},
	...scrollKeys('compare'),
	{scope: 'compare', action: 'back', keys: ['esc', 'q'], label: 'back; stops listing', hint: 'back'},
] as const satisfies readonly BindingRow[];
