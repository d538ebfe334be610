import type {KeyScopes} from '../keys/key-row.ts';
import {changeGuards, editKey, recordKeys, scrollKeys} from '../keys/shared-keys.ts';

/** The keys of the screen of one notification. */
export const detailKeys = {
	detail: {
		title: 'notification',
		rows: [
			...scrollKeys,
			{action: 'raw', keys: ['J'], label: 'raw JSON, or the fields again', hint: 'raw JSON'},
			editKey,
			...recordKeys,
			{
				action: 'delete',
				keys: ['d', 'delete'],
				label: 'delete (asks first)',
				hint: 'delete',
				guards: changeGuards,
				isDangerous: true,
			},
			{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
		],
	},
} as const satisfies KeyScopes;
