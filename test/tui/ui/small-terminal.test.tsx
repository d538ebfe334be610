import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';

test('at 10 columns the header is cut to one line', async () => {
	await using app = await startApp({size: '10x10'});
	await app.waitFor(/^▌ ?1/mv);
	const [header, titles] = app.frame().split('\n', 2);
	expect(header).toMatch(/^ SANDBOX$/v);
	expect(titles).toMatch(/^ {2}\S/v);
});

test('at 40x10 the note of an edit takes one line, and the fields have the rest', async () => {
	await using app = await startApp({size: '40x10'});
	await app.waitFor('12 notif');
	await app.press('e');
	const frame = await app.waitFor('Replaces 1: the ID changes.');
	const lines = frame.split('\n');
	expect(lines[1]).toContain('Replaces 1');
	expect(lines[2]).toMatch(/^▌ User \*/v);
	expect(frame).toContain('Network *');
});

test('at 40x10 the issue of the focused field is shown in full', async () => {
	await using app = await startApp({size: '40x10'});
	await app.waitFor('12 notif');
	await app.press('e');
	await app.waitFor('Replaces 1: the ID changes.');
	await app.press('Tab', 'Tab', 'C-u', 'ops@localhost', 'C-s');
	const frame = await app.waitFor('✗ is not an e-mail');
	expect(frame).toContain('▌ Recipient');
	expect(frame.replaceAll(/\s+/gv, ' ')).toContain('ctrl+r to use it anyway');
});

test('at 40x10 the sentence of a search that finds nothing is wrapped like all text', async () => {
	await using app = await startApp({size: '40x10'});
	await app.waitFor('12 notif');
	await app.press('/', 'zz');
	expect(await app.waitFor('No matches.')).toContain(' No matches. Press esc to clear the\n search.');
});

test('at 40x10 a long problem of config.yaml leaves room for the fields of the connect screen', async () => {
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), 'default: production\n', {mode: 0o600});
	await using app = await startApp({isNew: true, home: home.path, size: '40x10'});
	const frame = await app.waitFor('Base URL');
	expect(frame).toContain('✗');
	expect(frame).toContain('Key from');
});

test.each(['20x3', '40x4', '80x5', '20x5', '80x6'])('at %s the list shows a row, and the cursor moves', async size => {
	await using app = await startApp({size});
	await app.waitFor(/^▌ ?1/mv);
	await app.press('j');
	await app.waitFor(/^▌ ?2/mv);
	expect(app.frame().split('\n').length).toBeLessThan(Number(size.split('x')[1]));
});

test('in six lines the number that confirms many is typed below the question and one of them', async () => {
	await using app = await startApp({size: '80x6'});
	await app.waitFor(/^▌ ?1/mv);
	await app.press(' ', ' ', 'd');
	await app.waitFor('Type 2, then enter:');
	await app.press('7');
	expect(await app.waitFor('Type 2, then enter: 7')).toContain('Delete 2 notifications from SANDBOX?');
});

test('in five lines a bulk edit shows old → new, and deleting many says how many lines are missing', async () => {
	await using app = await startApp({size: '80x5'});
	await app.waitFor(/^▌ ?1/mv);
	await app.press(' ', ' ', 'e');
	await app.waitFor('2 different');
	await app.press('/example/acme/');
	const edit = await app.waitFor('treasury@[example→acme].com');
	expect(edit).toMatch(/^ edit 2 notifications · SANDBOX +2 change · /v);
	expect(edit.split('\n').length).toBeLessThan(5);
	await app.press('Escape', 'Escape');
	await app.waitFor('2 marked');
	await app.press('d');
	await app.waitFor('Terminal too small to confirm: 1 more line is needed.');
	app.resize(80, 6);
	await app.waitFor('Type 2, then enter:');
});
