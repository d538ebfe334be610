import type {BindingRow} from '../binding-row.ts';

/** The keys of the help. */
export const helpBindings = [
	{scope: 'help', action: 'up', keys: ['up'], label: 'scroll up'},
	{scope: 'help', action: 'down', keys: ['down'], label: 'scroll down', hint: 'scroll'},
	{scope: 'help', action: 'page-up', keys: ['pgup'], label: 'page up'},
	{scope: 'help', action: 'page-down', keys: ['pgdn'], label: 'page down'},
	{scope: 'help', action: 'back', keys: ['esc'], label: 'back', hint: 'back'},
] as const satisfies readonly BindingRow[];
