import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const records = (count: number) =>
	Array.from({length: count}, (_, index) => ({id: index + 1, notification_name: `n${index + 1}`, channel: 'EMAIL'}));

test('a whole account is searched, sorted, grouped, marked, deleted by its number, and recreated', async () => {
	await using sandbox = await temporarySandbox({samples: 240});
	await using app = await startApp({service: sandbox, size: '120x42'});
	await app.waitFor('240 notifications');
	await app.press('/', 'channel:telegram', 'Enter');
	await app.waitFor('40 of 240');
	await app.press('b', 'w');
	const grouped = await app.waitFor('▾ ARB_MAINNET · 20');
	expect(grouped).toContain('▾ ETH_MAINNET · 20');
	// The header stands for its whole group; what the search then hides stays marked, and is counted.
	await app.press('g', ' ');
	await app.waitFor('20 marked');
	await app.press('Escape');
	await app.press('/', 'channel:email', 'Enter');
	await app.waitFor('20 marked, 20 hidden by the search');
	await app.press('d');
	const question = await app.waitFor('Type 20, then enter');
	expect(question).toContain('! 20 of these 20 are hidden by the search.');
	await app.press('Enter');
	await app.waitFor('Nothing was deleted');
	await app.press('2', '0', 'Enter');
	await app.waitFor('✓ Deleted 20 from 127.0.0.1');
	const after = await app.waitFor('of 220 notifications');
	expect(after).not.toContain('marked');
	await app.press('u');
	await app.waitFor('Undo: recreate 20');
	await app.press('20', 'Enter');
	await app.waitFor('✓ Undone. Recreated 20 on 127.0.0.1');
	await app.waitFor('of 240 notifications');
});

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
	await app.press('j', 'Enter');
	await app.waitFor('n2');
	await app.press('Escape', 'Escape');
	const stopped = await app.waitFor('! Incomplete: 200 read. The listing was stopped. r lists again.');
	expect(stopped).toContain('200 notifications (incomplete)');
	send();
	await app.press('r');
	await app.waitFor('400 notifications');
	expect(app.frame()).not.toContain('stopped');
});
