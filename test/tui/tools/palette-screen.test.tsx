import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

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
	await app.waitFor(/Delete .*ID\s+1\)?\s+from/v);
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
	await app.waitFor(/Delete .*ID\s+1\)?\s+from/v);
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

test('a theme is chosen in the palette, and kept in config.yaml', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press(':', ...'theme', 'Enter');
	await app.waitFor('✓ The theme is auto, saved in config.yaml.');
	expect(await readFile(path.join(app.home, 'config.yaml'), 'utf8')).toContain('theme: auto');
});
