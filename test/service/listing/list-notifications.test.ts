import type {ServerResponse} from 'node:http';
import {setImmediate as turn} from 'node:timers/promises';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {defaultTimeout} from '../../../source/service/retry.ts';
import {
	type Listing,
	type ListingOptions,
	listNotifications,
} from '../../../source/service/listing/list-notifications.ts';
import {answer, createHttpServer, type HttpServer} from '../../helpers/http-server.ts';
import {matching} from '../../helpers/texts.ts';

const path = '/api/v1/service/notifications/';

const list = async ({baseUrl}: HttpServer, options?: ListingOptions) =>
	listNotifications({baseUrl, apiKey: 'test-key', timeout: defaultTimeout}, options);

/** The listing, which must not fail. */
async function listingOf(server: HttpServer, options?: ListingOptions) {
	const result = await list(server, options);
	expect(result.ok).toBe(true);
	return (result as {value: Listing}).value;
}

const idsOf = ({records}: Listing) =>
	records.map(record => (record.kind === 'notification' ? record.id : `unreadable ${record.index}`));

const reasonOf = (listing: Listing) => (listing.complete ? undefined : listing.reason);

const serve = async (pages: Record<string, (response: ServerResponse) => void>) =>
	createHttpServer(({url}, response) => {
		const page = pages[url.slice(path.length)];
		if (url.startsWith(path) && page) {
			page(response);
		} else {
			answer(response, 404);
		}
	});

const body = (value: unknown, headers?: Record<string, string>) => (response: ServerResponse) => {
	answer(response, 200, value, headers);
};

describe('one page', () => {
	test('a bare array, as documented', async () => {
		await using server = await serve({
			'': body([
				{
					id: 7,
					external_user_id: 'u',
					channel: 'EMAIL',
					notification_name: 'n',
					delivery_location: 'a@b.example',
					event_details: {
						network: 'ETH_MAINNET',
						event_type: 'ADDRESS_ACTIVITY',
						addresses: ['0xa'],
						filters: [
							{
								field_name: 'value',
								operator: 'gt',
								value: '1',
								value_type: 'int',
							},
						],
					},
				},
			]),
		});
		expect(await listingOf(server)).toMatchObject({
			complete: true,
			records: [
				{
					kind: 'notification',
					id: '7',
					userId: 'u',
					channel: 'EMAIL',
					name: 'n',
					recipient: 'a@b.example',
					network: 'ETH_MAINNET',
					addresses: ['0xa'],
					filters: [
						{
							fieldName: 'value',
							operator: 'gt',
							value: '1',
							valueType: 'int',
						},
					],
				},
			],
		});
		expect(server.requests).toMatchObject([{method: 'GET', url: path, headers: {authorization: 'Bearer test-key'}}]);
	});

	test.each([
		[
			{
				count: 1,
				next: null,
				previous: null,
				results: [{id: 1}],
			},
		],
		[{data: [{id: 1}]}],
		[{items: [{id: 1}], next: ''}],
	])('%j', async page => {
		await using server = await serve({'': body(page)});
		const listing = await listingOf(server);
		expect(listing.complete).toBe(true);
		expect(idsOf(listing)).toEqual(['1']);
	});

	test.each(['{}', 'null', '5', '"text"', '{"data":{}}', '{"results":null}', '<html>Log in</html>', '', '[{"id":1}'])(
		'%j is not a listing',
		async text => {
			await using server = await serve({'': body(text)});
			expect(await list(server)).toMatchObject({
				ok: false,
				failure: {kind: 'unreadable', status: 200, nextStep: 'Check --base-url, or the base URL of this profile.'},
			});
		},
	);
});

describe('several pages', () => {
	test('absolute and relative next, and a Link header', async () => {
		await using server = await createHttpServer(({url, headers}, response) => {
			const next = `http://${headers.host}${path}?page=2#top`;
			switch (url) {
				case path: {
					answer(response, 200, {count: 5, next, results: [{id: 1}, {id: 2}, null]});
					break;
				}

				case `${path}?page=2`: {
					answer(response, 200, {next: '?page=3', results: [{id: 3}]});
					break;
				}

				case `${path}?page=3`: {
					answer(response, 200, [{id: 4}], {link: '<../notifications/?page=1>; rel="prev", <?page=4>; rel="next"'});
					break;
				}

				default: {
					answer(response, 200, []);
				}
			}
		});
		const listing = await listingOf(server);
		expect(listing.complete).toBe(true);
		expect(idsOf(listing)).toEqual(['1', '2', 'unreadable 2', '3', '4']);
		expect(server.requests.map(({url}) => url)).toEqual([path, `${path}?page=2`, `${path}?page=3`, `${path}?page=4`]);
		expect(server.requests.every(({headers}) => headers.authorization === 'Bearer test-key')).toBe(true);
	});

	test('no request goes to another origin', async () => {
		await using other = await serve({'?page=2': body([])});
		await using server = await serve({'': body({next: `${other.baseUrl}${path.slice(1)}?page=2`, results: [{id: 1}]})});
		const listing = await listingOf(server);
		expect(idsOf(listing)).toEqual(['1']);
		expect(reasonOf(listing)).toBe(
			`The next page was not read: it is on another origin, ${other.baseUrl.slice(0, -1)}.`,
		);
		expect(other.requests).toEqual([]);
	});

	test.each([
		['https://', 'URL is not valid'],
		['elsewhere', 'could not be read'],
		['data:application/json,[]', 'another origin, another address'],
		['//a:b@HOST/api/', 'user name or password'],
		['?page=1', 'already read'],
	])('next %j makes the listing partial', async (written, reason) => {
		await using server = await createHttpServer(({url, headers}, response) => {
			answer(response, url.startsWith(`${path}?`) || url === path ? 200 : 404, {
				next: written.replace('HOST', () => headers.host!),
				data: [{id: 1}],
			});
		});
		const listing = await listingOf(server);
		expect(idsOf(listing)).toEqual(['1']);
		expect(reasonOf(listing)).toContain(reason);
		expect(server.requests.length).toBeLessThan(3);
	});

	test('pages are limited', async () => {
		await using server = await createHttpServer(({url}, response) => {
			answer(response, 200, {next: `?page=${Number(url.split('=', 2)[1] ?? 0) + 1}`, data: []});
		});
		expect(reasonOf(await listingOf(server))).toBe('Stopped after 1,000 pages; there are more.');
		expect(server.requests).toHaveLength(1000);
	});

	test.each([
		[
			(response: ServerResponse) => {
				answer(response, 500, {message: 'secret'});
			},
			'Page 2 could not be read: The service failed (500).',
		],
		[body({results: 'none'}), 'Page 2 could not be read: The response is not a listing (200).'],
		[
			(response: ServerResponse) => {
				response.socket?.destroy();
			},
			'was lost (',
		],
	])('a later page that fails: case %#', async (page, reason) => {
		await using server = await serve({'': body({next: '?page=2', data: [{id: 1}]}), '?page=2': page});
		const listing = await listingOf(server);
		expect(idsOf(listing)).toEqual(['1']);
		expect(reasonOf(listing)).toContain(reason);
	});

	test.each([
		{count: 2, data: [{id: 1}]},
		{total: 2, items: [{id: 1}]},
		{next: 2, results: [{id: 1}]},
		{has_more: true, data: [{id: 1}]},
		{next_cursor: 'abc', data: [{id: 1}]},
	])('a listing is partial when there is more: %j', async page => {
		await using server = await serve({'': body(page)});
		expect(reasonOf(await listingOf(server))).toBe(
			'The service has more notifications than the 1 in this listing, but does not link to the rest.',
		);
	});

	test('a listing is partial when there are more notifications than the service says', async () => {
		await using server = await serve({'': body({count: 1, data: [{id: 1}, {id: 2}]})});
		expect(reasonOf(await listingOf(server))).toBe(
			'The service reports 1 notification, but its listing has 2. The listing was read 3 times.',
		);
		expect(server.requests).toHaveLength(3);
	});

	test.each([
		{count: 2, data: [{id: 1}, {id: 1}]},
		{count: 'many', data: []},
		{has_more: false, next_cursor: null, data: []},
	])('%j is complete', async page => {
		await using server = await serve({'': body(page)});
		expect(await listingOf(server)).toMatchObject({complete: true});
	});
});

describe('a long listing', () => {
	const long = Array.from({length: 3000}, (_, index) => ({id: index + 1, notification_name: `n${index}`}));

	test('reports its progress while it arrives, with the bytes so far and in total', async () => {
		await using server = await serve({'': body(long, {'content-length': String(JSON.stringify(long).length)})});
		const counts: number[] = [];
		let last: {bytes: number; totalBytes: number | undefined} | undefined;
		const listing = await listingOf(server, {
			onProgress({records, bytes, totalBytes}) {
				counts.push(records.length);
				last = {bytes, totalBytes};
			},
		});
		expect(listing.records).toHaveLength(3000);
		expect(counts.length).toBeGreaterThan(1);
		expect(counts).toEqual(counts.toSorted((a, b) => a - b));
		expect(last).toEqual({bytes: JSON.stringify(long).length, totalBytes: JSON.stringify(long).length});
	});

	test('that ends early is partial without retries, and read again from the start with them', async () => {
		let tries = 0;
		await using server = await createHttpServer((_request, response) => {
			tries++;
			if (tries > 1) {
				answer(response, 200, long);
				return;
			}

			response.writeHead(200);
			response.write(`${JSON.stringify(long.slice(0, 100)).slice(0, -1)},`, () => {
				response.destroy();
			});
		});
		const broken = await listingOf(server);
		expect(idsOf(broken)).toEqual(long.slice(0, 100).map(({id}) => String(id)));
		expect(reasonOf(broken)).toMatch(/^The connection to /v);

		tries = 0;
		const again = await listingOf(server, {
			retry: {
				async sleep() {
					/* No time passes. */
				},
			},
		});
		expect(again.complete).toBe(true);
		expect(idsOf(again)).toEqual(long.map(({id}) => String(id)));
	});

	test('that is cancelled keeps what was read', async () => {
		await using server = await createHttpServer((_request, response) => {
			response.writeHead(200);
			response.write('[{"id":1},{"id":2},');
		});
		const controller = new AbortController();
		const listing = await listingOf(server, {
			signal: controller.signal,
			onProgress() {
				controller.abort();
			},
		});
		expect(idsOf(listing)).toEqual(['1', '2']);
		expect(reasonOf(listing)).toBe('The listing was stopped.');
	});

	describe('with a timeout', () => {
		afterEach(() => {
			vi.useRealTimers();
		});

		test.each([
			[900, {complete: true}],
			[1000, {complete: false, reason: matching(/No complete response from \S+ within 1 s\.$/v)}],
		])('whose chunks are %i ms apart', async (pause, listing) => {
			vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
			const {promise: response, resolve} = Promise.withResolvers<ServerResponse>();
			await using server = await createHttpServer((_request, waiting) => {
				waiting.writeHead(200);
				waiting.write('[{"id":1},');
				resolve(waiting);
			});
			const rest = ['{"id":2},', '{"id":3}]'];
			const sending: Array<Promise<void>> = [];
			const sendNext = async () => {
				const chunk = rest.shift();
				const waiting = await response;
				waiting.write(chunk ?? '');
				if (rest.length === 0) {
					waiting.end();
				}
			};

			const result = await listNotifications(
				{baseUrl: server.baseUrl, apiKey: 'test-key', timeout: 1000},
				{
					onProgress() {
						vi.advanceTimersByTime(pause);
						if (rest.length > 0) {
							sending.push(sendNext());
						}
					},
				},
			);
			await Promise.all(sending);
			expect(result).toMatchObject({ok: true, value: listing});
		});
	});
});

describe('while something is more urgent', () => {
	const many = Array.from({length: 20_000}, (_, id) => ({id, notification_name: 'x'.repeat(100)}));

	test('of a large response the beginning is read, and the rest when that has ended', async () => {
		await using server = await serve({'': body(many)});
		const urgent = Promise.withResolvers<void>();
		const begun = Promise.withResolvers<void>();
		let received = 0;
		const listed = listingOf(server, {
			moreUrgent: urgent.promise,
			onProgress({bytes}) {
				received = bytes;
				if (bytes >= 131_072) {
					begun.resolve();
				}
			},
		});
		await begun.promise;
		for (let count = 0; count < 50; count++) {
			await turn();
		}

		expect(received).toBeLessThan(300_000);
		urgent.resolve();
		const {complete, records} = await listed;
		expect([complete, records.length]).toEqual([true, 20_000]);
		expect(received).toBeGreaterThan(2_000_000);
	});

	test('a small response is read at once', async () => {
		await using server = await serve({'': body(many.slice(0, 100))});
		const {complete, records} = await listingOf(server, {moreUrgent: Promise.withResolvers<void>().promise});
		expect([complete, records.length]).toEqual([true, 100]);
	});
});
