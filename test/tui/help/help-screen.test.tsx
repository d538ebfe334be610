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
		" chainbell · help                                             lines 1–20 of 247
		 List
		   enter                     open; fold or unfold a group
		   n                         new notification
		   d                         delete, after asking: what is marked, or else this
		   e                         edit: a new one replaces it
		   c                         clone: a new one that begins as this one
		   /
		       search: words, -word, "two words", channel:email user:=42 …
		   space
		       mark, or unmark; on a group all of it; takes a range
		   V                         begin a range of marks, then take it; esc drops it
		   a
		       mark all that the search shows; unmark them when all are
		   i                         invert the marks of what the search shows
		   A                         unmark all, also what the search hides
		   s                         sort
		   b                         group by
		   left h                    fold the group
		   right l                   unfold the group
		   z                         fold all groups, or unfold all

		 ? help  down scroll"
	`);
});

test('shows the keys of where one is first, at 120x40', async () => {
	expect(await askForHelp('120x40')).toMatchInlineSnapshot(`
		" chainbell · help                                                                                     lines 1–36 of 241
		 List
		   enter                     open; fold or unfold a group
		   n                         new notification
		   d                         delete, after asking: what is marked, or else this
		   e                         edit: a new one replaces it
		   c                         clone: a new one that begins as this one
		   /                         search: words, -word, "two words", channel:email user:=42 …
		   space                     mark, or unmark; on a group all of it; takes a range
		   V                         begin a range of marks, then take it; esc drops it
		   a                         mark all that the search shows; unmark them when all are
		   i                         invert the marks of what the search shows
		   A                         unmark all, also what the search hides
		   s                         sort
		   b                         group by
		   left h                    fold the group
		   right l                   unfold the group
		   z                         fold all groups, or unfold all
		   u                         undo: create again what was deleted last
		   H                         history: what this machine sent; what is unfinished first
		   r                         refresh; what changes from now on is marked
		   w                         watch: refresh every 5 s, 30 s, 5 min, no longer
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
