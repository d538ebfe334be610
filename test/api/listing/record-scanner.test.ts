import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ListingParser} from '../../../source/api/listing/listing-parser.ts';
import type {ParserOptions} from '../../../source/api/listing/parser-options.ts';
import {listedNotification, readRecord, skippedRecord} from '../../../source/api/listing/read-record.ts';
import {recordShape} from '../../../source/api/listing/record-shape.ts';
import {RecordScanner} from '../../../source/api/listing/record-scanner.ts';
import {unusual} from '../../../source/api/listing/token-scanner.ts';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {elementTexts} from '../../helpers/element-texts.ts';

const longest = 2000;

/** Reads a document that arrives in pieces of these lengths, with the scanner or without it. */
function read(document: Uint8Array, lengths: readonly number[], hasScanner: boolean) {
	const records: ListedRecord[] = [];
	let scanned = 0;
	const options: ParserOptions = {
		longest,
		onSkipped(element) {
			records.push(skippedRecord(element, records.length, longest));
		},
		...(hasScanner && {
			onNotification(id, source) {
				scanned++;
				records.push(listedNotification(id, source));
			},
		}),
	};
	const parser = new ListingParser((element, source) => {
		records.push(readRecord(element, records.length, source));
	}, options);
	let from = 0;
	for (let turn = 0; from < document.length; turn++) {
		const to = from + lengths[turn % lengths.length]!;
		parser.push(document.subarray(from, to));
		from = to;
	}

	const end = parser.end();
	const shown = records.map(record =>
		record.kind === 'notification'
			? {id: record.id, json: record.json, raw: JSON.stringify(record.raw), name: record.name, filters: record.filters}
			: // Of one that is too large, how much white space is kept depends on the pieces.
				{
					problem: record.problem,
					json: record.json,
					raw: record.json === undefined ? String(record.raw).trim().slice(0, 100) : JSON.stringify(record.raw),
				},
	);
	return {shown: end.ok ? shown : [], end, scanned};
}

test('with the scanner a listing has the same records as without it, in whatever pieces it arrives', () => {
	let scanned = 0;
	let all = 0;
	fc.assert(
		fc.property(
			fc.array(elementTexts, {maxLength: 6}),
			fc.array(fc.integer({min: 1, max: 300}), {minLength: 1, maxLength: 5}),
			fc.constantFrom(['[', ']'], ['{"results":[', '],"count":3}'], ['[', ']x'], ['[ ', ' ]'], ['[', '']),
			(elements, lengths, [start, end]) => {
				const document = Buffer.from(start + elements.join(',') + end);
				const fast = read(document, lengths, true);
				const slow = read(document, [document.length + 1], false);
				expect(fast.end).toEqual(slow.end);
				expect(fast.shown).toEqual(slow.shown);
				scanned += fast.scanned;
				all += elements.length;
			},
		),
		{endOnFailure: true},
	);
	// Otherwise the scanner was not tested.
	expect(scanned / all).toBeGreaterThan(0.2);
});

test.each([
	[
		'bytes that are no UTF-8',
		Buffer.from([...Buffer.from('[{"id":1,"notification_name":"'), 0xc3, 0x28, 0xff, ...Buffer.from('"}]')]),
	],
	['a byte order mark before an element', Buffer.from('[\u{FEFF}{"id":1}]')],
	['an element that is nested too deep', Buffer.from(`[{"id":1,"x":${'['.repeat(101)}${']'.repeat(101)}},{"id":2}]`)],
	['an element that is too large', Buffer.from(`[{"id":1},{"id":2,"x":"${'y'.repeat(longest)}"},{"id":3}]`)],
	['no array', Buffer.from('{"id":1}')],
	['two IDs', Buffer.from('[{"id":1,"id":2},{"id":3}]')],
	['an ID of another member', Buffer.from('[{"event_details":{"id":7}},{"id":3}]')],
])('%s: as without the scanner', (_what, document) => {
	for (const length of [1, 2, 7, document.length]) {
		const fast = read(document, [length], true);
		const slow = read(document, [length], false);
		expect(fast.shown).toEqual(slow.shown);
		expect(fast.end).toEqual(slow.end);
	}
});

test('what is usual in a listing is not parsed', () => {
	const records = [
		{
			id: 17,
			external_user_id: 'ops',
			channel: 'EMAIL',
			notification_name: 'Überweisung \u{1F4B8} "x"\n',
			delivery_location: 'a@example.com',
			event_details: {
				network: 'ETH_MAINNET',
				event_type: 'ADDRESS_ACTIVITY',
				addresses: ['0x0'],
				filters: [{field_name: 'value', operator: 'GT', value: ['1', {a: 1.5}], value_type: 'UINT256'}],
				further: {deep: [1, 2, [3]]},
			},
		},
		{id: 'c0ffee-1', event_details: null},
		{id: 12_345_678_901_234, filters: [], unknown: {id: 1, notification_name: {}}},
	];
	for (const json of [JSON.stringify(records), JSON.stringify(records, undefined, '\t')]) {
		expect(read(Buffer.from(json), [7], true)).toMatchObject({
			scanned: 3,
			shown: [{id: '17'}, {id: 'c0ffee-1'}, {id: '12345678901234'}],
		});
	}
});

test('an escape is taken as JSON.parse takes it', () => {
	for (const character of '/09:@AFG`afg"bnrtux ') {
		for (const json of [
			`{"id":1,"a":"\\u00${character}0"}`,
			`{"id":1,"a":"\\u0${character}"}`,
			`{"id":1,"a":"\\${character}0041"}`,
		]) {
			let isJson = true;
			try {
				JSON.parse(json);
			} catch {
				isJson = false;
			}

			expect([json, read(Buffer.from(`[${json}]`), [7], true).scanned]).toEqual([json, isJson ? 1 : 0]);
		}
	}
});

test.each([
	'{"id":""}',
	'{"id":null}',
	'{"id":true}',
	String.raw`{"id":"\u0031"}`,
	'{"id":"ü"}',
	String.raw`{"\u0069d":1,"id":1}`,
	'{"id":1,}',
	'{"id":01}',
	'{"id":1,"channel":{}}',
	'{"id":1,"event_details":[]}',
	'{}',
])('%s is left to JSON.parse', json => {
	const bytes = Buffer.from(`${json} `);
	expect(new RecordScanner(recordShape).scan(bytes, 0, bytes.length)).toBe(unusual);
});

test.each([
	['0', true],
	['-1', true],
	['123456789012345', true],
	['"1.50"', true],
	['1234567890123456', false],
	['1.50', false],
	['1e3', false],
	['1E3', false],
	['1e-3', false],
	['-0', false],
	['[1,{"a":1.50}]', false],
])('%s: that JSON.parse changes no number of the record is %j', (value, isPlain) => {
	const scanner = new RecordScanner(recordShape);
	const bytes = Buffer.from(`{"id":1,"x":${value},"y":1} {"id":2} `);
	const end = scanner.scan(bytes, 0, bytes.length);
	expect([end, scanner.isPlain]).toEqual([bytes.indexOf('} ') + 1, isPlain]);
	// The record before it says nothing about the next one.
	expect(scanner.scan(bytes, end + 1, bytes.length)).toBe(bytes.length - 1);
	expect(scanner.isPlain).toBe(true);
});
