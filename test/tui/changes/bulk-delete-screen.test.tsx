import {once} from 'node:events';
import {expect, test} from 'vitest';
import type {Clock} from '../../../source/platform/clock.ts';
import {startApp, stillClock, temporarySandbox} from '../../helpers/app.tsx';
import {startBulkDelete} from '../../helpers/bulk.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';
import {list} from '../../changes/harness.ts';

const all = Array.from({length: 12}, (_, index) => String(index + 1));

test('the question names the count, the place, hidden targets and a summary, at 80x24', async () => {
	await using sandbox = await temporarySandbox();
	await using screen = await startBulkDelete({
		service: sandbox,
		ids: all.slice(0, 10),
		hiddenIds: ['3', '4'],
		size: '80x24',
	});
	const frame = await screen.waitFor('Type 10, then enter');
	expect(frame).toContain('! 2 of these 10 are hidden by the search.');
	expect(frame).toContain('Delete 10 notifications from 127.0.0.1');
	expect(frame.replaceAll(/127\.0\.0\.1:\d+/gv, 'host')).toMatchInlineSnapshot(`
		" bulk delete · host
		 Delete 10 notifications from host?     4 EMAIL · 2 WEBHOOK · 4 more
		 ! 2 of these 10 are hidden by the search.
		 ID  CHANNEL   USER       RECIPIENT                   WHEN
		 1   EMAIL     ops-1      treasury@example.com        value > 10
		 2   WEBHOOK   ops-1      https://example.com/hooks…  asset = USDC and value >…
		 3   TELEGRAM  ops-2      -1001000000001              any
		 4   SLACK     ops-2      #base-alerts                category != internal and…
		 5   EMAIL     user-1001  alice@example.org           any
		 6   EMAIL     user-1002  yuki@example.com            toAddress = 0x0000000021…
		 7   WEBHOOK   indexer    https://example.org/graph…  any
		 8   TELEGRAM  user-1003  @example_hot_wallet         fromAddress = 0xd8dA6BF2…
		 9   SLACK     user-1003  C0EXAMPLE01                 blockNum > 130,000,000
		 10  EMAIL     qa         qa@example.com              any

		 ! The templates and topics of all 10 are unknown here. u recreates them
		 without.
		 Type 10, then enter:




		 ? help  enter delete  esc cancel  C copy command"
	`);
});

test('the question is complete at 40x10', async () => {
	await using sandbox = await temporarySandbox();
	await using screen = await startBulkDelete({
		service: sandbox,
		ids: all.slice(0, 10),
		hiddenIds: ['3'],
		size: '40x10',
	});
	await screen.waitFor(/Delete 10 notifications\s+from\s+127/v);
	await screen.waitFor(/! 1 of these 10 is hidden by the\s+search/v);
	await screen.press(...Array.from({length: 20}, () => 'PageDown'));
	await screen.waitFor(/^ 10 +EMAIL +qa /mv);
	await screen.press('10', 'Enter');
	await screen.waitFor('left: ✓ Deleted 10');
});

test('what is not the number deletes nothing, and the number exactly the targets', async () => {
	await using sandbox = await temporarySandbox();
	await using screen = await startBulkDelete({service: sandbox, ids: all.slice(0, 10)});
	await screen.waitFor('Type 10, then enter');
	for (const typed of ['', '1', '100', '010', ' 10', '10 ', 'ten', 'y']) {
		await screen.press(...(typed === '' ? [] : [typed]), 'Enter');
		await screen.waitFor(/Nothing was deleted\..*Type 10, then press enter\./v);
		await screen.press('C-u');
	}

	expect(await list(sandbox)).toHaveLength(12);
	// Separators, as the question shows them in a large number, are no mistake.
	await screen.press('1,0');
	await screen.waitFor('then enter: 1,0');
	await screen.press('Enter');
	await screen.waitFor(/left: ✓ Deleted 10 from .* u: undo/v);
	const left = await list(sandbox);
	expect(left.map(({id}) => id)).toStrictEqual(['11', '12']);
});

test('esc pauses; after a stop the rest can be continued or skipped', async () => {
	await using sandbox = await temporarySandbox();
	await using screen = await startBulkDelete({service: sandbox, ids: all, size: '80x24'});
	await screen.waitFor('Type 12, then enter');
	const hold = sandbox.faults.hold({on: 'delete', when: 'before'});
	await screen.press('12', 'Enter');
	await hold.arrived;
	await screen.waitFor('8 in flight');
	await screen.press('Escape');
	const asked = await screen.waitFor('Paused');
	expect(asked).toContain('0 of 12 deleted');
	await screen.press('Escape');
	await screen.waitUntilGone('Paused');
	await screen.press('Escape', 's');
	hold.release();
	const frame = await screen.waitFor('4 not started');
	expect(frame).toContain('Deleted 8 of 12 (4 not started).');
	expect(await list(sandbox)).toHaveLength(4);
	await screen.press('f');
	await screen.waitFor(/left: ✓ Deleted 12 /v);
	expect(await list(sandbox)).toStrictEqual([]);
});

test.each(['80x24', '40x10'])('failed items are listed with reasons, and r retries only those, at %s', async size => {
	await using sandbox = await temporarySandbox();
	sandbox.faults.add({name: 'delete-500-before', count: 3});
	await using screen = await startBulkDelete({service: sandbox, ids: all, size});
	await screen.waitFor('Type 12');
	await screen.press('12', 'Enter');
	const frame = await screen.waitFor('Deleted 9 of 12 (3 failed)');
	expect(frame).toMatch(/^ {2}✗ 1\.\d+ +\d+ +EMAIL/mv);
	expect(frame).toContain('r retry failed');
	if (size === '80x24') {
		// The reason above the three items, and the whole of it below them.
		expect(frame.match(/^ {2}✗ 1\.\d+ /gmv)).toHaveLength(3);
		expect(frame.match(/3 failed: The service failed \(500\)\./gv)).toHaveLength(2);
		expect(frame.replaceAll(/\s+/gv, ' ')).toContain('fault of the sandbox" It is still listed.');
	}

	expect(await list(sandbox)).toHaveLength(3);
	await screen.press('r');
	await screen.waitFor(/left: ✓ Deleted 12 /v);
	expect(await list(sandbox)).toStrictEqual([]);
});

test('a rate limit longer than the limit stops the run, which can be continued', async () => {
	await using sandbox = await temporarySandbox();
	await using screen = await startBulkDelete({service: sandbox, ids: all});
	await screen.waitFor('Type 12');
	const hold = sandbox.faults.hold({on: 'list', count: 1});
	await screen.press('12', 'Enter');
	await hold.arrived;
	sandbox.faults.add({name: 'any-429', value: 3600});
	hold.release();
	const frame = await screen.waitFor('12 not started');
	expect(frame).toContain('Rate limited (429).');
	sandbox.faults.clear();
	await screen.press('r');
	await screen.waitFor('No item has failed.');
	await screen.press('f');
	expect(await screen.waitFor('the service asked to wait')).toContain('12 not started');
});

test('a listing that fails before anything is sent leaves the question, which says why and can be answered again', async () => {
	await using sandbox = await temporarySandbox();
	await using screen = await startBulkDelete({service: sandbox, ids: all});
	await screen.waitFor('Type 12');
	sandbox.faults.add({name: 'any-403', count: 1});
	await screen.press('12', 'Enter');
	await screen.waitFor('not allowed to do that (403)');
	expect(screen.frame()).toContain('Nothing was sent.');
	await screen.press('12', 'Enter');
	await screen.waitFor(/left: ✓ Deleted 12 /v);
});

test('a rate limit is shown with its wait, and stopping does not wait for it', async () => {
	await using sandbox = await temporarySandbox();
	const clock: Clock = {
		...stillClock,
		async sleep(milliseconds, signal) {
			if (milliseconds !== 7000) {
				return;
			}

			await once(signal!, 'abort');
			throw new Error('aborted');
		},
	};
	await using screen = await startBulkDelete({service: sandbox, ids: all, clock});
	await screen.waitFor('Type 12');
	const hold = sandbox.faults.hold({on: 'list', count: 1});
	await screen.press('12', 'Enter');
	await hold.arrived;
	sandbox.faults.add({name: 'any-429', value: 7});
	hold.release();
	await screen.waitFor('retrying in 7 s');
	await screen.press('Escape');
	await screen.waitFor('Paused');
	await screen.press('s');
	await screen.waitFor('12 not started');
	sandbox.faults.clear();
	expect(await list(sandbox)).toHaveLength(12);
});

test('a key that is rejected midway stops the run, which says why and how to continue', async () => {
	let deletes = 0;
	await using server = await createHttpServer(({method}, response) => {
		if (method === 'DELETE') {
			deletes++;
			answer(
				response,
				deletes === 1 ? 204 : 401,
				deletes === 1 ? undefined : {error: 'Unauthorized', message: 'Invalid or missing API key'},
			);
		} else {
			answer(
				response,
				200,
				Array.from({length: 30}, (_, index) => ({id: index + 1})),
			);
		}
	});
	await using screen = await startBulkDelete({
		service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'},
		ids: Array.from({length: 30}, (_, index) => String(index + 1)),
	});
	await screen.waitFor('Type 30');
	await screen.press('30', 'Enter');
	const frame = await screen.waitFor('29 not started');
	expect(frame).toContain('The service rejected the API key (401).');
	expect(frame).toContain('f finish');
	// Those in flight beside the one that was refused, and no more.
	expect(deletes).toBeLessThanOrEqual(9);
});

test('before anything is deleted, what an undo cannot recreate exactly is counted, with the reasons', async () => {
	const documented = {
		external_user_id: 'u',
		channel: 'EMAIL',
		delivery_location: 'a@example.com',
		event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
	};
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [
			{...documented, id: 1, template: 'Look'},
			{...documented, id: 2, template: 'Look', channel: 'PAGER'},
			{...documented, id: 3, template: 'Look', event_details: {...documented.event_details, addresses: ['0x1', '0x2']}},
			{...documented, id: 4, template: 'Look', delivery_location: 'https://example.com/the-key-of-this-test'},
			{...documented, id: 5},
		]);
	});
	const service = {baseUrl: server.baseUrl, apiKey: 'the-key-of-this-test'};
	await using screen = await startBulkDelete({service, ids: ['1', '2', '3', '4', '5'], size: '120x24'});
	const frame = await screen.waitFor('Type 5, then enter');
	expect(frame).toContain('! The templates of 1 are unknown here.');
	expect(frame).toContain('! 2 have undocumented fields or values.');
	expect(frame).toContain('! u cannot recreate 1: it contains the API key');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
});

test('where an undo recreates everything exactly, the question and the notice say so', async () => {
	const details = {network: 'N', event_type: 'E', addresses: ['0x1']};
	let records = [1, 2, 3].map(id => ({
		id,
		external_user_id: 'u',
		channel: 'EMAIL',
		delivery_location: 'a@example.com',
		template: 'Look',
		event_details: details,
	}));
	await using server = await createHttpServer(({method, url}, response) => {
		if (method === 'DELETE') {
			records = records.filter(({id}) => id !== Number(url.split('/').at(-2)));
			answer(response, 204);
		} else {
			answer(response, 200, records);
		}
	});
	await using screen = await startBulkDelete({
		service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'},
		ids: ['1', '2'],
		size: '120x24',
	});
	const frame = await screen.waitFor('Type 2, then enter');
	expect(frame).toContain('u recreates all 2 exactly, with new IDs.');
	await screen.press('2', 'Enter');
	await screen.waitFor(/left: ✓ Deleted 2 from .* u: undo/v);
});

test('repeated refusals stop the run, which says so and can be continued', async () => {
	let records = Array.from({length: 30}, (_, index) => ({id: index + 1}));
	let isAllowed = false;
	await using server = await createHttpServer(({method, url}, response) => {
		if (method !== 'DELETE') {
			answer(response, 200, records);
		} else if (isAllowed) {
			records = records.filter(({id}) => id !== Number(url.split('/').at(-2)));
			answer(response, 204);
		} else {
			answer(response, 403, {message: 'not yours'});
		}
	});
	await using screen = await startBulkDelete({
		service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'},
		ids: records.map(({id}) => String(id)),
	});
	await screen.waitFor('Type 30');
	await screen.press('30', 'Enter');
	const frame = await screen.waitFor('not started');
	expect(frame).toContain('This API key is not allowed to do that (403)');
	expect(frame).toContain('Stopped: the service refused several requests in a row.');
	expect(frame).toContain('f finish');
	// Three in a row, and those in flight beside them.
	const sent = server.requests.filter(({method}) => method === 'DELETE').length;
	expect(sent).toBeLessThanOrEqual(10);
	isAllowed = true;
	await screen.press('f');
	await screen.waitFor(`Deleted ${30 - sent} of 30 (${sent} failed)`);
	await screen.press('r');
	await screen.waitFor(/left: ✓ Deleted 30 /v);
});

test('the program ends without an error while what can be recreated of many is counted', async () => {
	await using sandbox = await temporarySandbox({samples: 20_000});
	await using app = await startApp({service: sandbox, size: '100x30'});
	await app.waitFor('20,000 notifications');
	await app.send('a');
	await app.send('d');
});
