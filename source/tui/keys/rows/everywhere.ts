import type {BindingRow} from '../binding-row.ts';

/** The keys of every screen. */
export const everywhereBindings = [
	{scope: 'everywhere', action: 'help', keys: ['?', 'ctrl+g'], label: 'help', hint: 'help'},
	{scope: 'everywhere', action: 'palette', keys: ['ctrl+p', ':'], label: 'command palette: type what to do'},
	{scope: 'everywhere', action: 'back', keys: ['esc'], label: 'back, cancel or clear'},
	{scope: 'everywhere', action: 'exit', keys: ['ctrl+c'], label: 'quit'},
	{scope: 'everywhere', action: 'suspend', keys: ['ctrl+z'], label: 'suspend'},
	{scope: 'everywhere', action: 'redraw', keys: ['ctrl+l'], label: 'redraw'},
	{scope: 'everywhere', action: 'acknowledge', keys: ['ctrl+q'], label: 'acknowledge the warning above the footer', hint: 'acknowledge', guards: ['hasWarning']},
	{scope: 'everywhere', action: 'enter-key', keys: ['K', 'alt+k'], label: 'another API key, after the one in use was refused', hint: 'another API key', guards: ['isKeyRefused']},
] as const satisfies readonly BindingRow[];
