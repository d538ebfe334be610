import type {BindingRow} from '../binding-row.ts';
import {scrolling} from './shared.ts';

/** The keys of the history. */
export const historyBindings = [
	{scope: 'history', action: 'search', keys: ['/'], label: 'search: entries that contain all words', hint: 'search'},
	{scope: 'history', action: 'undo', keys: ['u'], label: 'undo the change (asks first)', hint: 'undo', guards: ['hasRow', 'isWritable']},
	...scrolling('history'),
	{scope: 'history', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
] as const satisfies readonly BindingRow[];
