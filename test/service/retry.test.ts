import {expect, test} from 'vitest';
import {listNotifications} from '../../source/service/listing/list-notifications.ts';
import {type RetryWait, defaultTimeout, createNotBefore, tooEarly, waitText} from '../../source/service/retry.ts';
import {setProxies} from '../../source/platform/proxy.ts';
import {answering, answer, createHttpServer} from '../helpers/http-server.ts';
import {send} from '../../source/service/http.ts';
import type {Failure, Method} from '../../source/service/failure.ts';
import {createHandClock} from '../helpers/hand-clock.ts';

const connect = (baseUrl: string) => ({baseUrl, apiKey: 'key-for-tests', timeout: 10_000});

/** A policy under which no time passes, with its calls. */
function recorded() {
	const waits: number[] = [];
	const reported: Array<RetryWait | undefined> = [];
	return {
		waits,
		reported,
		policy: {
			async sleep(milliseconds: number) {
				waits.push(milliseconds);
			},
			onWait(waiting: RetryWait | undefined) {
				reported.push(waiting);
			},
		},
	};
}

test('each attempt after a wait is reported when the wait is over', async () => {
	const order: string[] = [];
	await using server = await createHttpServer((_request, response) => {
		order.push('request');
		answer(response, server.requests.length < 3 ? 503 : 200, []);
	});
	await listNotifications(connect(server.baseUrl), {
		retry: {
			async sleep() {
				order.push('sleep');
			},
			onWait(waiting) {
				order.push(waiting === undefined ? 'end' : 'wait');
			},
			onAttempt() {
				order.push('attempt');
			},
		},
	});
	expect(order).toEqual('request wait sleep attempt request wait sleep attempt request end'.split(' '));
});

test.each([500, 503, 429])(
	'a listing that failed with %d is retried with growing pauses, and each wait is reported',
	async status => {
		const {waits, reported, policy} = recorded();
		await using server = await createHttpServer((_request, response) => {
			answer(response, server.requests.length < 4 ? status : 200, []);
		});
		const listed = await listNotifications(connect(server.baseUrl), {retry: policy});
		expect(listed).toMatchObject({ok: true, value: {complete: true}});
		expect(waits).toEqual([500, 1000, 2000]);
		expect(reported.map(waiting => waiting?.attempt)).toEqual([2, 3, 4, undefined]);
	},
);

test.each([400, 401, 403, 404, 302])('%d is not retried: it is not temporary', async status => {
	const {policy} = recorded();
	await using server = await createHttpServer(answering(status, {}, {location: 'https://elsewhere.example/'}));
	await listNotifications(connect(server.baseUrl), {retry: policy});
	expect(server.requests).toHaveLength(1);
});

test('what no attempt can change, as a proxy that cannot be used, is not retried', async () => {
	const {waits, policy} = recorded();
	setProxies({HTTPS_PROXY: 'socks5://127.0.0.1'});
	expect(await listNotifications(connect('https://service.example/'), {retry: policy})).toMatchObject({
		ok: false,
		failure: {kind: 'unreachable', outcome: 'not-sent'},
	});
	setProxies(undefined);
	expect(waits).toEqual([]);
});

test('Retry-After is honoured up to five minutes', async () => {
	const {waits, reported, policy} = recorded();
	let after = '7';
	await using server = await createHttpServer((_request, response) => {
		answer(response, 429, {}, {'retry-after': after});
	});
	const connection = {...connect(server.baseUrl), timeout: defaultTimeout};
	await listNotifications(connection, {retry: policy});
	expect(waits).toEqual([7000, 7000, 7000]);
	expect(reported[0]).toMatchObject({attempt: 2, attempts: 4, wait: 7000, failure: {kind: 'rate-limited'}});
	after = '300';
	waits.length = 0;
	await listNotifications(connection, {retry: policy});
	expect(waits).toEqual([300_000, 300_000, 300_000]);
	after = '301';
	expect(await listNotifications(connection, {retry: policy})).toMatchObject({
		ok: false,
		failure: {retryAfter: 301},
	});
	expect(server.requests).toHaveLength(9);
});

test('cancelling ends the wait', async () => {
	const controller = new AbortController();
	await using server = await createHttpServer(answering(503, {}));
	const listed = await listNotifications(connect(server.baseUrl), {
		signal: controller.signal,
		retry: {
			async sleep() {
				controller.abort();
			},
		},
	});
	expect(listed).toMatchObject({ok: false, failure: {kind: 'cancelled'}});
	expect(server.requests).toHaveLength(1);
});

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
	await using server = await createHttpServer(answering(429, [], {'retry-after': '99999999'}));
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
