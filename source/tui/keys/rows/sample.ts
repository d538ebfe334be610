import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the screen that tries the filters on a sample event. */
export const sampleBindings = [
	{scope: 'try', action: 'file', keys: ['f'], label: 'open a sample file; or paste a sample', hint: 'open sample'},
	{scope: 'try', action: 'back', keys: ['esc', 'q'], label: 'back to the form', hint: 'back'},
	...scrollKeys('try'),

	{scope: 'file', action: 'accept', keys: ['enter'], label: 'open the file', hint: 'open'},
	{scope: 'file', action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
] as const satisfies readonly BindingRow[];
