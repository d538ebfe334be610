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

/** Reads a record, with what was learned of it and of those before. */
const readAfterLearning = (reader: MemberReader, json: string) => {
	const before = reader.read(json);
	if (before === undefined) {
		reader.learn(json, tryParseJson(json) as JsonObject);
	}

	return before ?? reader.read(json);
};

test('members are read as JSON.parse reads them, whatever was learned before', () => {
	let reader = new MemberReader(0);
	let read = 0;
	const compare = (json: string) => {
		const raw = tryParseJson(json);
		if (raw === undefined || readRecord(raw, 0).kind === 'unreadable') {
			return;
		}

		const members = readAfterLearning(reader, json);
		if (members === undefined) {
			// It may have learned all that it keeps.
			reader = new MemberReader(0);
			return;
		}

		read++;
		expect(json).not.toContain('\\');
		expect(comparable(members)).toEqual(comparable(parsed(json)));
	};

	fc.assert(fc.property(fc.array(written, {maxLength: 8}), fc.constantFrom('', ' '), (members, space) => {
		compare(`{${space}"id":1${members.map(member => `,${space}${member}`).join('')}}`);
	}), {numRuns: 1000});
	fc.assert(fc.property(elementTexts, json => {
		compare(json.trim());
	}), {numRuns: 500});
	// Otherwise nothing was compared.
	expect(read).toBeGreaterThan(200);
});

test('members that are missing, null, unknown or in another order', () => {
	for (const json of [
		'{"id":1}',
		'{"id":1,"event_details":null,"channel":null}',
		'{"event_details":{"filters":[],"addresses":["x"]},"id":"1","other":{"channel":"inner","more":{"notification_name":"inner"}}}',
		'{"id":1,"channel":2.50,"a.b|c[0]":1,"$(x)*+?^/":{},"user name":"","delivery_location":true}',
		'\n{ "id" : 1 , "channel" : "EMAIL", "event_details" : { "addresses" : [ "0x1" ] , "filters" : [ { "value" : [ 1, "]" ] } ] } }\n',
		'{"__proto__":"a","channel":"EMAIL"}',
	]) {
		expect(comparable(readAfterLearning(new MemberReader(0), json)!), json).toEqual(comparable(parsed(json)));
	}
});

test('a record is parsed if a member is given twice, a name is a number, there are several addresses or an escape', () => {
	for (const json of [
		'{"id":1,"channel":"EMAIL","channel":"SLACK"}',
		'{"id":1,"event_details":{"network":"a"},"event_details":{"event_type":"b"}}',
		'{"id":1,"7":2}',
		'{"id":1,"event_details":{"addresses":["0x1","0x2"]}}',
		'{"id":1,"event_details":{"addresses":[null]}}',
		String.raw`{"id":1,"channel":"a\u0062"}`,
		'{"id":1,"other":[[[1]]]}',
		`{"id":1,"channel":"${'a'.repeat(10_000)}"}`,
	]) {
		expect(readAfterLearning(new MemberReader(0), json), json).toBeUndefined();
	}
});

test('what was learned of one record reads others of its shape, and few shapes are learned', () => {
	const reader = new MemberReader(0);
	const recordOf = (other: number, channel: string) => `{"id":1,"other_${other}":1,"channel":"${channel}"}`;
	reader.learn(recordOf(0, 'EMAIL'), {id: 1, other_0: 1, channel: 'EMAIL'});
	expect(reader.read(recordOf(0, 'SLACK'))?.texts).toContain('SLACK');
	const known = Array.from({length: 100}, (_, other) => readAfterLearning(reader, recordOf(other, 'EMAIL'))).filter(members => members !== undefined);
	expect(known.length).toBeGreaterThan(4);
	expect(known.length).toBeLessThan(20);
	// The first is found whatever came after it.
	expect(reader.read(recordOf(0, 'SLACK'))?.texts).toContain('SLACK');
});

test('the first records are parsed, because to make a pattern takes longer', () => {
	const reader = new MemberReader();
	const read = Array.from({length: 200}, () => readAfterLearning(reader, '{"id":1,"channel":"EMAIL"}'));
	expect(read.filter(members => members === undefined)).toHaveLength(128);
});

test('few filters are kept', () => {
	for (let index = 0; index < 3000; index++) {
		const record = readRecord({id: index, event_details: {filters: [{field_name: 'value', operator: '>', value: index, value_type: 'int'}]}}, 0);
		expect(record).toMatchObject({filters: [{fieldName: 'value', value: String(index)}]});
	}
});
