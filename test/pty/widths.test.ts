import {expect, test} from 'vitest';
import {modesAtRest, startTerminal} from '../helpers/terminal.ts';
import {expectRowsInPlace, rowAt, serveWideNames} from '../helpers/wide-names.ts';

// widths.nightly.test.ts moves through all names, and does so in tmux, too.
test('at 40 x 10 names of any width leave every other row in its place', async () => {
	await using server = await serveWideNames();
	await using terminal = startTerminal({
		columns: 40,
		rows: 10,
		env: {CHAINBELL_BASE_URL: server.baseUrl, CHAINBELL_API_KEY: 'canary-key'},
	});
	await terminal.waitFor('1001');
	for (const row of [0, 1, 2, 3, 4, 5, 6]) {
		expectRowsInPlace(await terminal.waitFor(rowAt(row)), 10);
		terminal.press('j');
	}

	terminal.press('q');
	await terminal.exit;
	expect(terminal.modes).toEqual(modesAtRest);
});
