import {expect, test} from 'vitest';
import {accepting} from '../helpers/accepting-server.ts';
import {startApp} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const apiKey = 'key-for-tests';
const record = {
	id: 5,
	external_user_id: 'u',
	channel: 'EMAIL',
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
};

test('an unreadable record hides no other and can be opened', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [{colour: 'blue'}, record]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	const frame = await app.waitFor('2 notifications');
	expect(frame).toContain('unreadable record: id');
	expect(frame).toContain('a@example.com');
	await app.press('Enter');
	await app.waitFor('"colour": "blue"');
	await app.press('d');
	await app.waitFor('No readable notification here.');
});

test('quitting cancels the running listing', async () => {
	const closed = Promise.withResolvers<void>();
	await using server = await createHttpServer((_request, response) => {
		response.on('close', closed.resolve);
	});
	const app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('Loading notifications');
	while (server.requests.length === 0) {
		await new Promise(setImmediate);
	}

	await app[Symbol.asyncDispose]();
	await closed.promise;
});

test('help opened during a request neither hides its result nor lets it be sent twice', async () => {
	let answered = Promise.withResolvers<void>();
	const accept = accepting(6, [record]);
	await using server = await createHttpServer(async (request, response) => {
		if (request.method !== 'GET') {
			await answered.promise;
		}

		await accept(request, response);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('1 notification ');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'b@example.com', 'Enter', '0x02', 'C-s', 'C-s');
	await app.waitFor('1 of 2: sending …');
	await app.press('?');
	await app.waitFor('· help');
	answered.resolve();
	await app.waitFor('✓ Created');
	expect(app.frame()).toContain('2 notifications ');

	answered = Promise.withResolvers();
	await app.press('d', 'y', '?');
	await app.waitFor('· help');
	answered.resolve();
	await app.waitFor('✓ Deleted 6');
	expect(app.frame()).toContain('chainbell ·');
	expect(server.requests.filter(({method}) => method === 'POST')).toHaveLength(1);
	expect(server.requests.filter(({method}) => method === 'DELETE')).toHaveLength(1);
});

test('a second press during a request sends nothing more', async () => {
	const accept = accepting(6);
	const answered = Promise.withResolvers<void>();
	await using server = await createHttpServer(async (request, response) => {
		if (request.method !== 'GET') {
			await answered.promise;
		}

		await accept(request, response);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'b@example.com', 'Enter', '0x02', 'C-s', 'C-s', 'C-s', 'C-s');
	await app.waitFor('1 of 2: sending …');
	answered.resolve();
	await app.waitFor('✓ Created');
	expect(server.requests.filter(({method}) => method === 'POST')).toHaveLength(1);
});

test('no ID is claimed when the earlier listing could not prove that it is new', async () => {
	let isBroken = true;
	await using server = await createHttpServer((request, response) => {
		if (request.method === 'POST') {
			isBroken = false;
			answer(response, 201, {});
		} else {
			const details = {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0x02']};
			answer(
				response,
				isBroken ? 500 : 200,
				isBroken
					? {}
					: [{...record, external_user_id: 'user-1', delivery_location: 'b@example.com', event_details: details}],
			);
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('not listed');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'b@example.com', 'Enter', '0x02', 'C-s', 'C-s');
	await app.waitFor('Nothing was sent');
	await app.press('y');
	await app.waitFor(/5 has\s+this content, but it may have existed before/v);
});

test('an account that cannot be listed after a create is never called empty', async () => {
	let isLimited = false;
	await using server = await createHttpServer((request, response) => {
		if (request.method === 'POST') {
			isLimited = true;
			answer(response, 201, {id: 7});
		} else if (isLimited) {
			answer(response, 429, {detail: 'Too many requests'}, {'retry-after': '3600'});
		} else {
			answer(response, 200, []);
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'b@example.com', 'Enter', '0x02', 'C-s', 'C-s');
	await app.waitFor('Pending. The service');
	await app.press('r');
	await app.waitFor('Rate limited (429)');
	expect(app.frame()).not.toContain('No notifications');
});
