import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the question before one notification is deleted. */
export const deleteBindings = [
	{scope: 'delete', action: 'confirm', keys: ['y'], label: 'delete', hint: 'delete', isDangerous: true, confirms: true},
	{scope: 'delete', action: 'back', keys: ['esc', 'n', 'q'], label: 'cancel', hint: 'cancel'},
	...scrollKeys('delete'),
] as const satisfies readonly BindingRow[];
