import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

/** Asks for help and checks that the keys of the list come first. */
async function askForHelp(size: string): Promise<string> {
	await using app = await startApp({size});
	await app.waitFor('12 notifications');
	await app.press('?');
	const frame = await app.waitFor('delete the marked, or');
	expect(frame.split('\n', 3)[2]).toContain('List');
	await app.press('Escape');
	await app.waitFor('12 notifications');
	return frame;
}

test('shows the keys of the present screen first, at 80x24', async () => {
	expect(await askForHelp('80x24')).toMatchInlineSnapshot(`
		" chainbell · help                                             lines 1–19 of 266
		 /
		 List
		   enter                   open; fold or unfold a group
		   n                       new notification
		   d delete                delete the marked, or the row under the cursor
		   e                       edit: create a new one, then delete the old one
		   c                       clone: open a copy as a new notification
		   /                       search: words, -word, "two words", user:42, a or b
		   space                   mark or unmark the row, the whole group or the range
		   V                       start a range of marks, or mark it; esc drops it
		   a                       mark all rows shown, or unmark them
		   i                       invert the marks of all rows shown
		   A                       unmark all, including rows hidden by the search
		   s                       sort
		   b                       group by
		   left h                  fold the group
		   right l                 unfold the group
		   z                       fold all groups, or unfold all
		   u                       undo the last deletion (recreates what was deleted)
		   H                       history of changes made from this machine

		 ctrl+g help  down scroll  esc back"
	`);
});

test('shows the keys of the present screen first, at 120x40', async () => {
	expect(await askForHelp('120x40')).toMatchInlineSnapshot(`
		" chainbell · help                                                                                     lines 1–35 of 266
		 /
		 List
		   enter                   open; fold or unfold a group
		   n                       new notification
		   d delete                delete the marked, or the row under the cursor
		   e                       edit: create a new one, then delete the old one
		   c                       clone: open a copy as a new notification
		   /                       search: words, -word, "two words", user:42, a or b
		   space                   mark or unmark the row, the whole group or the range
		   V                       start a range of marks, or mark it; esc drops it
		   a                       mark all rows shown, or unmark them
		   i                       invert the marks of all rows shown
		   A                       unmark all, including rows hidden by the search
		   s                       sort
		   b                       group by
		   left h                  fold the group
		   right l                 unfold the group
		   z                       fold all groups, or unfold all
		   u                       undo the last deletion (recreates what was deleted)
		   H                       history of changes made from this machine
		   !                       pending changes, and what each waits for
		   r                       refresh; later changes are marked
		   w                       watch: refresh every 5 s, 30 s, 5 min, or never
		   up k                    up
		   down j                  down
		   pgup ctrl+u             page up
		   pgdn ctrl+d             page down
		   g home                  first
		   G end                   last
		   K                       change the API key
		   q                       quit

		 Everywhere
		   ? ctrl+g                help
		   ctrl+p :                command palette: type what to do
		   esc                     back, cancel or clear

		 ctrl+g help  down scroll  esc back"
	`);
});

test('opens while text is typed, and keeps that text', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'who?', 'C-g');
	await app.waitFor('accept, then the next field');
	await app.press('Escape');
	await app.waitFor('who?');
});
