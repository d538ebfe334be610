import type {KeyScopes} from './key-row.ts';

/** The keys of every screen. */
export const everywhereKeys = {
	everywhere: {
		title: 'everywhere',
		rows: [
			{action: 'help', keys: ['?', 'ctrl+g'], label: 'help', hint: 'help'},
			{action: 'palette', keys: ['ctrl+p', ':'], label: 'command palette: type what to do'},
			{action: 'back', keys: ['esc'], label: 'back, cancel or clear'},
			{action: 'exit', keys: ['ctrl+c'], label: 'quit'},
			{action: 'suspend', keys: ['ctrl+z'], label: 'suspend'},
			{action: 'redraw', keys: ['ctrl+l'], label: 'redraw'},
			{
				action: 'acknowledge',
				keys: ['ctrl+q'],
				label: 'acknowledge the warning above the footer',
				hint: 'acknowledge',
				guards: {hasWarning: 'There is no warning to acknowledge.'},
			},
			{
				action: 'enter-key',
				keys: ['K', 'alt+k'],
				label: 'another API key, after the one in use was refused',
				hint: 'another API key',
				guards: {isKeyRefused: 'Press {list enter-key} in the list to change the API key.'},
			},
		],
	},
} as const satisfies KeyScopes;
