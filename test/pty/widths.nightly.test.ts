import {expect, test} from 'vitest';
import {modesAtRest, startTerminal} from '../helpers/terminal.ts';
import {hasTmux, startTmux} from '../helpers/tmux.ts';
import {expectRowsInPlace, rowAt, serveWideNames, wideNames} from '../helpers/wide-names.ts';

// At larger sizes scrolling.test.ts shows it.
test('at 40 x 10 names of any width leave every other row in its place', async () => {
	await using server = await serveWideNames();
	await using terminal = startTerminal({
		columns: 40,
		rows: 10,
		env: {CHAINBELL_BASE_URL: server.baseUrl, CHAINBELL_API_KEY: 'canary-key'},
	});
	await terminal.waitFor('1001');
	for (let row = 0; row < wideNames.length; row++) {
		expectRowsInPlace(await terminal.waitFor(rowAt(row)), 10);
		terminal.press('j');
	}

	terminal.press('q');
	await terminal.exit;
	expect(terminal.modes).toEqual(modesAtRest);
});

test.for([
	[80, 24],
	[40, 10],
] as const)(
	'in tmux at %i x %i names of any width leave every other row in its place',
	async ([columns, rows], {skip}) => {
		skip(!hasTmux, 'tmux is not installed on this machine');
		await using server = await serveWideNames();
		await using tmux = await startTmux({
			columns,
			rows,
			env: {CHAINBELL_BASE_URL: server.baseUrl, CHAINBELL_API_KEY: 'canary-key'},
		});
		for (let row = 0; row < wideNames.length; row++) {
			await tmux.waitUntil(screen => {
				expect(screen).toMatch(rowAt(row));
				expectRowsInPlace(screen, rows);
			});
			await tmux.press('j');
		}
	},
);
