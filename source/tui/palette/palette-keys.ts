import type {KeyScopes} from '../keys/key-row.ts';

/** The keys of the palette. */
export const paletteKeys = {
	palette: {title: 'palette', isText: true, rows: [
		{action: 'accept', keys: ['enter'], label: 'do it', hint: 'do it'},
		{action: 'up', keys: ['up'], label: 'up'},
		{action: 'down', keys: ['down'], label: 'down'},
		{action: 'page-up', keys: ['pgup'], label: 'page up'},
		{action: 'page-down', keys: ['pgdn'], label: 'page down'},
		{action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
	]},
} as const satisfies KeyScopes;
