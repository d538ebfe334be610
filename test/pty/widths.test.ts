import {expect, test} from 'vitest';
import {hasTmux, startTmux} from '../helpers/tmux.ts';
import {expectRowsInPlace, rowAt, serveWideNames, wideNames} from '../helpers/wide-names.ts';

// Without tmux scrolling.test.ts shows it.
test.for([[80, 24], [40, 10]] as const)('in tmux at %i x %i names of any width leave every other row in its place', {timeout: 60_000}, async ([columns, rows], {skip}) => {
	skip(!hasTmux, 'tmux is not installed on this machine');
	await using server = await serveWideNames();
	await using tmux = await startTmux({columns, rows, env: {CHAINBELL_BASE_URL: server.baseUrl, CHAINBELL_API_KEY: 'canary-key'}});
	for (let row = 0; row < wideNames.length; row++) {
		await tmux.waitUntil(screen => {
			expect(screen).toMatch(rowAt(row));
			expectRowsInPlace(screen, rows);
		});
		await tmux.press('j');
	}
});
