import type {ScreenPicture} from './screen-picture.ts';

/** The pictures of the list, and of what it opens to find, read and copy something. */
export const listPictures: readonly ScreenPicture[] = [
	{
		name: 'list',
		title: 'The list',
		columns: 150,
		rows: 24,
		async open(terminal) {
			terminal.press('j');
			await terminal.waitFor('2 · USDC in and out');
		},
	},
	{
		name: 'search',
		title: 'The search',
		columns: 100,
		rows: 24,
		async open(terminal) {
			terminal.press('/');
			terminal.press('user:');
			await terminal.waitFor('ops-1 ×2 · ops-2 ×2');
		},
	},
	{
		name: 'groups',
		title: 'Groups',
		columns: 150,
		rows: 24,
		async open(terminal) {
			terminal.press('b');
			await terminal.waitFor('[u]ser');
			terminal.press('u');
			await terminal.waitFor('▾ ops-1 · 2');
			await terminal.waitFor('space marks all 2');
			await terminal.waitFor(/Channel|by channel/v);
		},
	},
	{
		name: 'notification',
		title: 'A notification',
		columns: 100,
		rows: 24,
		async open(terminal) {
			terminal.press('j', 'Enter');
			await terminal.waitFor('ADDRESS_ACTIVITY');
		},
	},
	{
		name: 'copy',
		title: 'Copying',
		columns: 100,
		rows: 24,
		async open(terminal) {
			terminal.press('y');
			await terminal.waitFor('explorer link');
		},
	},
	{
		name: 'palette',
		title: 'The palette',
		columns: 100,
		rows: 24,
		async open(terminal) {
			terminal.press(':');
			await terminal.waitFor('palette');
			terminal.press('sort');
			await terminal.waitFor(/: sort\n/v);
			await terminal.waitUntilGone('suspend');
		},
	},
	{
		name: 'help',
		title: 'Help',
		columns: 100,
		rows: 24,
		async open(terminal) {
			terminal.press('?');
			await terminal.waitFor('help · list');
		},
	},
];
