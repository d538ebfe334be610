import {groupLetters, sortLetters} from '../../../domain/fields.ts';
import type {BindingRow} from '../binding-row.ts';
import {choiceKeys} from './shared.ts';

/** The keys of the search, the sort line and the group line of the list. */
export const queryBindings = [
	{scope: 'search', action: 'up', keys: ['up'], label: 'up'},
	{scope: 'search', action: 'down', keys: ['down'], label: 'down'},
	{scope: 'search', action: 'accept', keys: ['enter'], label: 'keep the search', hint: 'keep'},
	{scope: 'search', action: 'back', keys: ['esc'], label: 'clear the search', hint: 'clear'},

	...choiceKeys('sort', sortLetters()),
	{scope: 'sort', action: 'by-none', keys: ['-'], label: 'in the order of the service', hint: 'service order'},
	{scope: 'sort', action: 'again', keys: ['s'], label: 'reverse the order', hint: 'reverse'},

	...choiceKeys('group', groupLetters()),
	{scope: 'group', action: 'by-none', keys: ['-'], label: 'no groups'},
	{scope: 'group', action: 'again', keys: ['b'], label: 'no groups', hint: 'no groups'},
] as const satisfies readonly BindingRow[];
