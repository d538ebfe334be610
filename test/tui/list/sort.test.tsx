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
