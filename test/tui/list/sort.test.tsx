import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';

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

test.each([['40x10'], ['80x24']])('the sort column is shown and the choices fit at %s', async size => {
	await using app = await startApp({size});
	await app.waitFor('12 notif');
	expect(app.frame()).not.toContain('EVENT');
	await app.press('s');
	await app.waitFor(
		size === '80x24' ? 'sort:▌[i]d [n]ame [c]hannel [u]ser [r]ecipient net[w]ork [a]ddress [e]vent [-]' : 'sort:▌[i]d',
	);
	await app.press('Left', 'Left');
	await app.waitFor('▌[e]vent');
	await app.press('Enter');
	await app.waitFor('EVENT↑');
	const [columns, rows] = size.split('x').map(Number) as [number, number];
	const lines = app.frame().split('\n');
	expect(lines.length).toBeLessThan(rows);
	expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(columns);
});

test('esc keeps the present order', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('s');
	await app.waitFor('sort:');
	await app.press('Escape');
	await app.waitUntilGone('sort:');
	expect(app.frame()).not.toMatch(/[↑↓]/v);
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

test('a query that is being typed is saved when the program ends', async () => {
	await using service = await temporarySandbox();
	await using home = await startApp({service});
	await home.waitFor('12 notifications');
	{
		await using first = await startApp({service, home: home.home});
		await first.waitFor('12 notifications');
		await first.press('/', 'treasury');
		await first.waitFor('1 of 12');
	}

	await using second = await startApp({service, home: home.home});
	await second.waitFor('1 of 12');
});
