import {Buffer} from 'node:buffer';
import {expect, test} from 'vitest';
import {defaultTimeout} from '../../../source/api/connection.ts';
import {listNotifications} from '../../../source/api/listing/list-notifications.ts';
import {createKnownRecords} from '../../../source/api/listing/known-records.ts';
import {readRecord} from '../../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {createHttpServer} from '../../helpers/http-server.ts';

const textOf = (id: number, name = 'x') => JSON.stringify({id, notification_name: name});
const listed = (...ids: readonly number[]): ListedRecord[] =>
	ids.map((id, index) => readRecord(JSON.parse(textOf(id)), index));

test('a record is recognised by its bytes, wherever they are', () => {
	const records = listed(1);
	const bytes = Buffer.from(` ${textOf(1)},`);
	const known = createKnownRecords(records);
	expect(known.recognise(bytes, 1)).toBe(records[0]);
	expect(known.recognise(bytes, 0)).toBeUndefined();
	// Its end has not arrived.
	expect(known.recognise(bytes.subarray(0, -2), 1)).toBeUndefined();
	expect(known.recognise(Buffer.from(textOf(1, 'y')), 0)).toBeUndefined();
});

test.each([
	['one was deleted', [1, 3], [1, 2, 3, 4], 4],
	['1,000 in a row were deleted', [0], Array.from({length: 1002}, (_, index) => index), 1],
	['999 in a row were deleted, and one listed', [0, 1000], Array.from({length: 1002}, (_, index) => index), 1001],
	['one is new', [1, 7], [1, 2], 2],
	['one is new at the start', [7], [1, 2], 1],
	['the first was deleted, the others stand in another order', [3, 2], [1, 2, 3, 4], 4],
])('%s: what comes next', (_what, ids, before, next) => {
	const known = createKnownRecords(listed(...before));
	for (const id of ids) {
		known.skipPast(String(id));
	}

	expect(known.recognise(Buffer.from(textOf(next)), 0)).toMatchObject({id: String(next)});
});

test('elements that were no notifications are passed over', () => {
	const known = createKnownRecords([readRecord('nothing', 0), ...listed(5)]);
	expect(known.recognise(Buffer.from(textOf(5)), 0)).toMatchObject({id: '5'});
});

/** A service with these pages. `isCut`: the first response of each ends before its last element does. */
const serve = async (pages: ReadonlyArray<readonly number[]>, isCut = false) => {
	const cut = new Set<number>();
	return createHttpServer(({url}, response) => {
		const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 0);
		const body = `{"results":[${pages[page]!.map(id => textOf(id)).join(',')}],"next":${page + 1 < pages.length ? `"?page=${page + 1}"` : null}}`;
		if (!isCut || cut.has(page)) {
			response.writeHead(200, {'content-type': 'application/json'}).end(body);
			return;
		}

		cut.add(page);
		response.writeHead(200, {'content-type': 'application/json', 'content-length': body.length});
		response.write(body.slice(0, body.lastIndexOf('}]')), () => {
			response.destroy();
		});
	});
};

const list = async (baseUrl: string, before: readonly ListedRecord[]): Promise<readonly ListedRecord[]> => {
	const result = await listNotifications(
		{baseUrl, apiKey: 'test-key', timeout: defaultTimeout},
		{before, retry: {sleep: async () => undefined}},
	);
	expect(result).toMatchObject({ok: true, value: {complete: true}});
	return result.ok ? result.value.records : [];
};

test.each([
	['in one page', [[1, 2, 3, 4, 5]], false],
	['in pages', [[1, 2], [3, 4], [5]], false],
	['in pages that are read again because the connection was lost', [[1, 2], [3, 4], [5]], true],
] as const)('%s: what is listed as before is the record of before', async (_how, pages, isCut) => {
	await using server = await serve(pages, isCut);
	const before = await list(server.baseUrl, []);
	await using later = await serve(pages, isCut);
	const after = await list(later.baseUrl, before);
	expect(after).toHaveLength(5);
	for (const [index, record] of after.entries()) {
		expect(record).toBe(before[index]);
	}
});

test('an ID that is listed twice counts once, also if it is known', async () => {
	await using server = await serve([[1, 2, 2, 3]]);
	const [one, two, three] = listed(1, 2, 3);
	const after = await list(server.baseUrl, [one!, two!, two!, three!]);
	expect(after.map(record => record.kind === 'notification' && record.id)).toEqual(['1', '2', '3']);
});
