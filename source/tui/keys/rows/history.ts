import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the history. */
export const historyBindings = [
	{scope: 'history', action: 'open', keys: ['enter'], label: 'open the change: its requests, and what it changed', hint: 'open', guards: ['hasRow']},
	{scope: 'history', action: 'search', keys: ['/'], label: 'search: changes that contain all words', hint: 'search'},
	{scope: 'history', action: 'undo', keys: ['u'], label: 'undo the change (asks first)', hint: 'undo', guards: ['hasRow', 'isWritable']},
	{scope: 'history', action: 'notices', keys: ['n'], label: 'notices of this run, to read again', hint: 'notices'},
	...scrollKeys('history'),
	{scope: 'history', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	...scrollKeys('notices'),
	{scope: 'notices', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	{scope: 'change', action: 'open', keys: ['enter'], label: 'open the item of a bulk operation', hint: 'open', guards: ['hasRow']},
	{scope: 'change', action: 'undo', keys: ['u'], label: 'undo the change (asks first)', hint: 'undo', guards: ['isWritable']},
	...scrollKeys('change'),
	{scope: 'change', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
] as const satisfies readonly BindingRow[];
