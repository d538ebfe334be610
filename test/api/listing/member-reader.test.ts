import fc from 'fast-check';
import {expect, test} from 'vitest';
import {MemberReader} from '../../../source/api/listing/member-reader.ts';
import {parsedMembers, readRecord} from '../../../source/api/listing/read-record.ts';
import {tryParseJson, type JsonObject} from '../../../source/system/json.ts';
import {elementTexts} from '../../helpers/element-texts.ts';

const parsed = (json: string): ReturnType<typeof parsedMembers> => parsedMembers(tryParseJson(json) as JsonObject);

/** The filters are compared as values: they are the JSON as written. */
const comparable = ({filters, ...rest}: ReturnType<typeof parsedMembers>) => ({...rest, filters: JSON.stringify(tryParseJson(filters) ?? undefined)});

/** A member of a record, or of its details, as it may be written. */
const written = fc.tuple(
	fc.constantFrom('"id"', '"external_user_id"', '"channel"', '"notification_name"', '"delivery_location"', '"network"', '"event_type"', '"addresses"', '"filters"', '"event_details"', '"other"'),
	fc.constantFrom(':', ' : ', '\n:\t'),
	fc.constantFrom('"a"', '""', '"{"', '"]"', '"ü€😀"', 'null', 'true', '0', '-1.50', '1e3', '12345678901234567890', '[]', '["0x1",2,null]', '[ "a" , "b" ]', '[{"field_name":"]","value":[1,{"a":"}"}]}]', '{}', '{"network":"inner","addresses":["0x2"]}', '{"filters":[{}],"network":null,"network":"last"}'),
	fc.constantFrom('', ' ', '\n'),
).map(parts => parts.join(''));

test('members are read as JSON.parse reads them, whatever was read before', () => {
	const reader = new MemberReader();
	let read = 0;
	const compare = (json: string) => {
		const raw = tryParseJson(json);
		if (raw === undefined || readRecord(raw, 0).kind === 'unreadable') {
			return;
		}

		const members = reader.read(json);
		expect(members === undefined).toBe(json.includes('\\'));
		if (members !== undefined) {
			read++;
			expect(comparable(members)).toEqual(comparable(parsed(json)));
		}
	};

	fc.assert(fc.property(fc.array(written, {maxLength: 8}), fc.constantFrom('', ' '), (members, space) => {
		compare(`{${space}"id":1${members.map(member => `,${space}${member}`).join('')}}`);
	}), {numRuns: 1000});
	fc.assert(fc.property(elementTexts, json => {
		compare(json.trim());
	}), {numRuns: 500});
	// Otherwise nothing was compared.
	expect(read).toBeGreaterThan(300);
});

test('members that are missing, null or given twice', () => {
	const reader = new MemberReader();
	for (const json of [
		'{"id":1}',
		'{"id":1,"event_details":null,"channel":null}',
		'{"id":1,"channel":"EMAIL","channel":"SLACK","event_details":{"network":"a","addresses":["0x1"]},"event_details":{"event_type":"b"}}',
		'{"event_details":{"filters":[],"addresses":["x",1,null,true]},"id":"1","other":{"channel":"inner","more":[{"notification_name":"inner"}]}}',
	]) {
		expect(reader.read(json)).toEqual(parsed(json));
	}
});

test('an account of many different records keeps few expectations and few filters', () => {
	const reader = new MemberReader();
	const wide = `{"id":1,${Array.from({length: 1000}, (_, index) => `"member_${index}":${index}`).join(',')},"channel":"EMAIL"}`;
	expect(reader.read(wide)).toEqual(parsed(wide));
	for (let index = 0; index < 3000; index++) {
		const record = readRecord({id: index, event_details: {filters: [{field_name: 'value', operator: '>', value: index, value_type: 'int'}]}}, 0);
		expect(record).toMatchObject({filters: [{fieldName: 'value', value: String(index)}]});
	}
});
