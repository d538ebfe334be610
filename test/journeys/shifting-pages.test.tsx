import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

test('pages that shift never make a notification vanish, and the next listing without a shift is complete', async () => {
	await using sandbox = await temporarySandbox({samples: 5});
	await using app = await startApp({service: sandbox, size: '100x24'});
	await app.waitFor('5 notifications · listed');

	sandbox.faults.add({name: 'list-pages-shift'});
	await app.press('r');
	const frame = await app.waitFor('The refresh is partial. The number of notifications changed from 6 to 5');
	expect(frame).toContain('5 notifications · listed just now');
	expect(frame).not.toContain('· -1');

	sandbox.faults.clear();
	sandbox.faults.add({name: 'list-pages-shift', count: 3});
	await app.press('r');
	await app.waitUntilGone('partial');
	expect(app.frame()).toContain('5 notifications · listed just now');
});

test('a repeated ID is told above the rows', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [
			{id: 5, notification_name: 'first'},
			{id: 5, notification_name: 'second'},
		]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}, size: '100x24'});
	const frame = await app.waitFor('The service lists 1 ID more than once. Its first record is shown.');
	expect(frame).toContain('1 notification ·');
	expect(frame).not.toContain('(incomplete)');
});
