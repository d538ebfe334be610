import {expect, test} from 'vitest';
import {listNotifications} from '../../source/service/listing/list-notifications.ts';
import {createNotBefore, defaultTimeout, tooEarly, waitText} from '../../source/service/retry.ts';
import {send} from '../../source/service/http.ts';
import type {Failure, Method} from '../../source/service/failure.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const now = Date.UTC(2026, 0, 1);

test('the service is not asked before the time that it named, by no request of the connection', async () => {
	const clock = createHandClock();
	await using server = await createHttpServer((_request, response) => {
		answer(response, server.requests.length === 1 ? 429 : 200, [], {'retry-after': '7'});
	});
	const connection = {
		baseUrl: server.baseUrl,
		apiKey: 'key-for-tests',
		timeout: 5000,
		notBefore: createNotBefore(clock.elapsed),
	};
	expect(await send(connection, {method: 'POST', url: '', body: {}})).toMatchObject({
		failure: {kind: 'rate-limited', outcome: 'rejected', retryAfter: 7},
	});
	for (const method of ['GET', 'POST', 'DELETE'] as const) {
		expect(await send(connection, {method, url: ''})).toMatchObject({
			failure: {
				kind: 'rate-limited',
				outcome: 'not-sent',
				retryAfter: 7,
				nextStep: 'Nothing was sent. Wait 7 s before trying again.',
			},
		});
	}

	clock.pass(6000);
	expect(await send(connection, {method: 'GET', url: ''})).toMatchObject({
		failure: {outcome: 'not-sent', retryAfter: 1},
	});
	expect(server.requests).toHaveLength(1);
	clock.pass(1000);
	expect(await send(connection, {method: 'POST', url: '', body: {}})).toMatchObject({ok: true});
	expect(server.requests).toHaveLength(2);
});

test('a listing waits for it', async () => {
	const clock = createHandClock();
	const waits: number[] = [];
	await using server = await createHttpServer((_request, response) => {
		answer(response, server.requests.length === 1 ? 429 : 200, [], {'retry-after': '90'});
	});
	const connection = {
		baseUrl: server.baseUrl,
		apiKey: 'key-for-tests',
		timeout: defaultTimeout,
		notBefore: createNotBefore(clock.elapsed),
	};
	await send(connection, {method: 'POST', url: '', body: {}});
	clock.pass(20_000);
	const listed = await listNotifications(connection, {
		retry: {
			async sleep(milliseconds) {
				waits.push(milliseconds);
				clock.pass(milliseconds);
			},
		},
	});
	expect(listed).toMatchObject({ok: true});
	expect(waits).toEqual([70_000]);
});

test('what is longer than five minutes is said as a date', () => {
	expect(waitText(300, now)).toBe('300 s');
	expect(waitText(301, now)).toMatch(/^until 2026-01-01 \d\d:05$/v);
	expect(waitText(2 ** 31, now)).toMatch(/^until 2094-/v);
	expect(tooEarly('GET', 3_600_000, now).nextStep).toMatch(
		/^Nothing was sent\. Wait until 2026-01-01 \d\d:00 before trying again\.$/v,
	);
});

test('only a rate limit with a time counts, and a later failure does not shorten it', () => {
	const clock = createHandClock();
	const {note, left} = createNotBefore(clock.elapsed);
	const failure: Failure = {kind: 'rate-limited', outcome: 'rejected', summary: '', nextStep: ''};
	note(failure);
	note({...failure, kind: 'server', retryAfter: 9});
	expect(left('POST')).toBe(0);
	note({...failure, retryAfter: 9});
	note({...failure, retryAfter: 2});
	note({...failure, retryAfter: 0});
	expect(left('POST')).toBe(9000);
	clock.pass(8960);
	// A timer may end some milliseconds early.
	expect(left('POST')).toBe(0);
});

test('a wait of years is not believed: after an hour requests are sent again, and listings after five minutes', async () => {
	const clock = createHandClock();
	await using server = await createHttpServer((_request, response) => {
		answer(response, 429, [], {'retry-after': '99999999'});
	});
	const connection = {
		baseUrl: server.baseUrl,
		apiKey: 'key-for-tests',
		timeout: 5000,
		notBefore: createNotBefore(clock.elapsed),
	};
	const sent = async (method: Method) => {
		await send(connection, {method, url: ''});
		return server.requests.length;
	};

	expect(await sent('POST')).toBe(1);
	clock.pass(299_000);
	expect([await sent('GET'), await sent('DELETE')]).toEqual([1, 1]);
	clock.pass(1000);
	expect([await sent('DELETE'), await sent('GET')]).toEqual([1, 2]);
	// The service has refused it again.
	expect(await sent('GET')).toBe(2);
	clock.pass(3_599_000);
	expect(await sent('POST')).toBe(2);
	clock.pass(1000);
	expect(await sent('POST')).toBe(3);
});
