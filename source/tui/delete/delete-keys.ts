import type {KeyScopes} from '../keys/key-row.ts';
import {scrollKeys} from '../keys/shared-keys.ts';

/** The keys of the question before one notification is deleted. */
export const deleteKeys = {
	delete: {title: 'delete', rows: [
		{action: 'confirm', keys: ['y'], label: 'delete', hint: 'delete', isDangerous: true, confirms: true},
		{action: 'back', keys: ['esc', 'n', 'q'], label: 'cancel', hint: 'cancel'},
		...scrollKeys,
	]},
} as const satisfies KeyScopes;
