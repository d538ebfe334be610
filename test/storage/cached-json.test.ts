import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readRecord} from '../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../source/domain/notification.ts';
import {cachedPiecesOf} from '../../source/storage/cached-json.ts';
import {createRecordParser} from '../../source/storage/cached-records.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {elementTexts} from '../helpers/element-texts.ts';

/** The records of a response. */
const received = (response: string): readonly ListedRecord[] => createRecordParser()(Buffer.from(response));

const saved = (records: readonly ListedRecord[]) => received(`[${Buffer.concat(cachedPiecesOf(records)).toString()}]`);

const jsonOf = (records: readonly ListedRecord[]) => records.map(({json}) => json);

test('whichever records are saved, in any order, they are read as they were received', () => {
	fc.assert(
		fc.property(
			fc.array(elementTexts, {maxLength: 6}),
			fc.array(elementTexts, {maxLength: 3}),
			fc.boolean(),
			fc.array(fc.boolean(), {minLength: 9, maxLength: 9}),
			(some, others, isReversed, kept) => {
				const all = [...received(`[${some.join(',')}]`), ...received(`[${others.join(' ,\n')}]`)].filter(
					(_, index) => kept[index],
				);
				const records = isReversed ? all.toReversed() : all;
				expect(jsonOf(saved(records))).toEqual(jsonOf(records));
			},
		),
	);
});

test('records that were received one after the other are one piece, and others are not', () => {
	const records = received('[{"id":1},{"id":2} , {"id":3},\n{"id":4}]');
	const [one, two, three, four] = records as [ListedRecord, ListedRecord, ListedRecord, ListedRecord];
	const pieces = (...some: ListedRecord[]) => cachedPiecesOf(some).map(piece => Buffer.from(piece).toString());
	expect(pieces(...records)).toEqual(['{"id":1},{"id":2} , {"id":3},\n{"id":4}']);
	expect(pieces(one, three, four)).toEqual(['{"id":1}', ',\n', '{"id":3},\n{"id":4}']);
	expect(pieces(two, one)).toEqual(['{"id":2}', ',\n', '{"id":1}']);
	expect(pieces(one, readRecord({id: 5}, 1), two)).toEqual(['{"id":1}', ',\n', '{"id":5}', ',\n', '{"id":2}']);
	expect(pieces()).toEqual([]);
});

test('the API key is found in any of the records, also with escapes', () => {
	keepSecret('cached/json/secret');
	for (const key of ['cached/json/secret', String.raw`cached\/json\/secret`, String.raw`cached\u002fjson/secret`]) {
		expect(() => cachedPiecesOf(received(`[{"id":1},{"id":2,"channel":"${key}"},{"id":3}]`))).toThrow('API key');
	}
});
