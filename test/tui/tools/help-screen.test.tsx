import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

/** Asks for help, checks that the keys of the list come first, and narrows them. */
async function askForHelp(size: string): Promise<string> {
	await using app = await startApp({size});
	await app.waitFor('12 notifications');
	await app.press('?');
	const frame = await app.waitFor('help · list');
	expect(frame).toMatch(/^ Change .*\n {3}n +Create notification/mv);
	expect(frame).toMatch(/ctrl\+z +Suspend/v);
	expect(frame).toContain('lines 1–');
	await app.press(...'fold');
	await app.waitFor('/ fold');
	const narrowed = app.frame();
	await app.press('Escape');
	await app.waitFor('12 notifications');
	return narrowed;
}

test('shows the keys of the present screen first, and typing narrows them, at 80x24', async () => {
	const frame = await askForHelp('80x24');
	expect(frame).not.toContain(' new notification · ');
	expect(frame).toMatchInlineSnapshot(`
		" chainbell · help · list
		 / fold
		 List
		   enter                   open; fold or unfold a group
		   left h                  fold the group; wide: scroll left
		   right l                 unfold the group; wide: scroll right
















		 ctrl+g help  down scroll  esc back"
	`);
});

test('shows the keys of the present screen first, and typing narrows them, at 120x40', async () => {
	const frame = await askForHelp('120x40');
	expect(frame).not.toContain(' new notification · ');
	expect(frame).toMatchInlineSnapshot(`
		" chainbell · help · list

		 / fold
		 List
		   enter                   open; fold or unfold a group
		   left h                  fold the group; wide: scroll left
		   right l                 unfold the group; wide: scroll right































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

test('says when no key matches; ctrl+g leaves it, too', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('?', ...'xyzzy');
	await app.waitFor('No key matches.');
	await app.press('C-g');
	await app.waitFor('12 notifications');
});
