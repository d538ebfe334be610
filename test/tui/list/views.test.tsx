import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';

const config = `views:
  - {name: Webhooks, query: 'channel:webhook', sort: -id}
  - {name: Ops, query: 'user:ops', group: channel}
  - {name: Broken, query: 'chanel:email'}
`;

test('views are tabs with counts; their number shows them, and again everything', async () => {
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), config, {mode: 0o600});
	await using app = await startApp({size: '80x24', home: home.path});
	await app.waitFor('1 Webhooks (3)  2 Ops (4)  3 Broken');
	await app.press('1');
	const frame = await app.waitFor('▌1 Webhooks (3)');
	expect(frame).toContain('3 of 12 notifications');
	expect(frame.split('\n').flatMap(line => /^[ ▌] (?<id>\d+) /v.exec(line)?.groups?.id ?? [])).toEqual([
		'11',
		'7',
		'2',
	]);
	await app.press('2');
	await app.waitFor('▌2 Ops (4)');
	await app.waitFor('▾ EMAIL · 1');
	await app.press('3');
	await app.waitFor('Did you mean channel:?');
	await app.press('2', '2');
	expect(await app.waitFor(' 12 notifications')).not.toContain('▌2');
	await app.press('9');
	await app.waitFor('There are 3 views.');
});

test('the search can be saved as a view, which becomes a tab', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	await app.press('1');
	await app.waitFor('There are no views.');
	await app.press('/', 'usdc', 'Enter', 'C-p');
	await app.press('save search', 'Enter');
	await app.waitFor('Name of the view');
	await app.press('USDC', 'Enter');
	await app.waitFor(/▌1 USDC \(\d\)/v);
	expect(await readFile(path.join(app.home, 'config.yaml'), 'utf8')).toContain('query: usdc');
});
