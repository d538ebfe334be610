import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {defaultTimeout} from '../../../source/service/retry.ts';
import {type Listing, listNotifications} from '../../../source/service/listing/list-notifications.ts';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

const path = '/api/v1/service/notifications/';

/** One page, as the service has it at the moment of the request. */
type PageRequest = {
	readonly from: number;
	readonly ids: readonly number[];
	readonly nextFrom: number | undefined;
	readonly count: number;
};

/** How a service writes its pages: the query of the page from an index on, and the response. */
type PageForm = {
	readonly query: (from: number) => string;
	readonly from: (query: URLSearchParams) => number;
	readonly respond: (
		page: PageRequest,
		query: (from: number) => string,
	) => {readonly body: unknown; readonly headers?: Record<string, string>};
};

const length = 2;
const records = (ids: readonly number[]) => ids.map(id => ({id}));

const forms: Readonly<Record<string, PageForm>> = {
	page: {
		query: from => `?page=${from / length + 1}`,
		from: query => (Number(query.get('page') ?? 1) - 1) * length,
		respond: ({ids, nextFrom, count}, query) => ({
			body: {count, next: nextFrom === undefined ? null : query(nextFrom), results: records(ids)},
		}),
	},
	'limit, with the total and the link in headers': {
		query: from => `?limit=${length}&skip=${from}`,
		from: query => Number(query.get('skip')),
		respond: ({ids, nextFrom, count}, query) => ({
			body: records(ids),
			headers: {
				'x-total-count': String(count),
				...(nextFrom !== undefined && {link: `<${query(nextFrom)}>; rel="next"`}),
			},
		}),
	},
	offset: {
		query: from => `?offset=${from}&limit=${length}`,
		from: query => Number(query.get('offset')),
		respond: ({from, ids, nextFrom, count}, query) => ({
			body: {
				total: count,
				offset: from,
				limit: length,
				items: records(ids),
				next: nextFrom === undefined ? '' : query(nextFrom),
			},
		}),
	},
	cursor: {
		query: from => `?cursor=${Buffer.from(String(from)).toString('base64url')}`,
		from: query => Number(Buffer.from(query.get('cursor') ?? 'MA', 'base64url').toString()),
		respond: ({ids, nextFrom, count}, query) => ({
			body: {
				count,
				has_more: nextFrom !== undefined,
				data: records(ids),
				...(nextFrom !== undefined && {next: query(nextFrom)}),
			},
		}),
	},
};

/** An account, and what other clients do to it after each page, by the number of the request. */
type Shifting = {
	readonly ids: number[];
	readonly change?: (ids: number[], request: number) => void;
	readonly form?: PageForm;
	readonly count?: (ids: readonly number[]) => number;
};

const serve = async ({ids, change, form = forms.page!, count = all => all.length}: Shifting) => {
	let request = 0;
	return createHttpServer(({url}, response) => {
		const from = form.from(new URL(url, 'http://localhost').searchParams);
		const end = from + length;
		const page = {from, ids: ids.slice(from, end), nextFrom: end < ids.length ? end : undefined, count: count(ids)};
		const {body, headers} = form.respond(page, form.query);
		answer(response, 200, body, headers);
		change?.(ids, ++request);
	});
};

async function listingOf(baseUrl: string): Promise<Listing> {
	const result = await listNotifications({baseUrl, apiKey: 'test-key', timeout: defaultTimeout});
	expect(result.ok).toBe(true);
	return (result as {value: Listing}).value;
}

const idsOf = (listing: Listing) =>
	listing.records.map(record => (record.kind === 'notification' ? Number(record.id) : undefined));
const reasonOf = (listing: Listing) => (listing.complete ? undefined : listing.reason);

const shifted =
	'The pages shifted while they were read: a notification is on two of them. The listing was read 3 times.';

describe.each(Object.entries(forms))('pages by %s', (_name, form) => {
	test('an account that does not change is read once', async () => {
		await using server = await serve({ids: [1, 2, 3, 4, 5], form});
		const listing = await listingOf(server.baseUrl);
		expect(listing).toMatchObject({complete: true});
		expect(idsOf(listing)).toEqual([1, 2, 3, 4, 5]);
		expect(server.requests).toHaveLength(3);
	});

	test('after a deletion between two pages it is read again, and nothing is missing', async () => {
		await using server = await serve({
			ids: [1, 2, 3, 4, 5],
			form,
			change(ids, request) {
				if (request === 1) {
					ids.shift();
				}
			},
		});
		const listing = await listingOf(server.baseUrl);
		expect([listing.complete, idsOf(listing)]).toEqual([true, [2, 3, 4, 5]]);
		expect(server.requests).toHaveLength(4);
	});

	test('if something is deleted each time, it is partial after three readings', async () => {
		await using server = await serve({
			ids: [1, 2, 3, 4, 5, 6, 7, 8, 9],
			form,
			change(ids) {
				ids.shift();
			},
		});
		const listing = await listingOf(server.baseUrl);
		expect(listing.complete).toBe(false);
		expect(reasonOf(listing)).toMatch(
			/^The number of notifications changed from \d to \d while the pages were read\. The listing was read 3 times\.$/v,
		);
	});

	test('a creation between two pages repeats an ID: it is read again', async () => {
		await using server = await serve({
			ids: [5, 4, 3, 2, 1],
			form,
			change(ids, request) {
				if (request === 1) {
					ids.unshift(6);
				}
			},
		});
		const listing = await listingOf(server.baseUrl);
		expect([listing.complete, idsOf(listing)]).toEqual([true, [6, 5, 4, 3, 2, 1]]);
	});

	test('a creation and a deletion leave the number as it was, but repeat an ID', async () => {
		let next = 6;
		await using server = await serve({
			ids: [5, 4, 3, 2, 1],
			form,
			change(ids) {
				ids.unshift(next++);
				ids.pop();
			},
		});
		expect(reasonOf(await listingOf(server.baseUrl))).toBe(shifted);
	});

	test.each([
		[-1, 'The service reports 4 notifications, but its pages have 5.'],
		[1, 'The service reports 6 notifications, but its pages have 5.'],
	])('a number that is %i off does not add up', async (off, reason) => {
		await using server = await serve({ids: [1, 2, 3, 4, 5], form, count: ids => ids.length + off});
		const listing = await listingOf(server.baseUrl);
		expect(reasonOf(listing)).toBe(`${reason} The listing was read 3 times.`);
		expect(idsOf(listing)).toEqual([1, 2, 3, 4, 5]);
		expect(server.requests).toHaveLength(9);
	});
});

test('pages that say no number disagree if an ID is on two of them', async () => {
	const page = forms.page!;
	const form: PageForm = {
		...page,
		respond: ({ids, nextFrom}, query) => ({
			body: {next: nextFrom === undefined ? null : query(nextFrom), results: records(ids)},
		}),
	};
	await using server = await serve({
		ids: [3, 2, 1],
		form,
		change(ids, request) {
			ids.unshift(request + 3);
		},
	});
	expect(reasonOf(await listingOf(server.baseUrl))).toBe(shifted);
});

test('a number of notifications that is that of each page is no total', async () => {
	const page = forms.page!;
	const form: PageForm = {
		...page,
		respond: ({ids, nextFrom}, query) => ({
			body: {count: ids.length, next: nextFrom === undefined ? null : query(nextFrom), results: records(ids)},
		}),
	};
	await using server = await serve({ids: [1, 2, 3, 4, 5], form});
	expect(await listingOf(server.baseUrl)).toMatchObject({complete: true});
	expect(server.requests).toHaveLength(3);
});

test('what was read stays, with its reason, if it cannot be read again', async () => {
	await using server = await createHttpServer(({url}, response) => {
		if (server.requests.length > 2) {
			answer(response, 500);
		} else if (url === path) {
			answer(response, 200, {count: 3, next: '?page=2', results: [{id: 1}, {id: 2}]});
		} else {
			answer(response, 200, {count: 2, results: [{id: 4}]});
		}
	});
	const listing = await listingOf(server.baseUrl);
	expect(idsOf(listing)).toEqual([1, 2, 4]);
	expect(reasonOf(listing)).toBe('The number of notifications changed from 3 to 2 while the pages were read.');
});

describe('repeated IDs', () => {
	const listing = async (pages: ReadonlyArray<ReadonlyArray<{readonly id: unknown}>>) => {
		await using server = await createHttpServer(({url}, response) => {
			const number = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
			answer(response, 200, {results: pages[number - 1], next: number < pages.length ? `?page=${number + 1}` : null});
		});
		const read = await listingOf(server.baseUrl);
		return read;
	};

	test.each([
		['as text and as a number', ['1', 1], 1],
		['none, of other kinds', ['a', 'b', 1, '01', 10, 9], undefined],
	] as const)('%s, in one page: complete, and counted', async (_name, ids, repeatedIds) => {
		const {complete, records: listed, repeatedIds: counted} = await listing([ids.map(id => ({id}))]);
		expect({complete, counted}).toEqual({complete: true, counted: repeatedIds});
		expect(listed).toHaveLength(new Set(ids.map(String)).size);
	});

	test('on a page that is retried: counted once', async () => {
		let isFirst = true;
		await using server = await createHttpServer(({url}, response) => {
			if (url === path) {
				answer(response, 200, {results: [{id: 1}, {id: 2}, {id: 2}], next: '?page=2'});
			} else if (isFirst) {
				isFirst = false;
				response.writeHead(200);
				response.write('[{"id":3},{"id":3},{"id":1},', () => {
					response.destroy();
				});
			} else {
				answer(response, 200, [{id: 3}, {id: 4}, {id: 4}]);
			}
		});
		const result = await listNotifications(
			{baseUrl: server.baseUrl, apiKey: 'test-key', timeout: defaultTimeout},
			{
				retry: {
					async sleep() {
						/* No time passes. */
					},
				},
			},
		);
		expect(result).toMatchObject({
			ok: true,
			value: {complete: true, repeatedIds: 2, records: [{id: '1'}, {id: '2'}, {id: '3'}, {id: '4'}]},
		});
	});

	test('in any order: the first record of each is kept, and every repetition is found', async () => {
		let elements: ReadonlyArray<{readonly id: number; readonly channel: string}> = [];
		await using server = await createHttpServer((_request, response) => {
			answer(response, 200, elements);
		});
		const many = fc.array(fc.nat({max: 300}));
		const ids = fc.oneof(
			fc.array(fc.nat({max: 30})),
			many.map(list => list.toSorted((a, b) => a - b)),
			many.map(list => list.toSorted((a, b) => b - a)),
		);
		await fc.assert(
			fc.asyncProperty(ids, async all => {
				elements = all.map((id, index) => ({id, channel: String(index)}));
				const firsts = [...new Set(all)];
				const repeated = firsts.filter(id => all.indexOf(id) !== all.lastIndexOf(id));
				const {complete, records: listed, repeatedIds} = await listingOf(server.baseUrl);
				expect({complete, repeatedIds}).toEqual({
					complete: true,
					repeatedIds: repeated.length === 0 ? undefined : repeated.length,
				});
				expect(listed.map(record => (record.kind === 'notification' ? [record.id, record.channel] : []))).toEqual(
					firsts.map(id => [String(id), String(all.indexOf(id))]),
				);
			}),
		);
	});
});
