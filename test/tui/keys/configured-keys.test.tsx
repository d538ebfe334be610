import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {createSettingsStore} from '../../../source/account/settings.ts';
import {bindings} from '../../../source/tui/keys/bindings.ts';
import {configureKeys} from '../../../source/tui/keys/configured-keys.ts';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';

async function configure(text: string) {
	await using folder = await temporaryFolder();
	const file = path.join(folder.path, 'config.yaml');
	await writeFile(file, text, {mode: 0o600});
	const store = createSettingsStore(file);
	await store.load();
	expect(store.get().problems).toEqual([]);
	return configureKeys(store.get());
}

test('an action gets the keys of config.yaml instead of its own; everything else stays', async () => {
	const {bindings: table, problems} = await configure('keys: {list: {delete: [z, X], undo: [d]}}');
	expect(problems).toEqual([]);
	expect(table).toHaveLength(bindings.length);
	const changed = table.filter((row, index) => row !== bindings[index]);
	expect(changed.map(({scope, action, keys}) => ({scope, action, keys}))).toEqual([
		{scope: 'list', action: 'delete', keys: ['z', 'X']},
		{scope: 'list', action: 'undo', keys: ['d']},
	]);
});

test.each([
	['keys:\n  lst: {up: [x]}', 'config.yaml line 2: keys has no scope lst. Did you mean list?'],
	['keys:\n  list:\n    delte: [x]', 'config.yaml line 3: keys.list has no action delte. Did you mean delete?'],
	['keys:\n  list:\n    delete: [e]', 'config.yaml line 3: keys.list.delete has a key that list.edit has, too'],
	['keys:\n  list:\n    undo: ["?"]', 'config.yaml line 3: keys.list.undo has a key that everywhere.help has, too'],
	[
		'keys:\n  everywhere:\n    redraw: [d]',
		'config.yaml line 3: keys.everywhere.redraw has a key that list.delete has, too',
	],
	['keys: {list: {up: [z], down: [z]}}', 'config.yaml line 1: keys.list.up has a key that list.down has, too'],
	[
		'keys: {list: {up: [Enter]}}',
		'config.yaml line 1: keys.list.up must be a list of keys such as x, X, ctrl+x, alt+x, f or delete',
	],
	[
		'keys: {list: {up: []}}',
		'config.yaml line 1: keys.list.up must be a list of keys such as x, X, ctrl+x, alt+x, f or delete',
	],
	[
		'keys: {question: {confirm: [enter]}}',
		'config.yaml line 1: keys.question.confirm deletes, discards or confirms: it cannot be on enter, space or esc',
	],
	['keys: {form: {review: [r]}}', 'config.yaml line 1: keys.form.review has a key that types or edits text here'],
	[
		'keys: {form: {review: [alt+r, r]}}',
		'config.yaml line 1: keys.form.review has a key that types or edits text here',
	],
	[
		'keys: {list: {up: [x, Enter]}}',
		'config.yaml line 1: keys.list.up must be a list of keys such as x, X, ctrl+x, alt+x, f or delete',
	],
	[
		'keys: {question: {confirm: [x, enter]}}',
		'config.yaml line 1: keys.question.confirm deletes, discards or confirms: it cannot be on enter, space or esc',
	],
	['keys: {form: {review: [ctrl+w]}}', 'config.yaml line 1: keys.form.review has a key that types or edits text here'],
])('%j is an error with its line, and no key changes', async (text, problem) => {
	const {bindings: table, problems} = await configure(text);
	expect(problems).toContain(problem);
	expect(table).toBe(bindings);
});

test('the program follows: the key, the footer, the help, the palette, and a sentence that names it', async () => {
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), 'keys: {list: {delete: [z], clone: [C], new: [N]}}\n', {
		mode: 0o600,
	});
	await using app = await startApp({home: home.path});
	await app.waitFor('12 notifications');
	expect(app.frame()).toContain('z delete');
	expect(app.frame()).toContain('N new');
	await app.press('d');
	await app.waitFor('d does nothing here');
	await app.press('?', ...'clone');
	await app.waitFor(/^ {3}C +clone: open a copy/mv);
	await app.press('Escape', ':', ...'delete the marked');
	await app.waitFor(/^▌ Delete +z$/mv);
	await app.press('Escape', 'N', 'h', 'Escape');
	await app.waitFor('Draft kept. N, then alt+d, continues it.');
	await app.waitFor('12 notifications');
	await app.press('z');
	await app.waitFor('(ID 1) from');
});

test('an error is a warning, and the default keys work', async () => {
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), 'keys: {list: {delete: [e]}}\n', {mode: 0o600});
	await using app = await startApp({home: home.path});
	await app.waitFor('12 notifications');
	await app.waitFor('config.yaml line 1: keys.list.delete has a key that list.edit has, too.');
	await app.press('d');
	await app.waitFor(/Delete .*ID 1\)? from/v);
});
