import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the duplicates. */
export const duplicatesBindings = [
	{scope: 'duplicates', action: 'delete', keys: ['d', 'delete'], label: 'delete the marked (asks first)', hint: 'delete marked', guards: ['hasMarks', 'isWritable'], isDangerous: true},
	{scope: 'duplicates', action: 'mark-all', keys: ['a'], label: 'mark all but the oldest of each group, or unmark', hint: 'mark all but oldest', guards: ['hasRow', 'isCurrent']},
	{scope: 'duplicates', action: 'mark', keys: ['space'], label: 'mark the row; of a group all but the oldest', hint: 'mark', guards: ['hasRow', 'isCurrent']},
	{scope: 'duplicates', action: 'open', keys: ['enter'], label: 'open the notification', hint: 'open', guards: ['hasRow']},
	{scope: 'duplicates', action: 'refresh', keys: ['r'], label: 'list again, and look for duplicates', hint: 'refresh'},
	...scrollKeys('duplicates'),
	{scope: 'duplicates', action: 'back', keys: ['esc', 'q'], label: 'back to the list, which keeps the marks', hint: 'back'},
] as const satisfies readonly BindingRow[];
