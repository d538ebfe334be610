import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {typicalKeys} from '../form/typical-form.ts';

test.each(['20x3', '40x4', '80x5', '20x5', '80x6'])('at %s the list shows a row, and the cursor moves', async size => {
	await using app = await startApp({size});
	await app.waitFor(/^▌ ?1/mv);
	await app.press('j');
	await app.waitFor(/^▌ ?2/mv);
	expect(app.frame().split('\n').length).toBeLessThan(Number(size.split('x')[1]));
});

test('in five lines a bulk edit shows old → new, and deleting many says how many lines are missing', async () => {
	await using app = await startApp({size: '80x5'});
	await app.waitFor(/^▌ ?1/mv);
	await app.press(' ', ' ', 'e');
	await app.waitFor('2 different');
	await app.press('/example/acme/');
	const edit = await app.waitFor('treasury@[example→acme].com');
	expect(edit).toMatch(/^ edit 2 notifications · SANDBOX +2 to replace · /v);
	expect(edit.split('\n').length).toBeLessThan(5);
	await app.press('Escape', 'Escape');
	await app.waitFor('2 marked');
	await app.press('d');
	await app.waitFor('Terminal too small to confirm: the question is cut.');
	app.resize(80, 6);
	await app.waitFor('Type 2, then enter:');
});

test('in few lines what a jump to the end passed over comes next, and is read before the answer counts', async () => {
	await using app = await startApp({size: '40x7'});
	await app.waitFor(/^▌ ?1/mv);
	await app.press('n', ...typicalKeys, 'C-n', ...'value > 10 and category != internal', 'C-s');
	await app.waitFor(/^ \? help {2}down \d+ more lines?/mv);
	await app.press('G', 'y');
	await app.waitFor('Read on: down shows');
	await app.press('j');
	await app.waitFor(' lines 4–6 of 16');
});
