import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {listChanges, listNotifications, type Listing} from '../../../source/api/listing/list-notifications.ts';
import type {HeldListing} from '../../../source/api/listing/reading.ts';
import {defaultLimits} from '../../../source/platform/limits.ts';
import type {Fault} from '../../../source/sandbox/faults.ts';
import {answer, createHttpServer, type Handler} from '../../helpers/http-server.ts';
import {start} from '../../sandbox/client.ts';

/** What a page lists, and what it reports besides. */
type Served = {
	ids: readonly number[];
	name?: string;
	next?: string | undefined;
	count?: number;
	tag?: string | undefined;
};

/** A service with pages by name, each with an ETag of its content, that answers If-None-Match. The first page is that of no name. */
async function serve(
	pages: Record<string, Served>,
	early?: (name: string, ...parameters: Parameters<Handler>) => boolean,
) {
	const server = await createHttpServer((request, response) => {
		const name = new URL(request.url, 'http://localhost').searchParams.get('page') ?? '';
		const {ids, name: given = '', next, count, tag} = pages[name]!;
		if (early?.(name, request, response) === true) {
			return;
		}

		const body = JSON.stringify({
			results: ids.map(id => ({id, notification_name: given})),
			next: next === undefined ? null : `?page=${next}`,
			...(count !== undefined && {count}),
		});
		const etag = 'tag' in pages[name]! ? tag : `"${body.replaceAll('"', "'")}"`;
		if (etag !== undefined && request.headers['if-none-match'] === etag) {
			answer(response, 304, undefined, {etag});
		} else {
			answer(response, 200, body, etag === undefined ? {} : {etag});
		}
	});
	onTestFinished(server[Symbol.asyncDispose]);
	const connection = {baseUrl: server.baseUrl, apiKey: 'test-key', timeout: 10_000};
	const list = async () => {
		const result = await listNotifications(connection);
		return (result as {value: Listing}).value as HeldListing & Listing;
	};

	const held = await list();
	let asked = server.requests.length;
	return {
		held,
		list,
		pages,
		/** What has changed, and the page and the condition of each request. */
		async changes(since = held, more: Partial<typeof connection & {limits: typeof defaultLimits}> = {}) {
			const changed = await listChanges({...connection, ...more}, since);
			const requests = server.requests
				.slice(asked)
				.map(
					({url, headers}) =>
						`${/page=(\w*)/v.exec(url)?.[1] ?? ''}${headers['if-none-match'] === undefined ? '' : '?'}`,
				);
			asked = server.requests.length;
			return {
				...(changed.ok ? changed.value : ({kind: 'failed', failure: changed.failure} as const)),
				requests: requests.join(' '),
			};
		},
	};
}

const idsIn = ({records}: Pick<Listing, 'records'>) =>
	records.map(record => (record.kind === 'notification' ? record.id : '?')).join(' ');

const three = (): Record<string, Served> => ({
	'': {ids: [1, 2], next: 'b'},
	b: {ids: [3, 4], next: 'c'},
	c: {ids: [5]},
});

test('a service that answers 304 for every page lists the same, and nothing is read', async () => {
	const {changes} = await serve(three());
	expect(await changes()).toEqual({kind: 'unchanged', requests: '? b? c?'});
});

test.each([
	['the first', '', [1, 2, 9], '1 2 9 3 4 5'],
	['one in the middle', 'b', [3, 9, 4], '1 2 3 9 4 5'],
	['the last', 'c', [5, 6], '1 2 3 4 5 6'],
])(
	'only %s of several pages has changed: the others stand as they are held, and the next question is about this listing',
	async (_name, page, ids, listed) => {
		const {held, pages, changes} = await serve(three());
		pages[page]!.ids = ids;
		const changed = await changes();
		expect(changed).toMatchObject({kind: 'listed', isPartlyHeld: true, isUnreliable: false, requests: '? b? c?'});
		const {listing} = changed as {listing: HeldListing & Listing};
		expect(idsIn(listing)).toBe(listed);
		expect(listing.complete).toBe(true);
		expect(listing.records[0]).toBe(held.records[0]);
		expect(await changes(listing)).toEqual({kind: 'unchanged', requests: '? b? c?'});
		pages.b!.ids = [3, 4, 7];
		const again = (await changes(listing)) as {listing: HeldListing & Listing};
		expect(idsIn(again.listing)).toContain('3 4 7');
	},
);

test('a page more is read; one less, or a notification less, is concluded from a whole listing alone', async () => {
	const {pages, changes} = await serve(three());
	pages.c!.next = 'd';
	pages.d = {ids: [6]};
	const more = (await changes()) as {listing: HeldListing & Listing; requests: string};
	expect([idsIn(more.listing), more.requests]).toEqual(['1 2 3 4 5 6', '? b? c? d']);
	pages.c!.next = undefined;
	expect(await changes(more.listing)).toMatchObject({
		kind: 'listed',
		isPartlyHeld: false,
		isUnreliable: false,
		requests: '? b? c?  b c',
	});
	pages.b!.ids = [4];
	const less = (await changes()) as {listing: Listing; requests: string};
	expect(less).toMatchObject({isPartlyHeld: false, requests: '? b? c?  b c'});
	expect(idsIn(less.listing)).toBe('1 2 4 5');
});

test.each<[string, (pages: Record<string, Served>) => void]>([
	[
		'an ID is on two pages',
		({'': first}) => {
			first!.ids = [1, 2, 5];
		},
	],
	[
		'the totals do not agree',
		({'': first}) => {
			first!.count = 7;
			first!.ids = [1, 2, 7];
		},
	],
	[
		'the next page cannot be read',
		({b}) => {
			b!.next = 'b';
		},
	],
])('the whole account is listed unconditionally if %s', async (_name, change) => {
	const {pages, changes} = await serve(three());
	change(pages);
	const {requests} = await changes();
	expect(requests).toMatch(/^\? b?\??(?: c\?)? {2}/v);
	expect(requests.slice(requests.indexOf('  ')).includes('?')).toBe(false);
});

test('a page that comes without an ETag, with an element that is no record, or twice with an ID is always read', async () => {
	const {held, pages, changes} = await serve({
		'': {ids: [1], next: 'b'},
		b: {ids: [2], tag: undefined, next: 'c'},
		c: {ids: [3, 3], next: 'd'},
		d: {ids: [4]},
	});
	expect(held.pages.map(({tag}) => tag !== undefined)).toEqual([true, false, false, true]);
	pages['']!.name = 'changed';
	expect(await changes()).toMatchObject({
		kind: 'listed',
		isPartlyHeld: true,
		listing: {repeatedIds: 1, complete: true},
		requests: '? b c d?',
	});
});

test('an account of one page that changed is listed as if nothing had been asked', async () => {
	const {pages, changes} = await serve({'': {ids: [1, 2]}});
	pages['']!.ids = [2];
	expect(await changes()).toMatchObject({
		kind: 'listed',
		isPartlyHeld: false,
		isUnreliable: false,
		listing: {complete: true},
		requests: '?',
	});
});

test.each<[string, Record<string, string>]>([
	['another ETag', {etag: '"other"'}],
	['another next page', {link: '<?page=z>; rel="next"'}],
	['another total', {'x-total-count': '77'}],
])('a 304 with %s is not believed, and the service is not asked any more', async (_name, headers) => {
	const {changes} = await serve(three(), (name, request, response) => {
		const isAsked = name === 'b' && request.headers['if-none-match'] !== undefined;
		if (isAsked) {
			answer(response, 304, undefined, headers);
		}

		return isAsked;
	});
	expect(await changes()).toMatchObject({
		kind: 'listed',
		isPartlyHeld: false,
		isUnreliable: true,
		requests: '? b?  b c',
	});
});

test('a 304 need not repeat any header, and its ETag may be weak', async () => {
	for (const headers of [{}, {etag: 'W/"1"', 'content-length': '4096'}]) {
		const {changes} = await serve({'': {ids: [1], tag: '"1"'}}, (_name, request, response) => {
			const isAsked = request.headers['if-none-match'] !== undefined;
			if (isAsked) {
				response.writeHead(304, headers);
				response.end();
			}

			return isAsked;
		});
		expect(await changes()).toEqual({kind: 'unchanged', requests: '?'});
	}
});

test('a service that refuses the condition is listed without it; one that fails has failed', async () => {
	let status = 412;
	const {changes} = await serve(three(), (_name, request, response) => {
		const isAsked = request.headers['if-none-match'] !== undefined;
		if (isAsked) {
			answer(response, status, {});
		}

		return isAsked;
	});
	expect(await changes()).toMatchObject({kind: 'listed', isPartlyHeld: false, isUnreliable: true, requests: '?  b c'});
	status = 503;
	expect(await changes()).toMatchObject({kind: 'failed', failure: {kind: 'server'}, requests: '?'});
	status = 401;
	expect(await changes()).toMatchObject({kind: 'failed', failure: {kind: 'unauthorized'}, requests: '?'});
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

test('a limit holds for what is held and read together', async () => {
	const {pages, changes} = await serve(three());
	pages['']!.ids = [1, 2, 8, 9];
	expect(await changes(undefined, {limits: {...defaultLimits, records: 6}})).toMatchObject({
		kind: 'listed',
		isPartlyHeld: false,
		listing: {complete: false},
	});
});

test.each<[string, Fault[]]>([
	['that shift', [{name: 'list-pages-shift'}]],
	['of which one is repeated', [{name: 'list-pages-repeat'}]],
	['of which one is skipped', [{name: 'list-pages-skip'}]],
	['that lack some', [{name: 'list-pages'}, {name: 'list-omits', value: 40}]],
	['of nothing', [{name: 'list-pages'}, {name: 'list-empty', count: 1}]],
])('pages of the sandbox %s: no page that is held makes anything absent', async (_name, faults) => {
	const sandbox = await start({samples: 5, faults: [{name: 'list-etag'}, {name: 'list-pages'}]});
	const connection = {...sandbox, timeout: 10_000};
	const listed = (await listNotifications(connection)) as {value: HeldListing & Listing};
	expect(await listChanges(connection, listed.value)).toEqual({ok: true, value: {kind: 'unchanged'}});
	sandbox.faults.clear('list-pages');
	for (const fault of faults) {
		sandbox.faults.add(fault);
	}

	const changed = (await listChanges(connection, listed.value)) as {value: {listing: Listing; isPartlyHeld: boolean}};
	expect(changed).toMatchObject({ok: true, value: {kind: 'listed'}});
	const {listing, isPartlyHeld} = changed.value;
	expect(!isPartlyHeld || idsIn(listing).startsWith('1 2 3 4 5')).toBe(true);
	sandbox.faults.clear();
	sandbox.faults.add({name: 'list-etag'});
	const clean = (await listChanges(connection, listed.value)) as {value: {listing: Listing}};
	expect(idsIn(clean.value.listing)).toBe('1 2 3 4 5');
});

const pagesOf = (lists: ReadonlyArray<readonly number[]>): Record<string, Served> =>
	Object.fromEntries(
		lists.map((ids, index) => [
			index === 0 ? '' : String(index),
			{ids, next: index < lists.length - 1 ? String(index + 1) : undefined},
		]),
	);

/** IDs on up to four pages, each ID on one of them. */
const anyPages = fc
	.uniqueArray(fc.integer({min: 1, max: 12}), {maxLength: 8})
	.chain(ids => fc.tuple(fc.constant(ids), fc.array(fc.nat({max: 8}), {maxLength: 3})))
	.map(([ids, cuts]) =>
		[0, ...cuts.toSorted((a, b) => a - b), ids.length].map((from, index, all) =>
			ids.slice(from, all[index + 1] ?? ids.length),
		),
	);

test('whatever changes, asking for changes leads to what the service has; with pages that are held, to nothing less than before', async () => {
	const {pages, list, changes} = await serve(pagesOf([[]]));
	await fc.assert(
		fc.asyncProperty(fc.array(anyPages, {minLength: 2, maxLength: 4}), async ([first, ...later]) => {
			Object.assign(pages, pagesOf(first!));
			let since = await list();
			for (const state of later) {
				Object.assign(pages, pagesOf(state));
				const changed = await changes(since);
				expect(changed.kind).not.toBe('failed');
				const {listing = since, isPartlyHeld = false} = changed as {
					listing?: HeldListing & Listing;
					isPartlyHeld?: boolean;
				};
				expect(idsIn(listing)).toBe(state.flat().join(' '));
				const ids = new Set(state.flat().map(String));
				expect(
					!isPartlyHeld || since.records.every(record => record.kind === 'notification' && ids.has(record.id)),
				).toBe(true);
				since = listing;
			}
		}),
	);
});
