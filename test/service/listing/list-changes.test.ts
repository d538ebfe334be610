import {expect, onTestFinished, test} from 'vitest';
import {listChanges, listNotifications, type Listing} from '../../../source/service/listing/list-notifications.ts';
import {answer, createHttpServer, type Handler} from '../../helpers/http-server.ts';

/** A service that lists what the test sets, and answers `If-None-Match` of its ETag with 304. */
async function serve(early?: (...parameters: Parameters<Handler>) => boolean) {
	const served: {list: unknown; tag: string | undefined} = {list: [{id: 1}, {id: 2}], tag: '"1"'};
	const server = await createHttpServer((request, response) => {
		if (early?.(request, response) === true) {
			return;
		}

		const {list, tag} = served;
		if (tag !== undefined && request.headers['if-none-match'] === tag) {
			answer(response, 304, undefined, {etag: tag});
		} else {
			answer(response, 200, list, tag === undefined ? {} : {etag: tag});
		}
	});
	onTestFinished(server[Symbol.asyncDispose]);
	const connection = {baseUrl: server.baseUrl, apiKey: 'test-key', timeout: 10_000};
	return {
		served,
		/** The ETag of a full listing. */
		tag: async () => {
			const result = (await listNotifications(connection)) as {value: Listing & {tag?: string}};
			return result.value.tag;
		},
		changes: async () => {
			const result = await listChanges(connection, '"1"');
			return result.ok ? result.value : result.failure;
		},
		conditions: () => server.requests.map(({headers}) => headers['if-none-match']),
	};
}

test('a service that answers 304 lists the same, and nothing is read', async () => {
	const {tag, changes, conditions} = await serve();
	expect(await tag()).toBe('"1"');
	expect(await changes()).toBe('unchanged');
	expect(conditions()).toEqual([undefined, '"1"']);
});

test('an account that changed is listed as if nothing had been asked', async () => {
	const {served, changes, conditions} = await serve();
	Object.assign(served, {list: [{id: 2}], tag: '"2"'});
	expect(await changes()).toMatchObject({complete: true, tag: '"2"', records: [{id: '2'}]});
	expect(conditions()).toEqual(['"1"']);
});

test.each([
	['comes without one', [{id: 1}], undefined],
	['has an element that is no record', [{id: 1}, 3], '"1"'],
	['has an ID twice', [{id: 1}, {id: 1}], '"1"'],
	['has a second page', {results: [{id: 1}], next: '?page=2'}, '"1"'],
])('the ETag of a listing that %s is not used', async (_name, list, tag) => {
	const service = await serve((request, response) => {
		const isSecond = request.url.endsWith('?page=2');
		if (isSecond) {
			answer(response, 200, [], {etag: '"2"'});
		}

		return isSecond;
	});
	Object.assign(service.served, {list, tag});
	expect(await service.tag()).toBeUndefined();
});

test('a 304 need not repeat any header, and its ETag may be weak', async () => {
	for (const headers of [{}, {etag: 'W/"1"', 'content-length': '4096'}]) {
		const {changes} = await serve((_request, response) => {
			response.writeHead(304, headers);
			response.end();
			return true;
		});
		expect(await changes()).toBe('unchanged');
	}
});

test('only the first request of a listing that is read again has the condition', async () => {
	let count = 0;
	const {changes, conditions} = await serve((request, response) => {
		const isSecond = request.url.endsWith('?page=2');
		// The total changes while the pages are read for the first time.
		answer(response, 200, {
			results: [{id: isSecond ? 2 : 1}],
			count: count++ === 1 ? 3 : 2,
			next: isSecond ? null : '?page=2',
		});
		return true;
	});
	expect(await changes()).toMatchObject({complete: true, records: [{id: '1'}, {id: '2'}]});
	expect(conditions()).toEqual(['"1"', undefined, undefined, undefined]);
});

test('a service that refuses the condition has failed', async () => {
	let status = 412;
	const {changes} = await serve((_request, response) => {
		answer(response, status, {});
		return true;
	});
	expect(await changes()).toMatchObject({kind: 'invalid'});
	status = 503;
	expect(await changes()).toMatchObject({kind: 'server'});
});

test('a 304 that was not asked for is a failure', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 304);
	});
	expect(await listNotifications({baseUrl: server.baseUrl, apiKey: 'test-key', timeout: 10_000})).toMatchObject({
		ok: false,
		failure: {kind: 'unreadable', status: 304},
	});
});
