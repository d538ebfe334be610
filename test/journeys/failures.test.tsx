import {expect, test} from 'vitest';
import {accepting} from '../helpers/accepting-server.ts';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const apiKey = 'key-for-tests';
const record = {
	id: 5,
	external_user_id: 'u',
	channel: 'EMAIL',
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
};

test('a key that is rejected at any moment can be replaced, and the work is kept', async () => {
	let accepted = apiKey;
	const accept = accepting(6, [record]);
	await using server = await createHttpServer((request, response) => {
		if (request.headers.authorization === `Bearer ${accepted}`) {
			void accept(request, response);
		} else {
			answer(response, 401, {error: 'Unauthorized', message: 'Invalid or missing API key'});
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('1 notification ');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'b@example.com', 'Enter', '0x02');

	accepted = 'the-new-key';
	await app.press('C-s', 'C-s');
	await app.waitFor(/Enter\s+another/v);
	await app.press('still-wrong', 'Enter');
	await app.waitFor('Invalid or missing API key');
	await app.press('C-u', 'the-new-key', 'Enter');
	await app.waitFor('API key accepted');
	expect(app.frame()).toContain('b@example.com');

	await app.press('C-s', 'C-s');
	await app.waitFor('✓ Created');
	await app.waitFor('2 notifications ');
});

test('leaving the API key screen returns to the failure', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 401, {error: 'Unauthorized', message: 'Invalid or missing API key'});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor(/Enter\s+another/v);
	await app.press('Escape');
	await app.waitFor('Invalid or missing API key');
	await app.press('K');
	await app.waitFor(/Enter\s+another/v);
});

test('a refresh that fails keeps showing the last listing, and the header says since when and what to do', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using app = await startApp({service: sandbox});
	await app.waitFor('2 notifications');
	await sandbox.close();
	await app.press('r');
	const frame = await app.waitFor('Service stopped answering at');
	expect(frame.split('\n', 1)[0]).toMatch(/ 2 · Service stopped answering at \d\d:\d\d *$/v);
	expect(frame).not.toContain('Could not reach');
	expect(frame).toContain('asset = USDC');
});

test.each(['60x5', '40x10'])('at %s a listing that failed names the key that tries again', async size => {
	await using home = await temporaryFolder();
	let isFailing = true;
	await using server = await createHttpServer((_request, response) => {
		answer(
			response,
			isFailing ? 503 : 200,
			isFailing
				? {detail: 'Service temporarily unavailable, because its database is moved'}
				: Array.from({length: 9}, (_, index) => ({...record, id: index + 1})),
		);
	});
	const service = {baseUrl: server.baseUrl, apiKey};
	await using app = await startApp({service, size, home: home.path});
	await app.waitFor(/r(?:: try again| tries again)/v);
	isFailing = false;
	await app.press('r');
	await app.waitFor(/▌ 1\b/v);
	isFailing = true;
	await app.press('r');
	expect(await app.waitFor('r: try again')).toMatch(/▌ 1\b/v);
});

test('a first listing that fails says what to do, and r retries', async () => {
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
	await app.waitFor('There is no notification here that chainbell can read.');
});

test('a partial listing is marked as partial', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, {results: [record], next: 'https://elsewhere.example/page-2', count: 9});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	const frame = await app.waitFor('! Incomplete: 1 read.');
	expect(frame).toContain('1 notification (incomplete)');
	expect(frame).toContain('elsewhere.example');
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

test('a 401 that arrives behind another screen opens the API key screen afterwards', async () => {
	const released = Promise.withResolvers<void>();
	let count = 0;
	await using server = await createHttpServer(async (_request, response) => {
		count++;
		if (count > 1) {
			await released.promise;
			answer(response, 401, {error: 'Unauthorized', message: 'Invalid or missing API key'});
		} else {
			answer(response, 200, [record]);
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('1 notification ');
	await app.press('r', 'Enter');
	await app.waitFor('a@example.com');
	released.resolve();
	await app.press('Escape');
	await app.waitFor(/Enter\s+another/v);
});

test('a long error message leaves room for the form', async () => {
	await using server = await createHttpServer((request, response) => {
		const errors = Object.fromEntries(Array.from({length: 60}, (_value, index) => [`rule_${index}`, ['is broken']]));
		answer(
			response,
			request.method === 'GET' ? 200 : 400,
			request.method === 'GET' ? [] : {message: 'long '.repeat(500), errors},
		);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'b@example.com', 'Enter', '0x02', 'C-s', 'C-s');
	const frame = await app.waitFor('pgup pgdn: lines 1–');
	expect(frame).toContain('▌ Address');
	for (let page = 0; page < 20 && !app.frame().includes('rule_59'); page++) {
		await app.press('PageDown');
	}

	expect(app.frame()).toContain('rule_59: is broken');
});

test('the sandbox can be opened read-only', async () => {
	await using app = await startApp({isReadOnly: true});
	await app.waitFor('12 notifications');
	expect(app.frame()).toContain('read-only SANDBOX');
	await app.press('d');
	await app.waitFor('Read-only: started with --read-only.');
});

test('the delete question shows the whole notification, on a small screen too', async () => {
	await using app = await startApp({size: '40x10'});
	await app.waitFor('12 notif');
	await app.press('d');
	await app.waitFor('y delete');
	const seen = [app.frame()];
	for (let step = 0; step < 20; step++) {
		await app.press('j');
		seen.push(app.frame());
	}

	for (const text of ['ops-1', 'EMAIL', 'treasury@example.com', '0xd8dA6BF26964aF9D', 'value > 10']) {
		expect(seen.some(frame => frame.includes(text))).toBe(true);
	}
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
	await app.waitFor('Pending (!)');
	await app.press('r');
	await app.waitFor('Rate limited (429)');
	expect(app.frame()).not.toContain('No notifications');
});
