import type {BindingRow} from '../binding-row.ts';
import {notificationKeys, scrollKeys} from './shared.ts';

/** The keys of the screen of one notification. */
export const detailBindings = [
	...scrollKeys('detail'),
	{scope: 'detail', action: 'raw', keys: ['J'], label: 'raw JSON, or the fields again', hint: 'raw JSON'},
	...notificationKeys('detail'),
	{scope: 'detail', action: 'delete', keys: ['d', 'delete'], label: 'delete (asks first)', hint: 'delete', guards: ['isReadable', 'isListed', 'isWritable'], isDangerous: true},
	{scope: 'detail', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
] as const satisfies readonly BindingRow[];
