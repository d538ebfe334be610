import type {KeyScopes} from '../keys/key-row.ts';
import {copyCommandKey, isWritable, textScrollKeys, unprotectKey} from '../keys/shared-keys.ts';

/** The keys of the question before several notifications are deleted. */
export const bulkDeleteKeys = {
	bulk: {
		title: 'bulk delete',
		rows: [
			{
				action: 'accept',
				keys: ['enter'],
				label: 'delete, once the number is typed',
				hint: 'delete',
				guards: {isWritable},
				confirms: true,
			},
			unprotectKey,
			...textScrollKeys,
			{action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
			copyCommandKey,
		],
	},
} as const satisfies KeyScopes;
