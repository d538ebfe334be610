import {expect, test} from 'vitest';
import {createAcceptingServer} from '../../helpers/accepting-server.ts';
import {startApp, stillClock} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';
import {duplicateOfTypical, typicalKeys} from './typical-form.ts';

const apiKey = 'key-for-tests';

test('sends what was typed, without empty optional fields', async () => {
	await using server = await createAcceptingServer(77, [], {notification_id: 77});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s', 'C-s');
	await app.waitFor('✓ Created');
	const posts = server.requests.filter(({method}) => method === 'POST');
	expect(posts.map(({body}) => JSON.parse(body) as unknown)).toEqual([
		{
			external_user_id: 'user-1',
			channel: 'EMAIL',
			delivery_location: 'a@example.com',
			event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0xAb']},
		},
	]);
});

test('finds the ID in the listing when the response has none', async () => {
	let isCreated = false;
	await using server = await createHttpServer((request, response) => {
		isCreated ||= request.method === 'POST';
		answer(
			response,
			200,
			request.method === 'GET'
				? [duplicateOfTypical(30), ...(isCreated ? [{...duplicateOfTypical(31), notification_name: null}] : [])]
				: {},
		);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('1 notification ');
	await app.press('n', ...typicalKeys, 'C-s', 'y');
	await app.waitFor('✓ Created');
	await app.waitFor('2 notifications');
});

test('shows a listed duplicate with its ID and asks before sending anything', async () => {
	await using server = await createAcceptingServer(31, [duplicateOfTypical(30)]);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}});
	await app.waitFor('1 notification ');
	await app.press('n', ...typicalKeys, 'C-s');
	await app.waitFor('"Old name" (ID 30, to a@example.com) differs');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	expect(app.frame()).toMatch(/y creates a\s+second one\./v);
	await app.press('Enter');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('y');
	await app.waitFor('✓ Created');
});

test('finds a duplicate created meanwhile, before the POST, and asks', async () => {
	let now = stillClock.now();
	const listed: unknown[] = [];
	await using server = await createAcceptingServer(31, listed);
	await using app = await startApp({
		service: {baseUrl: server.baseUrl, apiKey},
		clock: {...stillClock, now: () => now},
	});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s');
	// The listing is not a recent one any more.
	now += 20_000;
	listed.push(duplicateOfTypical(30));
	await app.press('C-s');
	await app.waitFor('ID 30');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('y');
	await app.waitFor('✓ Created');
});

test('asks again when another duplicate appears, and sends once both are confirmed', async () => {
	let now = stillClock.now();
	const listed: unknown[] = [];
	await using server = await createAcceptingServer(32, listed);
	await using app = await startApp({
		service: {baseUrl: server.baseUrl, apiKey},
		clock: {...stillClock, now: () => now},
	});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s');
	// The listing is not a recent one any more.
	now += 20_000;
	listed.push(duplicateOfTypical(30));
	await app.press('C-s');
	await app.waitFor('ID 30');
	listed.push(duplicateOfTypical(31));
	now += 20_000;
	await app.press('y');
	const frame = await app.waitFor('and 1 other differ only');
	expect(frame).toContain('Nothing was sent');
	expect(frame).toContain('ID 30');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('y');
	await app.waitFor('✓ Created');
	expect(server.requests.filter(({method}) => method === 'POST')).toHaveLength(1);
});

test('asks when the listing is refreshed meanwhile and shows a duplicate', async () => {
	const refresh = Promise.withResolvers<void>();
	const pauses = [refresh.promise];
	const clock = {
		...stillClock,
		async sleep(milliseconds: number) {
			// Only the watch pauses this long; it refreshes once.
			return milliseconds < 5000 ? undefined : (pauses.pop() ?? Promise.withResolvers<void>().promise);
		},
	};
	const listed: unknown[] = [];
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, listed);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}, clock});
	await app.waitFor('No notifications yet.');
	await app.press('w', 'n', ...typicalKeys, 'C-s');
	await app.waitFor('y send');
	listed.push(duplicateOfTypical(30));
	refresh.resolve();
	await app.waitFor('ID 30');
	expect(app.frame()).toContain('y send anyway');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
});

test('sends nothing until confirmed when the listing fails', async () => {
	let now = stillClock.now();
	let isBroken = false;
	await using server = await createHttpServer((request, response) => {
		if (request.method === 'GET') {
			answer(response, isBroken ? 500 : 200, []);
		} else {
			answer(response, 201, {id: 31});
		}
	});
	await using app = await startApp({
		service: {baseUrl: server.baseUrl, apiKey},
		clock: {...stillClock, now: () => now},
	});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s');
	// The listing is not a recent one any more.
	now += 20_000;
	isBroken = true;
	await app.press('C-s');
	await app.waitFor('Could not check for duplicates');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('y');
	await app.waitFor('Pending (!). The service confirmed it');
});

test('shows the body, a curl command without the key, the place, and warnings', async () => {
	await using app = await startApp({size: '120x40'});
	await app.waitFor('12 notifications');
	await app.press('n', "o'brien", 'Enter', 't', 'Enter', 'nonsense', 'Enter', '0x01', 'C-s');
	expect(await app.waitFor('Create on SANDBOX')).not.toContain('external_user_id');
	await app.press('J');
	const frame = await app.waitFor('external_user_id');
	expect(frame).toContain('"external_user_id": "o\'brien"');
	expect(frame).toContain('Authorization: Bearer $CHAINBELL_API_KEY');
	expect(frame).toContain(String.raw`o'\''brien`);
	expect(frame).toContain('! Recipient: is neither a chat ID nor an @username');
	expect(frame).toContain('! Address: has 2 hexadecimal digits; an account or contract has 40');
	await app.press('Escape');
	await app.waitFor('▌ Address');
});

test('the question and its reasons stay in view while the request scrolls', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [duplicateOfTypical(30)]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}, size: '40x10'});
	await app.waitFor(/^ \S+ .* 1(?: notification)?$/mv);
	await app.press('n', ...typicalKeys, 'C-s', 'J', 'PageDown', 'G');
	expect(await app.waitFor("}}'")).toContain('ID 30');
	expect(app.frame()).toContain('y send anyway');
});
