import {expect, test} from 'vitest';
import {listNotifications} from '../../source/service/listing/list-notifications.ts';
import type {RetryWait} from '../../source/service/retry.ts';
import {defaultTimeout} from '../../source/service/retry.ts';
import {setProxies} from '../../source/platform/proxy.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

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
	expect(order).toEqual([
		'request',
		'wait',
		'sleep',
		'attempt',
		'request',
		'wait',
		'sleep',
		'attempt',
		'request',
		'end',
	]);
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
	await using server = await createHttpServer((_request, response) => {
		answer(response, status, {}, {location: 'https://elsewhere.example/'});
	});
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
	await using server = await createHttpServer((_request, response) => {
		answer(response, 503, {});
	});
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
