import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';

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
	await app.waitFor('11 notifications');
	expect(marked(await app.waitFor('1 marked'))).toEqual(['2']);
});

test('a range that is not marked is neither deleted nor edited by the row under the cursor', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('V', 'Down', 'Down', 'd');
	await app.waitFor('space marks the range first; esc drops it.');
	for (const key of ['e', 'E']) {
		await app.press('j', key);
		expect(await app.waitFor('space marks the range first; esc drops it.')).toContain('12 notifications');
	}

	await app.press('k', 'k');
	await app.press(' ', 'd');
	await app.waitFor('Delete 3');
});
