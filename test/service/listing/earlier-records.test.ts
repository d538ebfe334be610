import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createElementSplitter} from '../../../source/service/listing/element-splitter.ts';
import {createReading} from '../../../source/service/listing/reading.ts';
import {defaultLimits} from '../../../source/platform/limits.ts';
import {jsonOf, type ListedRecord} from '../../../source/notification/notification.ts';

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
