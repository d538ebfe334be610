import type {BindingRow} from '../binding-row.ts';

/** The keys of the help. */
export const helpBindings = [
	{scope: 'help', action: 'up', keys: ['up', 'k'], label: 'scroll up'},
	{scope: 'help', action: 'down', keys: ['down', 'j'], label: 'scroll down', hint: 'scroll'},
	{scope: 'help', action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'page up'},
	{scope: 'help', action: 'page-down', keys: ['pgdn', 'ctrl+d', 'space'], label: 'page down'},
	{scope: 'help', action: 'back', keys: ['q'], label: 'back'},
] as const satisfies readonly BindingRow[];
