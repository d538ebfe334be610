import type {ScreenPicture} from './screen-picture.ts';

/** The pictures of the list, and of what it opens to find, read and copy something. */
export const listPictures: readonly ScreenPicture[] = [
	{
		name: 'list',
		title: 'The list',
		columns: 150,
		rows: 24,
		text: 'Every notification of the account on a row, and how old the listing is. From 140 columns or 34 rows on, the one under the cursor is shown whole beside the others; in a smaller terminal, in two lines below them. The footer has the keys that are used most; `?` lists them all.',
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
		text: '`/` narrows the list while it is typed. While a field is typed, its values are shown with their counts; `tab` completes it.',
		async open(terminal) {
			terminal.press('/');
			terminal.press('user:');
			await terminal.waitFor('ops-1 2 · ops-2 2');
		},
	},
	{
		name: 'groups',
		title: 'Groups',
		columns: 150,
		rows: 24,
		text: '`b` groups the list. Beside it, the group under the cursor: its channels, networks and addresses. `space` marks all of it.',
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
		text: '`enter` shows all of a notification: a sentence, then its fields.',
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
		text: '`y` copies what a ticket or a script needs, also over SSH.',
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
		text: '`ctrl+p` or `:` lists everything that can be done, with its key; typing narrows it.',
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
		text: '`?` begins with the keys of the screen that it was opened from. What is typed is searched for.',
		async open(terminal) {
			terminal.press('?');
			await terminal.waitFor('help · list');
		},
	},
];
