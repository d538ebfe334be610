import type {KeyScopes} from '../keys/key-row.ts';
import {scrollKeys} from '../keys/shared-keys.ts';

/** The keys of the question whether a new API key belongs to the same account. */
export const accountKeys = {
	account: {
		title: 'account',
		rows: [
			{
				action: 'same',
				keys: ['y'],
				label: 'the same account: keep its history',
				hint: 'same account',
				isDangerous: true,
				confirms: true,
			},
			{action: 'another', keys: ['n'], label: 'another account', hint: 'another account', confirms: true},
			{action: 'back', keys: ['esc'], label: 'decide later', hint: 'decide later'},
			...scrollKeys,
		],
	},
} as const satisfies KeyScopes;
