import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createElementSplitter} from '../../../source/service/listing/element-splitter.ts';
import {readRecord} from '../../../source/service/listing/read-record.ts';
import {createReading} from '../../../source/service/listing/reading.ts';
import {defaultLimits} from '../../../source/platform/limits.ts';
import {jsonOf, type ListedRecord} from '../../../source/notification/notification.ts';
import {withEarlierRecords} from '../../../source/service/listing/list-notifications.ts';

/** Records of JSON texts that arrived in one piece. */
function listed(...texts: readonly string[]): ListedRecord[] {
	const bytes = Buffer.from(texts.join(','));
	let from = 0;
	return texts.map((text, index) => {
		const to = from + Buffer.byteLength(text);
		const record = readRecord(JSON.parse(text), index, {bytes, from, to});
		from = to + 1;
		return record;
	});
}

async function reuseRecords(before: readonly ListedRecord[], records: readonly ListedRecord[]) {
	const listing = await withEarlierRecords({records, complete: true}, () => before);
	return listing.records;
}

const one = '{"id":1,"notification_name":"one"}';
const two = '{"id":2,"notification_name":"two"}';
const three = '{"id":3,"notification_name":"three"}';

test('a listing that did not change is the earlier array', async () => {
	const before = listed(one, '{"no":"id"}', two);
	expect(await reuseRecords(before, listed(one, '{"no":"id"}', two))).toBe(before);
});

test.each([
	['one is new', [one, two], [one, two, three], [0, 1, undefined]],
	['one is new at the start', [one, two], [three, one, two], [undefined, 0, 1]],
	['one is gone', [one, two, three], [two, three], [1, 2]],
	['the order is another', [one, two, three], [three, two, one], [2, 1, 0]],
	['one was rewritten', [one, two], [one, '{"id":2,"notification_name":"TWO"}'], [0, undefined]],
	['white space is another', [one], ['{"id":1, "notification_name":"one"}'], [undefined]],
	['one became unreadable', [one, two], [one, '{"id":{}}'], [0, undefined]],
	['an unreadable one moved', ['{"a":1}', one], [one, '{"a":1}'], [1, undefined]],
	['there was nothing', [], [one], [undefined]],
	['there is nothing', [one], [], []],
] as const)('%s: the others are those of before', async (_what, before, after, places) => {
	const [earlier, later] = [listed(...before), listed(...after)];
	const reused = await reuseRecords(earlier, later);
	expect(reused).toHaveLength(after.length);
	for (const [index, place] of places.entries()) {
		if (place === undefined) {
			expect(earlier).not.toContain(reused[index]);
		} else {
			expect(reused[index]).toBe(earlier[place]);
		}

		expect(jsonOf(reused[index]!)).toBe(after[index]);
	}
});

test('whatever was added, removed, moved and rewritten, what was received alike is the earlier record', async () => {
	const ids = fc.uniqueArray(fc.integer({min: 0, max: 9}), {maxLength: 8});
	await fc.assert(
		fc.asyncProperty(ids, ids, fc.integer({min: 0, max: 9}), async (some, others, rewritten) => {
			const before = listed(...some.map(id => `{"id":${id}}`));
			const after = listed(...others.map(id => (id === rewritten ? `{"id":${id},"channel":"EMAIL"}` : `{"id":${id}}`)));
			const reused = await reuseRecords(before, after);
			expect(reused.map(record => jsonOf(record))).toEqual(after.map(record => jsonOf(record)));
			for (const [index, id] of others.entries()) {
				const earlier = before[some.indexOf(id)];
				expect(reused[index] === earlier).toBe(earlier !== undefined && id !== rewritten);
			}
		}),
	);
});

test('a new record among many earlier ones does not keep the bytes of the whole listing', async () => {
	const reused = await reuseRecords(listed(one, two), listed(one, two, three));
	const last = reused.at(-1);
	expect(last?.kind === 'notification' && last.source?.bytes.length).toBe(three.length);
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
