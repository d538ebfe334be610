import type {KeyScopes} from '../keys/key-row.ts';

/** The keys of the help. */
export const helpKeys = {
	help: {
		title: 'help',
		isText: true,
		rows: [
			{action: 'up', keys: ['up'], label: 'scroll up'},
			{action: 'down', keys: ['down'], label: 'scroll down', hint: 'scroll'},
			{action: 'page-up', keys: ['pgup'], label: 'page up'},
			{action: 'page-down', keys: ['pgdn'], label: 'page down'},
			{action: 'back', keys: ['esc'], label: 'back', hint: 'back'},
		],
	},
} as const satisfies KeyScopes;
