import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

test('found by typing, done by enter, at 80x24', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('C-p', ...'clone');
	const frame = await app.waitFor('1 of ');
	expect(frame).toMatch(/^▌ Clone +c$/mv);
	expect(frame.replace(/of \d+/v, 'of N')).toMatchInlineSnapshot(`
		" chainbell · palette                                                    1 of N
		 : clone
		▌ Clone                             c



















		 ctrl+g help  enter run  esc cancel"
	`);
	await app.press('Enter');
	await app.waitFor('clone notification 1');
});

test('drafts are found, also while there are none', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press(':', ...'draft');
	expect(await app.waitFor('1 of ')).toMatch(/^▌ Continue unsent draft +n alt\+d +There are no unsent drafts\.$/mv);
	await app.press('Escape', 'n', 'user-1', 'Escape');
	await app.waitFor('Draft kept');
	await app.press(':', ...'draft');
	expect(await app.waitFor('1 of ')).toMatch(/^▌ Continue unsent draft +n alt\+d$/mv);
	await app.press('Enter');
	await app.waitFor('1 draft: alt+d');
});

test('at 120x40, and what cannot be done says why', async () => {
	await using app = await startApp({size: '120x40', isReadOnly: true});
	await app.waitFor('12 notifications');
	await app.press(':', ...'create not');
	const frame = await app.waitFor('Read-only: started with --read-only.');
	expect(frame.replace(/of \d+/v, 'of N')).toMatchInlineSnapshot(`
		" chainbell · palette                                                                                            1 of N

		 : create not
		▌ Create notification               n           Read-only: started with --read-only.


































		 ctrl+g help  enter run  esc cancel"
	`);
	await app.press('Enter');
	await app.waitFor(/^ Read-only: started with --read-only\.$/mv);
	expect(app.frame()).toContain('palette');
	await app.press('Escape');
	await app.waitFor('12 notifications');
});

test('fits into 40x10', async () => {
	await using app = await startApp({size: '40x10'});
	await app.waitFor('12 notif');
	await app.press(':');
	await app.waitFor('palette');
	await app.press('Down', 'Down');
	expect(
		app
			.frame()
			.split('\n')
			.filter(line => line.startsWith('▌')),
	).toHaveLength(1);
	await app.press(...'delete the marked', 'Enter');
	await app.waitFor('Delete 1 from');
});

test('sorts, and keeps the search as a view, which it then offers', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('/', ...'user:ops-1', 'Enter', ':', ...'sort by name', 'Enter');
	await app.waitFor('NAME↑');
	await app.press(':', ...'save search', 'Enter', ...'Ops one', 'Enter');
	await app.waitFor('Saved the view "Ops one" in config.yaml.');
	expect(await readFile(path.join(app.home, 'config.yaml'), 'utf8')).toContain('name: Ops one');
	await app.press('Escape', ':', ...'in the order of', 'Enter');
	await app.waitUntilGone('NAME↑');
	await app.press(':', ...'view ops', 'Enter');
	await app.waitFor('NAME↑');
	expect(app.frame()).toContain('2 of 12 notifications');
});

test('does not confirm: y of a question is for the key alone', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('d');
	await app.waitFor('Delete 1 from');
	await app.press('C-p', ...'confirm', 'Enter');
	await app.waitFor('Only the key y itself confirms.');
	await app.press('Escape', 'Escape');
	await app.waitFor('12 notifications');
});

test('a key that is bound to nothing says so, in one line that the next key clears', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('z');
	await app.waitFor('z does nothing here · ? help');
	await app.press('j');
	await app.waitUntilGone('does nothing here');
	await app.press('/', 'C-v');
	await app.waitFor('ctrl+v does nothing here · ctrl+g help');
	await app.press(...'usdc');
	await app.waitUntilGone('does nothing here');
	expect(app.frame()).toContain('USDC');
});

test('a notice stays for four seconds while the cursor moves, and the next one replaces it', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('w');
	await app.waitFor('Watching every 5 s.');
	await app.press('j');
	await app.waitFor('Watching every 5 s.');
	await app.press('z');
	expect(await app.waitFor('z does nothing here')).not.toContain('Watching every');
});

test('a refused key names the one that does it here', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('D');
	await app.waitFor('duplicates');
	await app.press('A');
	await app.waitFor('A does nothing here · ? help');
	await app.press('Escape', 'd');
	await app.waitFor('Delete 1 from');
	await app.press('C-s');
	await app.waitFor('ctrl+s does nothing here · y delete');
});

test('Delete asks as d does', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('Delete');
	await app.waitFor('Delete 1 from');
});

test('a theme is chosen in the palette, and kept in config.yaml', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press(':', ...'theme', 'Enter');
	await app.waitFor('✓ The theme is auto, saved in config.yaml.');
	expect(await readFile(path.join(app.home, 'config.yaml'), 'utf8')).toContain('theme: auto');
});

test('the reason has a column of its own and, where there is no room for it, a line below', async () => {
	await using app = await startApp({size: '100x24', isReadOnly: true});
	await app.waitFor('12 notifications');
	await app.press(':', ...'clone');
	expect(await app.waitFor('Read-only: started with --read-only.')).toMatch(
		/^▌ Clone +c +Read-only: started with --read-only\.$/mv,
	);
	app.resize(40, 10);
	await app.waitFor(/^ Read-only: started with --read-only\.$/mv);
	expect(app.frame()).toMatch(/^▌ Clone +c$/mv);
});
