import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

/** Asks for help and checks that the keys of the list come first. */
async function askForHelp(size: string): Promise<string> {
	await using app = await startApp({size});
	await app.waitFor('12 notifications');
	await app.press('?');
	const frame = await app.waitFor('delete, after asking');
	expect(frame.split('\n', 2)[1]).toContain('List');
	await app.press('Escape');
	await app.waitFor('12 notifications');
	return frame;
}

test('shows the keys of where one is first, at 80x24', async () => {
	expect(await askForHelp('80x24')).toMatchInlineSnapshot(`
		" chainbell · keys                                             lines 1–20 of 171
		 List
		   enter                     open
		   n                         new notification
		   d                         delete, after asking
		   e                         edit: a new one replaces it
		   c                         clone: a new one that begins as this one
		   /
		       search: words, -word, "two words", channel:email user:42 …
		   u                         undo: create again what was deleted last
		   H
		       history: what this machine sent; what is unfinished first
		   r                         refresh
		   up k                      up
		   down j                    down
		   pgup ctrl+u               a page up
		   pgdn ctrl+d               a page down
		   g home                    to the first
		   G end                     to the last
		   K                         enter another API key
		   q                         quit

		 ? help  down scroll"
	`);
});

test('shows the keys of where one is first, at 120x40', async () => {
	expect(await askForHelp('120x40')).toMatchInlineSnapshot(`
		" chainbell · keys                                                                                     lines 1–36 of 167
		 List
		   enter                     open
		   n                         new notification
		   d                         delete, after asking
		   e                         edit: a new one replaces it
		   c                         clone: a new one that begins as this one
		   /                         search: words, -word, "two words", channel:email user:42 …
		   u                         undo: create again what was deleted last
		   H                         history: what this machine sent; what is unfinished first
		   r                         refresh
		   up k                      up
		   down j                    down
		   pgup ctrl+u               a page up
		   pgdn ctrl+d               a page down
		   g home                    to the first
		   G end                     to the last
		   K                         enter another API key
		   q                         quit

		 Everywhere
		   ? ctrl+g                  help
		   esc                       back, or clear
		   ctrl+c                    quit
		   ctrl+z                    suspend
		   ctrl+l                    redraw

		 Detail
		   up k                      up
		   down j                    down
		   pgup ctrl+u               a page up
		   pgdn ctrl+d               a page down
		   g home                    to the first
		   G end                     to the last
		   J                         raw JSON, and back
		   e                         edit: a new one replaces it
		   c                         clone: a new one that begins as this one

		 ? help  down scroll"
	`);
});

test('is there while one types, and takes nothing from what was typed', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'who?', 'C-g');
	await app.waitFor('take the suggestion');
	await app.press('q');
	await app.waitFor('who?');
});
