import type {BindingRow} from '../binding-row.ts';

/** The keys of the palette. */
export const paletteBindings = [
	{scope: 'palette', action: 'accept', keys: ['enter'], label: 'do it', hint: 'do it'},
	{scope: 'palette', action: 'up', keys: ['up'], label: 'up'},
	{scope: 'palette', action: 'down', keys: ['down'], label: 'down'},
	{scope: 'palette', action: 'page-up', keys: ['pgup'], label: 'page up'},
	{scope: 'palette', action: 'page-down', keys: ['pgdn'], label: 'page down'},
	{scope: 'palette', action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
] as const satisfies readonly BindingRow[];
