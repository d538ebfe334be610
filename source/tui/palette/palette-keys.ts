import type {KeyScopes} from '../keys/key-row.ts';
import {textScrollKeys} from '../keys/shared-keys.ts';

/** The keys of the palette. */
export const paletteKeys = {
	palette: {
		title: 'palette',
		isText: true,
		rows: [
			{action: 'accept', keys: ['enter'], label: 'do it', hint: 'do it'},
			...textScrollKeys,
			{action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
		],
	},
} as const satisfies KeyScopes;
