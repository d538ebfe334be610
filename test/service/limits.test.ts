import {gzipSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import type {Connection} from '../../source/service/connection.ts';
import {send} from '../../source/service/http.ts';
import {listNotifications} from '../../source/service/listing/list-notifications.ts';
import {limitsWith} from '../../source/platform/limits.ts';
import {hostileListings, ordinary, deepRecord} from '../helpers/hostile-listings.ts';
import {answering, createHttpServer, type Handler, type HttpServer} from '../helpers/http-server.ts';
import {containing, matching} from '../helpers/texts.ts';

const limits = limitsWith({
	listing: 2_000_000,
	record: 20_000,
	records: 3000,
	response: 50_000,
	error: 1000,
	headers: 2000,
});

const connect = ({baseUrl}: HttpServer): Connection => ({baseUrl, apiKey: 'test-key', timeout: 10_000, limits});

async function list(handler: Handler) {
	await using server = await createHttpServer(handler);
	return await listNotifications(connect(server));
}

async function request(method: 'GET' | 'POST', handler: Handler) {
	await using server = await createHttpServer(handler);
	return await send(connect(server), {method, url: 'a/'});
}

describe('a listing', () => {
	test.each(['endless string', 'endless nesting', 'gzip bomb'] as const)(
		'%s: reading stops before the record ends',
		async mode => {
			expect(await list(hostileListings[mode])).toMatchObject({
				ok: true,
				value: {
					complete: false,
					reason:
						'Stopped after 2 MB; there is more. To read more, raise limits.listing of the profile in config.yaml.',
					records: [{id: '1'}],
				},
			});
		},
	);

	test('as many records as the limit are a complete listing', async () => {
		const listingOf = async (count: number) =>
			list(
				answering(
					200,
					Array.from({length: count}, (_, index) => ({id: index})),
				),
			);
		expect(await listingOf(3000)).toMatchObject({value: {complete: true}});
		expect(await listingOf(3001)).toMatchObject({value: {complete: false}});
	});

	test('records that are too large or too deep keep their places, and the listing is complete', async () => {
		const result = await list(
			answering(200, `[${deepRecord(96)},${deepRecord(6000)},"${'x'.repeat(30_000)}",${ordinary}]`),
		);
		expect(result).toMatchObject({
			value: {
				complete: true,
				records: [
					{id: '2'},
					{kind: 'unreadable', index: 1, problem: 'nested deeper than 100 levels (12.2 kB)'},
					{kind: 'unreadable', index: 2, problem: '30 kB, larger than 20 kB (limits.record in config.yaml)'},
					{id: '1'},
				],
			},
		});
	});
});

describe('another response', () => {
	test.each([
		['as it is', {}, (text: string) => text],
		['compressed', {'content-encoding': 'gzip'}, gzipSync],
	])('a body that is too large, %s, is read up to the limit', async (_name, headers, encode) => {
		const result = await request('POST', (_request, response) => {
			response.writeHead(201, headers);
			response.end(encode(`{"id":1,"note":"${'x'.repeat(60_000)}"}`));
		});
		expect(result).toMatchObject({
			ok: true,
			value: {status: 201, text: matching(/^.{50000}$/v), body: undefined},
		});
	});

	test('a body nested too deep is no JSON', async () => {
		const body = deepRecord(5000);
		expect(await request('POST', answering(201, body))).toMatchObject({ok: true, value: {text: body, body: undefined}});
	});

	test('headers that are too large', async () => {
		expect(await request('GET', answering(200, '{}', {'x-note': 'x'.repeat(3000)}))).toMatchObject({
			failure: {
				kind: 'unreadable',
				outcome: 'unknown',
				summary: matching(/^The headers of the response from \S+ are larger than 2 kB\.$/v),
				nextStep: 'Try again later. To read more, raise limits.headers of the profile in config.yaml.',
			},
		});
	});
});

describe('an error', () => {
	test('of a body that is too large is described by its beginning', async () => {
		expect(await request('GET', answering(503, `sorry ${'x'.repeat(100_000)}`))).toMatchObject({
			failure: {
				status: 503,
				serverMessage: matching(/^sorry x{494}…$/v),
				nextStep: 'Try again later.',
			},
		});
	});

	test.each([
		['arrays', '[', ']'],
		['objects', '{"errors":', '}'],
	])('of deep %s is described by its text', async (_name, open, close) => {
		await using server = await createHttpServer(answering(400, `${open.repeat(3000)}1.50${close.repeat(3000)}`));
		const result = await send({...connect(server), limits: undefined}, {method: 'POST', url: 'a/'});
		expect(result).toMatchObject({
			failure: {
				kind: 'invalid',
				outcome: 'rejected',
				serverMessage: containing(open.repeat(30)),
			},
		});
	});
});
