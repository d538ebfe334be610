import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer, type HttpServer} from '../helpers/http-server.ts';

const apiKey = 'key-of-rate-limit-test';
const record = {
	id: 7,
	external_user_id: 'ops-1',
	channel: 'EMAIL',
	notification_name: 'Treasury',
	delivery_location: 'a@example.com',
	event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0x02'], filters: []},
};

const writesTo = ({requests}: HttpServer) => requests.filter(({method}) => method !== 'GET').map(({method}) => method);

/** A service with one notification that limits the rate of the first write. */
async function startLimited(retryAfter: string) {
	const server = await createHttpServer((request, response) => {
		if (request.method === 'GET') {
			answer(response, 200, [record]);
		} else {
			answer(
				response,
				writesTo(server).length === 1 ? 429 : 403,
				{detail: 'Too many requests'},
				{'retry-after': retryAfter},
			);
		}
	});
	return server;
}

const draft = ['n', 'user-1', 'Enter', 'e', 'Enter', 'b@example.com', 'Enter', '0x02', 'C-s', 'C-s'] as const;

test('ctrl+s waits for the time that the service named, says so, and esc cancels it', async () => {
	const clock = createHandClock();
	await using server = await startLimited('20');
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}, clock, size: '100x30'});
	await app.waitFor('Treasury');
	await app.press(...draft);
	await app.waitFor('Rate limited (429)');
	expect(app.frame()).toContain('Wait 20 s before trying again.');
	const before = server.requests.length;

	await app.press('C-s', 'C-s');
	await app.waitFor(/Rate limited \(429\): the service asked to wait … (?:19|20) s left · nothing was sent yet/v);
	await app.press('Escape');
	await app.waitFor('Nothing was sent: you cancelled the wait of 20 s');

	await app.press('C-s');
	await app.waitFor(/(?:19|20) s left/v);
	expect(server.requests).toHaveLength(before);
	clock.pass(20_000);
	await app.waitFor('not allowed');
	expect(writesTo(server)).toEqual(['POST', 'POST']);
});
