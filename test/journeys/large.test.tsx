import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const records = (count: number) =>
	Array.from({length: count}, (_, index) => ({id: index + 1, notification_name: `n${index + 1}`, channel: 'EMAIL'}));

test('rows appear before the listing is complete; esc stops it, and r refreshes', async () => {
	const all = records(400);
	const {promise: more, resolve: send} = Promise.withResolvers<void>();
	let turn = 0;
	await using server = await createHttpServer(async (_request, response) => {
		turn++;
		if (turn > 1) {
			answer(response, 200, all);
			return;
		}

		response.writeHead(200);
		response.write(`${JSON.stringify(all.slice(0, 200)).slice(0, -1)},`);
		await more;
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'test-key'}});
	const early = await app.waitFor('so far');
	expect(early).toContain('n1 ');
	expect(early).toContain('loading …');
	for (const key of ['a', 'i', 'V']) {
		await app.press('j', key);
		expect(await app.waitFor('The listing is still being read.')).not.toMatch(/marked|^[ ▌]:/mv);
	}

	await app.press('g', 'j', 'Enter');
	await app.waitFor('n2');
	await app.press('Escape', 'Escape');
	const stopped = await app.waitFor('! Incomplete: 200 read. The listing was stopped. r refreshes.');
	expect(stopped).toContain('200 notifications (incomplete)');
	send();
	await app.press('r');
	await app.waitFor('400 notifications');
	expect(app.frame()).not.toContain('stopped');
});
