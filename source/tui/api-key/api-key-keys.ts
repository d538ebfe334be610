import type {KeyScopes} from '../keys/key-row.ts';

/** The keys of the screen that asks for another API key. */
export const apiKeyKeys = {
	key: {
		title: 'API key',
		isText: true,
		rows: [
			{
				action: 'accept',
				keys: ['enter'],
				label: 'check the key; with none typed, run the key command',
				hint: 'continue',
			},
			{action: 'back', keys: ['esc'], label: 'back without another key; cancels a check', hint: 'back'},
			{action: 'page-up', keys: ['pgup'], label: 'scroll the messages up'},
			{action: 'page-down', keys: ['pgdn'], label: 'scroll the messages down'},
		],
	},
} as const satisfies KeyScopes;
