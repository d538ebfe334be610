import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';

const warning = '! The ledger cannot be written: no undo, no recovery after a crash';

/** A ledger file that cannot be created. */
async function unwritable() {
	const folder = await temporaryFolder();
	const file = path.join(folder.path, 'file');
	await writeFile(file, '');
	return {...folder, ledgerFile: path.join(file, 'ledger.sqlite')};
}

test.each(['80x24', '40x12'])('a ledger that cannot be written is said on every screen until it is acknowledged, at %s', async size => {
	await using home = await unwritable();
	await using app = await startApp({ledgerFile: home.ledgerFile, size});
	const waitForWarning = async () => app.waitFor(/! The\s+ledger\s+cannot\s+be\s+written:/v);
	await waitForWarning();
	await app.waitFor('12 notifications');
	// It outlives notices and other screens.
	await app.press('j', 'u');
	await app.waitFor('Nothing to undo.');
	await waitForWarning();
	await app.press('d');
	await app.waitFor('y delete');
	await waitForWarning();
	await app.press('Escape', 'c');
	await app.waitFor('clone ');
	await waitForWarning();
	await app.press('C-s');
	await app.waitFor('y send anyway');
	await waitForWarning();
	await app.press('C-q');
	await app.waitUntilGone(/ledger\s+cannot\s+be\s+written:/v);
	await app.press('Escape', 'Escape');
	await app.waitFor('12 notifications');
	await app.press('d');
	await app.waitFor('y delete');
	// The question still says what this deletion means.
	expect(app.frame()).toMatch(/It\s+cannot\s+be\s+undone:\s+the\s+ledger/v);
	expect(app.frame()).not.toMatch(/no\s+recovery/v);
});

test('it says what is disabled and why, and which key acknowledges it', async () => {
	await using home = await unwritable();
	await using app = await startApp({ledgerFile: home.ledgerFile, size: '200x24'});
	const frame = await app.waitFor(warning);
	expect(frame).toContain('editing and bulk operations are disabled');
	expect(frame).toContain('file is not a directory.');
	expect(frame).toContain('ctrl+q acknowledge');
});

test('without a warning there is nothing to acknowledge', async () => {
	await using sandbox = await temporarySandbox();
	await using app = await startApp({service: sandbox});
	await app.waitFor('12 notifications');
	expect(app.frame()).not.toContain('acknowledge');
	await app.press('C-q');
	await app.waitFor('There is no warning to acknowledge.');
});
