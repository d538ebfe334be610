import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ListingParser} from '../../../source/api/listing/listing-parser.ts';
import {detachedRecord, listedNotification, readRecord} from '../../../source/api/listing/read-record.ts';
import type {ListedRecord, Notification} from '../../../source/domain/notification.ts';
import {tryParseJson} from '../../../source/platform/json.ts';
import {elementTexts} from '../../helpers/element-texts.ts';

/** The records of a listing that were scanned. */
function scanned(elements: readonly string[]): Notification[] {
	const records: Notification[] = [];
	const parser = new ListingParser(() => undefined, {
		onNotification(id, source) {
			records.push(listedNotification(id, source));
		},
	});
	parser.push(Buffer.from(`[${elements.join(',')}]`));
	return records;
}

const fieldsOf = (record: ListedRecord) => {
	if (record.kind === 'unreadable') {
		return record;
	}

	const {id, userId, channel, name, recipient, network, eventType, addresses, filters, extras, recordExtras} = record;
	return {id, userId, channel, name, recipient, network, eventType, addresses, filters, extras, recordExtras};
};

/** A member of a record, or of its details, as it may be written. */
const written = fc
	.tuple(
		fc.constantFrom(
			'"external_user_id"',
			'"channel"',
			'"notification_name"',
			'"delivery_location"',
			'"network"',
			'"event_type"',
			'"addresses"',
			'"filters"',
			'"event_details"',
			'"other"',
		),
		fc.constantFrom(':', ' : ', '\n:\t'),
		fc.constantFrom(
			'"a"',
			'""',
			'"{"',
			'"]"',
			'"ü€😀"',
			String.raw`"\u00fc\"\n"`,
			'null',
			'true',
			'0',
			'-1.50',
			'1e3',
			'12345678901234567890',
			'[]',
			'["0x1"]',
			'["0x1",2,null]',
			String.raw`["\u0030"]`,
			'[ "a" , "b" ]',
			'[{"field_name":"]","value":[1,{"a":"}"}]}]',
			'{}',
			'{"network":"inner","addresses":["0x2"]}',
			'{"filters":[{}],"network":null,"network":"last"}',
		),
		fc.constantFrom('', ' ', '\n'),
	)
	.map(parts => parts.join(''));

test('the members of a record that was scanned are those that JSON.parse reads', () => {
	let compared = 0;
	const compare = (elements: readonly string[]) => {
		const notifications = elements.filter(
			json => tryParseJson(json) !== undefined && readRecord(tryParseJson(json), 0).kind === 'notification',
		);
		const byText = new Map(notifications.map(json => [json.trim(), fieldsOf(readRecord(tryParseJson(json), 0))]));
		for (const record of scanned(notifications)) {
			compared++;
			expect(fieldsOf(record), record.json).toEqual(byText.get(record.json!));
			expect(fieldsOf(detachedRecord(record))).toEqual(byText.get(record.json!));
		}
	};

	fc.assert(
		fc.property(
			fc.array(fc.array(written, {maxLength: 8}), {maxLength: 4}),
			fc.constantFrom('', ' '),
			(records, space) => {
				compare(records.map(members => `{${space}"id":1${members.map(member => `,${space}${member}`).join('')}}`));
			},
		),
		{numRuns: 1000},
	);
	fc.assert(
		fc.property(fc.array(elementTexts, {maxLength: 4}), elements => {
			compare(elements);
		}),
		{numRuns: 300},
	);
	// Otherwise nothing was compared.
	expect(compared).toBeGreaterThan(300);
});

test('members that are missing, null, unknown, given twice or in another order', () => {
	for (const json of [
		'{"id":1}',
		'{"id":1,"event_details":null,"channel":null}',
		'{"id":1,"channel":"EMAIL","channel":"SLACK"}',
		'{"id":1,"channel":"EMAIL","channel":null}',
		'{"id":1,"event_details":{"network":"a"},"event_details":{"event_type":"b"}}',
		'{"id":1,"event_details":{"network":"a","filters":[{"network":"b"}]},"event_details":null}',
		'{"event_details":{"filters":[],"addresses":["x"]},"id":"1","other":{"channel":"inner","more":{"notification_name":"inner"}}}',
		'{"id":1,"channel":2.50,"delivery_location":true,"external_user_id":"\u{7F}"}',
		String.raw`{"id":1,"notification_name":"","channel":"\"","event_details":{"addresses":["a\"b"]}}`,
		'{"__proto__":"a","id":1,"channel":"EMAIL"}',
	]) {
		const [record, ...others] = scanned([json]);
		expect([fieldsOf(record!), others], json).toEqual([fieldsOf(readRecord(tryParseJson(json), 0)), []]);
	}
});

test('a record that is longer than its places can tell is parsed', () => {
	const json = (length: number) => `{"id":1,"other":"${'a'.repeat(length)}","channel":"EMAIL"}`;
	expect(scanned([json(65_000)])).toMatchObject([{channel: 'EMAIL'}]);
	expect(scanned([json(66_000)])).toEqual([]);
});

test('few filters are kept', () => {
	for (let index = 0; index < 3000; index++) {
		const record = readRecord(
			{id: index, event_details: {filters: [{field_name: 'value', operator: '>', value: index, value_type: 'int'}]}},
			0,
		);
		expect(record).toMatchObject({filters: [{fieldName: 'value', value: String(index)}]});
	}
});
