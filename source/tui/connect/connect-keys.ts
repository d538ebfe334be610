import type {KeyScopes} from '../keys/key-row.ts';

/** The keys of the screen that asks for a base URL and an API key. */
export const connectKeys = {
	connect: {
		title: 'connect',
		isText: true,
		rows: [
			{action: 'next', keys: ['tab', 'down'], label: 'next field', hint: 'next'},
			{action: 'previous', keys: ['shift+tab', 'up'], label: 'previous field'},
			{action: 'accept', keys: ['enter'], label: 'next field; on the last, check and connect'},
			{action: 'check', keys: ['ctrl+s'], label: 'check and connect', hint: 'connect'},
			{action: 'sandbox', keys: ['ctrl+t'], label: 'use the sandbox instead', hint: 'sandbox'},
			{
				action: 'back',
				keys: ['esc'],
				label: 'back; while it checks: cancel',
				hint: 'back',
				guards: {canLeave: 'Press {everywhere exit} to quit.'},
			},
		],
	},
} as const satisfies KeyScopes;
