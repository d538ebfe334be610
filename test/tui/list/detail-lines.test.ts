import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readRecord, skippedRecord} from '../../../source/service/listing/read-record.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {detailLines, rawLines} from '../../../source/tui/list/detail-lines.ts';
import {labelWidth, type Line} from '../../../source/tui/ui/line.tsx';
import {deepRecord} from '../../helpers/hostile-listings.ts';
import {matching} from '../../helpers/texts.ts';

const listed = {
	id: 7,
	external_user_id: 'ops-1',
	channel: 'EMAIL',
	notification_name: 'Treasury',
	delivery_location: 'ops@example.com',
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
		filters: [{field_name: 'value', operator: 'gt', value: '1000', value_type: 'int'}],
	},
};

const show = ({label, text}: Line) => (label === '' ? `  ${text}` : `${label}: ${text}`);
const linesOf = (raw: unknown, columns = 80) => detailLines(readRecord(raw, 0), columns).map(line => show(line));

test('empty optional fields are named in a faint line', () => {
	const lines = detailLines(readRecord({id: '7'}, 0), 80);
	expect(lines.filter(({tone}) => tone === 'faint').map(line => show(line))).toEqual([
		'Name: none',
		'Filters: none (all events match)',
	]);
});

test('shows several filters and several addresses one per line', () => {
	const filters = [
		...listed.event_details.filters,
		{field_name: 'asset', operator: 'eq', value: 'ETH', value_type: 'str'},
	];
	const lines = linesOf({...listed, event_details: {...listed.event_details, filters, addresses: ['0x1', '0x2']}});
	expect(lines).toEqual(
		expect.arrayContaining(['Address: 0x1', '  0x2', 'Filters: value > 1,000 (int)', '  and asset = ETH (str)']),
	);
});

test('each unknown member has its own label, and a long name is not cut', () => {
	const unknown = {status: 'active', delivery_count: 1, created_by_operator: true};
	const lines = linesOf({...listed, ...unknown, event_details: {...listed.event_details, graphql: {}}});
	expect(lines.slice(-4)).toEqual([
		'status: "active"',
		'Other: delivery_count: 1',
		'Other: created_by_operator: true',
		'Other: event_details.graphql: {}',
	]);
});

test('an unreadable record is shown as raw JSON, with the reason', () => {
	expect(linesOf({id: 7, external_user_id: []}, 100)).toEqual([
		'Unreadable: record 1 of the listing: external_user_id is missing or of an unexpected type',
		'  ',
		'  {',
		'    "id": 7,',
		'    "external_user_id": []',
		'  }',
	]);
	expect(linesOf(null)).toEqual(['Unreadable: record 1 of the listing: not an object', '  ', '  null']);
});

test('a long value continues on the next lines, without its label', () => {
	const lines = detailLines(readRecord({...listed, notification_name: 'one two three'}, 0), labelWidth + 7);
	expect(lines.slice(1, 4)).toEqual([
		{label: 'Name', text: 'one two'},
		{label: '', text: 'three'},
		{label: 'Channel', text: 'EMAIL', tone: 'channel EMAIL'},
	]);
});

const harmful = /[\p{Bidi_Control}\p{Control}\p{Surrogate}\u{2028}\u{2029}]/v;

const anyString = fc.oneof(
	fc.string({unit: 'grapheme', maxLength: 60}),
	fc
		.array(
			fc.constantFrom(
				'\u{1B}[31m',
				'\u{9B}2J',
				'\n',
				'\r',
				'\t',
				'\u{202E}',
				'\u{2028}',
				'\u{D800}',
				'入',
				'👩‍👩‍👧',
				' ',
				'a',
				'__proto__',
			),
		)
		.map(parts => parts.join('')),
);

const anyRecord = fc.oneof(
	fc
		.dictionary(anyString, fc.oneof(anyString, fc.jsonValue()))
		.map(members => ({...members, id: 1, event_details: members})),
	fc.record({
		id: anyString,
		external_user_id: anyString,
		channel: anyString,
		notification_name: anyString,
		delivery_location: anyString,
		event_details: fc.record({
			network: anyString,
			event_type: fc.constantFrom('GRAPHQL', '\u{1B}'),
			addresses: fc.array(anyString, {maxLength: 3}),
			filters: fc.array(
				fc.record({field_name: anyString, operator: anyString, value: anyString, value_type: anyString}),
				{maxLength: 3},
			),
		}),
	}),
	fc.jsonValue(),
);

describe('whatever the service lists', () => {
	test('nothing harmful is shown, and no line is wider than the screen', () => {
		fc.assert(
			fc.property(anyRecord, fc.integer({min: labelWidth + 8, max: 100}), (raw, columns) => {
				for (const {label = '', text} of detailLines(readRecord(raw, 0), columns)) {
					expect(label + text).not.toMatch(harmful);
					expect(widthOf(label)).toBeLessThan(labelWidth);
					expect(labelWidth + widthOf(text)).toBeLessThanOrEqual(columns);
				}
			}),
		);
	});
});

test.each([
	['many short members', Object.fromEntries(Array.from({length: 60_000}, (_, index) => [`m${index}`, 'é'.repeat(5)]))],
])('of a record with %s the beginning is shown, and that there is more', (_name, members) => {
	const record = readRecord({id: 1, notification_name: 'Treasury', ...members}, 0);
	for (const lines of [detailLines(record, 80), rawLines(record, 80)]) {
		expect(
			lines
				.slice(0, 3)
				.map(({text}) => text)
				.join('\n'),
		).toContain('1');
		expect(lines.length).toBeLessThan(7000);
		expect(lines.at(-1)?.text).toBe('The rest of this record is too long to be shown.');
	}
});

test('of a record that was not parsed the text is shown', () => {
	const text = deepRecord(200);
	const record = skippedRecord({why: 'deep', length: text.length, text}, 4, 1_000_000);
	expect(
		detailLines(record, 100)
			.slice(0, 3)
			.map(line => line.label + line.text),
	).toEqual([
		'Unreadablerecord 5 of the listing: nested deeper than 100 levels (558 bytes)',
		'',
		matching(/^\{"id":2,"external_user_id":"u2"/v),
	]);
});
