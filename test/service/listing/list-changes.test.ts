import {expect, onTestFinished, test} from 'vitest';
import {listChanges, listNotifications, type Listing} from '../../../source/service/listing/list-notifications.ts';
import {answering, answer, createHttpServer, type Handler} from '../../helpers/http-server.ts';
import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {createElementSplitter} from '../../../source/service/listing/element-splitter.ts';
import {createReading} from '../../../source/service/listing/reading.ts';
import {defaultLimits} from '../../../source/platform/limits.ts';
import {jsonOf, type ListedRecord} from '../../../source/notification/notification.ts';

/** A service that lists what the test sets, and answers `If-None-Match` of its ETag with 304. */
async function serve(early?: (...parameters: Parameters<Handler>) => boolean) {
	const served = {list: [{id: 1}, {id: 2}], tag: '"1"'};
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
	await using server = await createHttpServer(answering(304));
	expect(await listNotifications({baseUrl: server.baseUrl, apiKey: 'test-key', timeout: 10_000})).toMatchObject({
		ok: false,
		failure: {kind: 'unreadable', status: 304},
	});
});

/** Reads a page that arrives in pieces of these lengths, in turn, with the records of an earlier listing. */
function read(document: string, lengths: readonly number[], before: readonly ListedRecord[] = []) {
	const reading = createReading({...defaultLimits, record: 300, records: 6}, {before: () => before});
	const splitter = createElementSplitter(reading.receiver);
	reading.beginPage();
	const bytes = Buffer.from(document);
	let from = 0;
	for (let turn = 0; from < bytes.length; turn++) {
		const to = Math.min(bytes.length, from + lengths[turn % lengths.length]!);
		splitter.push(bytes.subarray(from, to));
		from = to;
	}

	const {records} = reading;
	return {
		records,
		seen: {
			end: splitter.end(),
			records: records.map(record => ({...record, source: undefined, json: jsonOf(record)})),
			repeatedIds: reading.repeatedIds(),
			pageElements: reading.pageElements(),
			limitReached: reading.limitReached(),
		},
	};
}

const one = '{"id":1,"notification_name":"one"}';
const two = '{"id":2,"notification_name":"two"}';
const three = '{"id":3,"notification_name":"three"}';

test.each([
	['nothing changed', [one, '{"no":"id"}', two], [one, '{"no":"id"}', two], [0, 1, 2]],
	['one is new', [one, two], [one, two, three], [0, 1, undefined]],
	['one is new at the start', [one, two], [three, one, two], [undefined, 0, 1]],
	['one is gone', [one, two, three], [two, three], [1, 2]],
	['one was rewritten', [one, two], [one, '{"id":2,"notification_name":"TWO"}'], [0, undefined]],
	['white space is another', [one], ['{"id":1, "notification_name":"one"}'], [undefined]],
	['one became unreadable', [one, two], [one, '{"id":{}}'], [0, undefined]],
	['there was nothing', [], [one], [undefined]],
	['there is nothing', [one], [], []],
] as const)('%s: the others are those of before', (_what, before, after, places) => {
	const earlier = read(`[${before.join(',')}]`, [50]).records;
	const {records} = read(`[${after.join(',')}]`, [50], earlier);
	expect(records.map(record => jsonOf(record))).toEqual(after);
	expect(records.map(record => (earlier.includes(record) ? earlier.indexOf(record) : undefined))).toEqual(places);
});

test('an unreadable record that moved has its new place', () => {
	const earlier = read(`[{"a":1},${one}]`, [50]).records;
	expect(read(`[${one},{"a":1}]`, [50], earlier).records).toMatchObject([{id: '1'}, {index: 1, json: '{"a":1}'}]);
});

test('a new record among earlier ones does not keep the bytes of the listing', () => {
	const earlier = read(`[${one},${two}]`, [200]).records;
	const last = read(`[${one},${two},${three}]`, [200], earlier).records.at(-1);
	expect(last?.kind === 'notification' && last.source?.bytes.length).toBe(three.length);
});

test('with the records of an earlier listing a listing reads as without them, whatever was listed and changed', () => {
	const id = fc.integer({min: 0, max: 4});
	const element = fc.oneof(
		{weight: 6, arbitrary: fc.tuple(id, fc.constantFrom('', ',"x":1e3', ',"x":-0', ',"notification_name":"é\\n"'))},
		{weight: 1, arbitrary: fc.constantFrom('{"no":"id"}', '3', '"\\"]"', '[{}]', '', ' ', '{"id":1', '1 2')},
		{weight: 1, arbitrary: fc.constant(`{"id":3,"x":${'['.repeat(101)}${']'.repeat(101)}}`)},
		{weight: 1, arbitrary: fc.constant(`{"id":4,"notification_name":"${'y'.repeat(400)}"}`)},
	);
	const texts = fc
		.array(element, {maxLength: 8})
		.map(each => each.map(some => (typeof some === 'string' ? some : `{"id":${some[0]}${some[1]}}`)));
	const [space, piece] = [fc.constantFrom('', ' ', '\n\t'), fc.integer({min: 1, max: 60})];
	let recognised = 0;
	let all = 0;
	fc.assert(
		fc.property(
			texts,
			fc.oneof(texts, fc.constant(undefined)),
			space,
			fc.constantFrom(['[', ']'], ['{"data":[', '],"next":null}'], ['[', '']),
			fc.array(piece, {minLength: 1, maxLength: 3}),
			(earlier, other, blank, [start, end], lengths) => {
				const before = read(`[${earlier.join(',')}]`, [50]).records;
				const document = start + (other ?? earlier).join(`${blank},${blank}`) + end;
				const later = read(document, lengths, before);
				const plain = read(document, lengths);
				// Of what is no JSON, all that is before the mistake can be read, or less.
				expect(later.seen.end).toEqual(plain.seen.end);
				expect(plain.seen.end.ok ? later.seen : undefined).toEqual(plain.seen.end.ok ? plain.seen : undefined);
				recognised += later.records.filter(record => before.includes(record)).length;
				all += later.records.length;
			},
		),
	);
	// Otherwise nothing was recognised.
	expect(recognised / all).toBeGreaterThan(0.1);
});
