import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {test} from 'vitest';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';

/** A ledger file that cannot be created. */
async function unwritable() {
	const folder = await temporaryFolder();
	const file = path.join(folder.path, 'file');
	await writeFile(file, '');
	return {...folder, ledgerFile: path.join(file, 'ledger.sqlite')};
}

test.each(['80x24', '40x12'])(
	'a ledger that cannot be written is said on every screen until it is acknowledged, at %s',
	async size => {
		await using home = await unwritable();
		await using app = await startApp({ledgerFile: home.ledgerFile, size});
		const waitForWarning = async () => app.waitFor(/! Nothing\s+can\s+be\s+changed:\s+the\s+ledger/v);
		await waitForWarning();
		await app.waitFor('12 notifications');
		// It outlives notices and other screens.
		await app.press('j', 'u');
		await app.waitFor(/Read-only:\s+the\s+ledger/v);
		await waitForWarning();
		await app.press('Enter');
		await app.waitFor('J raw JSON');
		await waitForWarning();
		await app.press('C-q');
		await app.waitUntilGone(/Nothing\s+can\s+be\s+changed:/v);
		await app.press('Escape');
		await app.waitFor('12 notifications');
	},
);
