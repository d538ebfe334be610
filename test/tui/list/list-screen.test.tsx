import {expect, test} from 'vitest';
import {startApp, temporarySandbox, temporaryFolder} from '../../helpers/app.tsx';
import {checkQuery} from '../../../source/query/parse.ts';
import {grammarParts, searchGrammar} from '../../../source/tui/list/list-screen.tsx';
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

/** What stands in the first column of the rows, in order. */
const ids = (frame: string) => frame.split('\n').flatMap(line => /^[ ▌][ ●+](\d+) /v.exec(line)?.[1] ?? []);

test('s and a letter sort, and again reverse; the title shows it, and the selection stays on its record', async () => {
	await using app = await startApp({size: '120x40'});
	await app.waitFor('12 notifications');
	await app.press('j', 'j', 's');
	await app.waitFor('sort:▌[i]d [n]ame');
	await app.press('u');
	const up = await app.waitFor('USER↑');
	expect(ids(up)).toEqual(['11', '12', '7', '1', '2', '3', '4', '10', '5', '6', '8', '9']);
	expect(up).toContain('▌ 3 ');
	await app.press('s', 's');
	const down = await app.waitFor('USER↓');
	expect(ids(down)).toEqual(['8', '9', '6', '5', '10', '3', '4', '1', '2', '7', '11', '12']);
	expect(down).toContain('▌ 3 ');
	await app.press('s', '-');
	await app.waitUntilGone('↓');
	expect(ids(app.frame())).toEqual(Array.from({length: 12}, (_value, index) => String(index + 1)));
});

test('the query, the order and the groups are restored at the next start', async () => {
	await using service = await temporarySandbox();
	await using first = await startApp({service});
	await first.waitFor('12 notifications');
	await first.press('s', 'i', 's', 'i', 'b', 'c', '/', 'ops', 'Enter');
	await first.waitFor('/ ops');
	await using second = await startApp({service, home: first.home});
	const frame = await second.waitFor('4 of 12');
	expect(frame).toContain('/ ops');
	expect(frame).toContain('ID↓');
	expect(frame).toContain('EMAIL · ');
});

const grouped = async (size: string) => {
	const app = await startApp({size});
	await app.waitFor('12 notif');
	await app.press('b', 'c');
	await app.waitFor('▾ EMAIL · 5');
	return app;
};

test.each([['40x10'], ['80x24'], ['120x40']])(
	'groups fold and unfold, and the header is selected, at %s',
	async size => {
		await using app = await grouped(size);
		await app.press('g', 'j', 'j', 'Left');
		await app.waitFor('▌ ▸ EMAIL · 5');
		await app.press('Enter');
		await app.waitFor('▌ ▾ EMAIL · 5');
		await app.press('Enter');
		await app.waitFor('▌ ▸ EMAIL · 5');
		await app.press('Right');
		await app.waitFor('▌ ▾ EMAIL · 5');
	},
);

test('a mistake in the query is said below it, finds nothing, and goes with it', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	await app.press('/', 'chanel:email');
	const frame = await app.waitFor('Did you mean channel:?');
	expect(frame).toContain('0 of 12 notifications');
	// The preview follows the cursor a moment later.
	expect(frame).not.toMatch(/^.{1,2}1 {2,}Treasury/mv);
	await app.press('Enter', 'a');
	expect(app.frame()).not.toContain('marked');
	await app.press('/', 'C-u', 'channel:email or channel:slack');
	await app.waitFor('7 of 12 notifications');
	await app.press('C-u', '/(a+)+/');
	await app.waitFor('could take very long');
	await app.press('C-u', String.raw`user:/^ops-\d$/`);
	await app.waitFor('4 of 12 notifications');
	expect(app.frame()).not.toContain('could take');
});

test('what the empty line offers is understood by the search, and as much is shown as fits', () => {
	for (const part of grammarParts) {
		expect(checkQuery(part)).not.toMatchObject({ok: false});
	}

	expect(searchGrammar(76)).toBe(grammarParts.join('  '));
	expect(searchGrammar(36)).toBe('words  user:=exact  channel:  to:');
});

test.each(['40x10', '80x24'])(
	'the values of a field stand below the search with their counts, and tab completes the first, at %s',
	async size => {
		await using app = await startApp({size});
		await app.waitFor('12 notif');
		await app.press('/');
		await app.waitFor('/ words  user:=exact  channel:');
		await app.press(...'channel:');
		await app.waitFor(/^ {3}EMAIL ×5 · WEBHOOK ×3/mv);
		await app.press(...'em user:');
		await app.waitFor(/^ {3}ops-1 ×1 · user-1001 ×1/mv);
		await app.press(...'nobody');
		await app.waitFor('no such value');
		await app.press('C-w', ...'user:', 'Tab');
		await app.waitFor('/ channel:em user:=ops-1');
		await app.waitFor('1 of 12');
		await app.press('Tab');
		await app.waitFor('There is no value to complete.');
	},
);

test('the values of a filter that is typed with thousands separators stand below the search', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('/', ...'filter:"value > 50,000');
	await app.waitFor(/value > 50000 \(int\) ×1/v);
	await app.waitFor('1 of 12');
});

test('the counts of states follow the marks', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press(' ', ' ', '/', ...'is:');
	await app.waitFor('new ×0 · gone ×0 · pending ×0 · marked ×2');
	await app.press(...'ma', 'Tab');
	await app.waitFor('2 of 12 notifications');
});

/** The ids of the rows that carry a mark. */
const marked = (frame: string) => frame.split('\n').flatMap(line => /^[ ▌]●(\d+) /v.exec(line)?.[1] ?? []);

test('a range follows the selection and marks nothing until it is marked; esc drops only the range', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press(' ', 'V', 'j', 'j');
	await app.waitFor('▌:4 ');
	expect(app.frame()).toContain(' :2 ');
	expect(app.frame()).toContain('1 marked');
	await app.press('Escape');
	await app.waitUntilGone(':2 ');
	expect(marked(app.frame())).toEqual(['1']);
	await app.press('V', 'k', 'V');
	expect(marked(await app.waitFor('3 marked'))).toEqual(['1', '3', '4']);
	await app.press('G', 'V', 'g', ' ');
	await app.waitFor('12 marked');
});

test('a and i change only the rows shown; hidden marks stay and are counted', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press(' ', '/', 'webhook', 'Enter');
	await app.waitFor('1 marked, 1 hidden by the search');
	await app.press('a');
	await app.waitFor('4 marked, 1 hidden by the search');
	await app.press('i');
	await app.waitFor('1 marked, 1 hidden by the search');
	await app.press('i', 'a');
	await app.waitFor('1 marked, 1 hidden by the search');
	await app.press('Escape');
	await app.waitUntilGone('hidden');
	expect(marked(app.frame())).toEqual(['1']);
});

test('marks survive sorting and a refresh, except those of deleted notifications', async () => {
	await using service = await temporarySandbox();
	await using app = await startApp({service});
	await app.waitFor('12 notifications');
	await app.press(' ', ' ', 's', 'n');
	await app.waitFor('NAME↑');
	expect(marked(app.frame()).toSorted()).toEqual(['1', '2']);
	const {baseUrl, apiKey} = service;
	await fetch(new URL('/api/v1/service/notifications/1/', baseUrl), {
		method: 'DELETE',
		headers: {authorization: `Bearer ${apiKey}`},
	});
	await app.press('r');
	expect(marked(await app.waitFor('1 marked · 11 listed just now · by NAME↑ · 1 gone'))).toEqual(['2']);
});

test('a range that is not marked is neither deleted nor edited by the row under the cursor', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('V', 'Down', 'Down', 'd');
	await app.waitFor('Press space to mark the range first, or esc to drop it.');
	for (const key of ['e', 'E']) {
		await app.press('j', key);
		expect(await app.waitFor('Press space to mark the range first, or esc to drop it.')).toContain('12 notifications');
	}

	expect(app.frame()).toMatch(/enter open {2}n new {2}c clone/v);
	await app.press('k', 'k');
	await app.press(' ', 'd');
	await app.waitFor('Delete 3');
});

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
	await app.waitFor('There is no view 9.');
});

test('the search can be saved as a view, which becomes a tab', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	await app.press('1');
	await app.waitFor('There is no view 1.');
	await app.press('/', 'usdc', 'Enter', 'C-p');
	await app.press('save search', 'Enter');
	await app.waitFor('Name of the view');
	await app.press('USDC', 'Enter');
	await app.waitFor(/▌1 USDC \(\d\)/v);
	expect(await readFile(path.join(app.home, 'config.yaml'), 'utf8')).toContain('query: usdc');
});

const listed = [
	{id: 1, notification_name: 'one', channel: 'EMAIL'},
	{id: 2, notification_name: 'two', channel: 'EMAIL'},
];

test('a notification that no longer exists is neither edited nor deleted, but cloned', async () => {
	let list = listed;
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, list);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'test-key'}});
	await app.waitFor('2 notifications');
	list = [listed[1]!];
	await app.press('r');
	const frame = await app.waitFor('-1');
	expect(frame).toContain('enter open');
	expect(frame).not.toContain('space mark');
	const reason = 'This notification no longer exists.';
	const refused = async (...keys: readonly string[]) => {
		for (const key of keys) {
			await app.press(key);
			await app.waitFor(reason);
			await app.press('k');
			await app.waitUntilGone(reason);
		}
	};

	await refused(' ', 'd', 'x', 'e', 'E', '.');
	await app.press('/', 'is:gone', 'Enter');
	await app.waitFor('1 of 2');
	await refused('a', 'i');
	await app.press('Escape');
	await app.waitFor('1 notification');
	await app.press('V', 'j', ' ');
	await app.waitFor('1 marked');
	await app.press('A', 'g', 'Enter');
	await app.waitFor(/^ [^·]+, no longer listed/v);
	await app.press('e');
	await app.waitFor('This notification no longer exists.');
	await app.press('j');
	await app.waitUntilGone('This notification no longer exists.');
	await app.press('d');
	await app.waitFor('This notification no longer exists.');
	await app.press('c');
	await app.waitFor('clone notification 1');
});
