import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of bulk operations. */
export const bulkBindings = [
	{scope: 'bulk', action: 'accept', keys: ['enter'], label: 'delete, once the number is typed', hint: 'delete', guards: ['isWritable'], confirms: true},
	{scope: 'bulk', action: 'up', keys: ['up'], label: 'up'},
	{scope: 'bulk', action: 'down', keys: ['down'], label: 'down'},
	{scope: 'bulk', action: 'page-up', keys: ['pgup'], label: 'page up'},
	{scope: 'bulk', action: 'page-down', keys: ['pgdn'], label: 'page down'},
	{scope: 'bulk', action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},

	{scope: 'bulk-run', action: 'back', keys: ['esc'], label: 'pause', hint: 'pause'},

	{scope: 'bulk-paused', action: 'finish', keys: ['f'], label: 'continue', hint: 'continue'},
	{scope: 'bulk-paused', action: 'stop', keys: ['s'], label: 'stop; the rest can be continued from the history', hint: 'stop'},
	{scope: 'bulk-paused', action: 'back', keys: ['esc'], label: 'continue'},

	{scope: 'bulk-end', action: 'retry', keys: ['r'], label: 'retry the failed items', hint: 'retry failed', guards: ['hasFailed', 'isWritable']},
	{scope: 'bulk-end', action: 'omit', keys: ['o'], label: 'retry without what the service refused', hint: 'retry without', guards: ['hasRefused', 'isWritable']},
	{scope: 'bulk-end', action: 'finish', keys: ['f'], label: 'continue with the rest', hint: 'continue', guards: ['hasRemaining', 'isWritable']},
	{scope: 'bulk-end', action: 'roll-back', keys: ['b'], label: 'skip the rest for good', hint: 'skip the rest', guards: ['hasRemaining', 'isWritable'], isDangerous: true, confirms: true},
	...scrollKeys('bulk-end'),
	{scope: 'bulk-end', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
] as const satisfies readonly BindingRow[];
