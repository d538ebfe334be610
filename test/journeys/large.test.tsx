import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
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

test('changes by others are marked and can be searched until esc acknowledges them, own changes are not marked', async () => {
	let list = records(4);
	await using server = await createHttpServer(({method, url}, response) => {
		if (method === 'DELETE') {
			list = list.filter(({id}) => !url.endsWith(`/${id}/`));
			answer(response, 204);
		} else {
			answer(response, 200, list);
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'test-key'}});
	await app.waitFor('4 notifications');
	await app.press('d', 'y');
	await app.waitFor('✓ Deleted 1');
	await app.waitFor('3 notifications');
	list = [list[0]!, list[2]!, {id: 9, notification_name: 'new one', channel: 'SLACK'}];
	await app.press('r');
	const changed = await app.waitFor('+1 · -1');
	expect(changed).toMatch(/^ -3 +n3/mv);
	expect(changed).toMatch(/^ \+9 +new one/mv);
	// The preview follows the cursor a moment later.
	expect(changed).not.toMatch(/^.{1,2}1 {2,}n1/mv);
	// What is gone can be looked at and cloned, not edited or deleted.
	await app.press('j', 'e');
	await app.waitFor('no longer exists');
	await app.press('d');
	await app.waitFor('Nothing is marked, and no row that can be changed is under the cursor.');
	await app.press('c');
	await app.waitFor('clone notification 3');
	await app.press('Escape');
	list = [...list, {id: 10, notification_name: 'newest', channel: 'SLACK'}];
	await app.press('r');
	await app.waitFor('+2 · -1');
	await app.press('/', ...'is:gone');
	expect(await app.waitFor('1 of 4 notifications')).toMatch(/^▌-3 +n3/mv);
	await app.press('C-u', ...'is:new or is:gone');
	await app.waitFor('3 of 4 notifications');
	await app.press('Escape', 'Escape');
	const settled = await app.waitFor('Acknowledged: 2 new, 1 gone.');
	// The preview follows the cursor a moment later.
	expect(settled).not.toMatch(/^.{1,2}3 {2,}n3|\+2/mv);
});

test('the next start shows the cached listing before the service has answered', async () => {
	await using home = await temporaryFolder();
	const {promise: released, resolve: release} = Promise.withResolvers<void>();
	let turn = 0;
	await using server = await createHttpServer(async (_request, response) => {
		turn++;
		if (turn > 1) {
			await released;
		}

		answer(response, 200, records(turn > 1 ? 5 : 4));
	});
	const service = {baseUrl: server.baseUrl, apiKey: 'test-key'};
	{
		await using app = await startApp({service, home: home.path});
		await app.waitFor('4 notifications · listed just now');
		await app.press('d', 'Escape');
	}

	await using app = await startApp({service, home: home.path});
	const early = await app.waitFor('4 notifications · refreshing');
	expect(early).toContain('n4');
	await app.press('G', 'Enter');
	await app.waitFor('n4');
	release();
	await app.press('Escape');
	await app.waitFor('5 notifications');
	expect(await app.waitFor('+1')).toMatch(/^ \+5 +n5/mv);
});
