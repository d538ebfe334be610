import type {KeyScopes} from '../keys/key-row.ts';
import {isWritable, unprotectKey} from '../keys/shared-keys.ts';

/** The keys of the question before several notifications are deleted. */
export const bulkDeleteKeys = {
	bulk: {title: 'bulk delete', isText: true, rows: [
		{action: 'accept', keys: ['enter'], label: 'delete, once the number is typed', hint: 'delete', guards: {isWritable}, confirms: true},
		unprotectKey,
		{action: 'up', keys: ['up'], label: 'up'},
		{action: 'down', keys: ['down'], label: 'down'},
		{action: 'page-up', keys: ['pgup'], label: 'page up'},
		{action: 'page-down', keys: ['pgdn'], label: 'page down'},
		{action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
	]},
} as const satisfies KeyScopes;
