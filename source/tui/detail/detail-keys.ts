import type {KeyScopes} from '../keys/key-row.ts';
import {changeGuards, notificationKeys, scrollKeys} from '../keys/shared-keys.ts';

/** The keys of the screen of one notification. */
export const detailKeys = {
	detail: {title: 'notification', rows: [
		...scrollKeys,
		{action: 'raw', keys: ['J'], label: 'raw JSON, or the fields again', hint: 'raw JSON'},
		...notificationKeys,
		{action: 'delete', keys: ['d', 'delete'], label: 'delete (asks first)', hint: 'delete', guards: changeGuards, isDangerous: true},
		{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
	]},
} as const satisfies KeyScopes;
