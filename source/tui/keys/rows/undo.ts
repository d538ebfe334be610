import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the question before something is undone. */
export const undoBindings = [
	{scope: 'undo', action: 'confirm', keys: ['y'], label: 'undo it, as the screen says', hint: 'undo', guards: ['canUndo', 'isWritable'], isDangerous: true, confirms: true},
	{scope: 'undo', action: 'edit', keys: ['e'], label: 'change what is created again, in the form', hint: 'edit first', guards: ['canEditFirst', 'isWritable']},
	{scope: 'undo', action: 'omit', keys: ['o'], label: 'leave out what the service refused', hint: 'leave out', guards: ['hasRefused', 'isWritable']},
	{scope: 'undo', action: 'back', keys: ['esc', 'n', 'q'], label: 'cancel', hint: 'cancel'},
	...scrollKeys('undo'),
] as const satisfies readonly BindingRow[];
