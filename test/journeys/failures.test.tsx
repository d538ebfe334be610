import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const apiKey = 'key-for-tests';
const record = {id: 5, external_user_id: 'u', channel: 'EMAIL', delivery_location: 'a@example.com', event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []}};

test('a key refused at any moment can be replaced, and one goes on where one was', async () => {
	let accepted = apiKey;
	await using server = await createHttpServer((request, response) => {
		if (request.headers.authorization === `Bearer ${accepted}`) {
			answer(response, request.method === 'GET' ? 200 : 201, request.method === 'GET' ? [record] : {id: 6});
		} else {
			answer(response, 401, {error: 'Unauthorized', message: 'Invalid or missing API key'});
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('1 notification ');
	await app.press('n', 'user-1', 'Tab', 'Tab', 'b@example.com', 'Tab', 'Tab', 'Tab', '0x02');

	accepted = 'the-new-key';
	await app.press('C-s');
	await app.waitFor('Another API key');
	await app.press('still-wrong', 'Enter');
	await app.waitFor('Invalid or missing API key');
	await app.press('C-u', 'the-new-key', 'Enter');
	await app.waitFor('The service took the key');
	expect(app.frame()).toContain('b@example.com');

	await app.press('C-s');
	await app.waitFor('✓ Created 6');
	await app.waitFor('1 notification ');
});

test('declining to give a key leaves one where one was, with the failure in sight', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 401, {error: 'Unauthorized', message: 'Invalid or missing API key'});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('Another API key');
	await app.press('Escape');
	await app.waitFor('Invalid or missing API key');
	await app.press('K');
	await app.waitFor('Another API key');
});

test('a refresh that fails keeps showing the last listing, with its age and the failure', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using app = await startApp({service: sandbox});
	await app.waitFor('2 notifications');
	await sandbox.close();
	await app.press('r');
	const frame = await app.waitFor('Cannot reach');
	expect(frame).toContain('2 notifications · listed');
	expect(frame).toContain('USDC in and out');
});

test('a listing that fails at the start says what to do, and r tries again', async () => {
	let isBroken = true;
	await using server = await createHttpServer((_request, response) => {
		answer(response, isBroken ? 503 : 200, isBroken ? {message: 'maintenance'} : [record], {'retry-after': '30'});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	const frame = await app.waitFor('maintenance');
	expect(frame).toContain('503');
	isBroken = false;
	await app.press('r');
	await app.waitFor('1 notification ');
});

test('a record that cannot be read hides no other, and can be looked at', async () => {
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
	await app.waitFor('There is no notification selected.');
});

test('a partial listing says that it is one', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, {results: [record], next: 'https://elsewhere.example/page-2', count: 9});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	const frame = await app.waitFor('Not all of it');
	expect(frame).toContain('1 or more');
	expect(frame).toContain('elsewhere.example');
});

test('leaving cancels the listing under way', async () => {
	const closed = Promise.withResolvers<void>();
	await using server = await createHttpServer((_request, response) => {
		response.on('close', closed.resolve);
	});
	const app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('Listing the notifications');
	while (server.requests.length === 0) {
		await new Promise(setImmediate);
	}

	await app[Symbol.asyncDispose]();
	await closed.promise;
});
