import type {KeyScopes} from '../keys/key-row.ts';
import {textScrollKeys} from '../keys/shared-keys.ts';

/** The keys of the question before a protected notification is deleted or replaced. */
export const protectedKeys = {
	protected: {
		title: 'protected',
		isText: true,
		rows: [
			{action: 'accept', keys: ['enter'], label: 'continue, once the name is typed', hint: 'continue', confirms: true},
			{action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
			...textScrollKeys,
		],
	},
} as const satisfies KeyScopes;
