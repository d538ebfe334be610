import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readRecord} from '../../source/service/listing/read-record.ts';
import type {ListedRecord, Notification, UnreadableRecord} from '../../source/notification/notification.ts';
import {type Query, createMatcher, isNarrower, noStateIds, searchTextOf} from '../../source/query/match.ts';
import {checkQuery} from '../../source/query/parse.ts';
import {queryOf} from '../helpers/query.ts';

const notification: Notification = {
	kind: 'notification',
	id: '123',
	userId: 'user-42',
	channel: 'EMAIL',
	name: 'Large transfers',
	recipient: 'ops@example.com',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: ['0xAbCd'],
	filters: [{fieldName: 'value', operator: 'gt', value: '1000', valueType: 'int'}],
};

const isHit = (record: ListedRecord, query: Query) => createMatcher(query)(record, searchTextOf(record));

test.each([
	['', true],
	['large e', true],
	['large small', false],
	['channel:email user:42 network:eth address:0xab', true],
	['network:mainnet -network:sepolia', true],
	['user:email', false],
	['-channel:email', false],
	['"large transfers"', true],
	['"transfers large"', false],
	['id:123', true],
	['id:=123', true],
	['-id:12', true],
	['user:=USER-42', true],
	['filter:"value > 1000"', true],
	['filter:"value > 1,000"', true],
	['ops@example.com', true],
	['-', true],
	['"', true],
	['channel:', true],
	['transferops', false],
	['not:channel:email', false],
	['slack or large', true],
	['channel:slack or channel:email', true],
	['slack large or telegram', false],
	['"or"', false],
	[String.raw`/user-\d+$/`, true],
	[String.raw`/\D\d{2}$/`, true],
	['/LARGE|small/', true],
	[String.raw`name:/^large\s/`, true],
	['user:/large/', false],
	['not:name:/slack/', true],
	['/large transfers/ channel:email', true],
	[String.raw`/^0x|\-/`, true],
	['/hooks/path', false],
])('%s', (query, expected) => {
	expect(isHit(notification, queryOf(query))).toBe(expected);
});

// As services may list them: composed, decomposed, Turkish, German, Greek with its final sigma, a ligature, Korean.
test.each([
	['caf\u{E9}', 'Rene\u{301} Cafe\u{301}', true],
	['CAFE\u{301}', 'Zo\u{EB} Caf\u{E9}', true],
	['istanbul', '\u{130}stanbul', true],
	['\u{130}STANBUL', 'Istanbul', true],
	['diyarbakir', 'D\u{131}yarbak\u{131}r', true],
	['strasse', 'Stra\u{DF}e', true],
	['STRA\u{1E9E}E', 'Stra\u{DF}e', true],
	['\u{3BF}\u{3B4}\u{3BF}\u{3C2}', '\u{39F}\u{394}\u{39F}\u{3A3}', true],
	['office', 'o\u{FB03}ce', true],
	['\u{D55C}\u{AD6D}', '\u{D55C}\u{AD6D}'.normalize('NFD'), true],
	['treasury \u{212A}', 'Treasury K', true],
	['cafe', 'Caf\u{E9}', false],
])('a search for %j finds %j: %j', (typed, name, isFound) => {
	for (const query of [`"${typed}"`, `name:"${typed}"`, `name:"=${typed}"`]) {
		const isWhole = name.split(' ').length === typed.split(' ').length;
		expect(isHit({...notification, name}, queryOf(query)), query).toBe(isFound && (isWhole || !query.includes('=')));
	}
});

test('a state is that of the IDs given for it', () => {
	const states = {...noStateIds, new: new Set(['123']), marked: new Set(['7'])};
	const hits = [
		'is:new',
		'is:marked',
		'-is:marked',
		'is:new -slack',
		'is:new is:marked',
		'is:new or is:marked',
		'is:pen',
	].filter(query => createMatcher(queryOf(query), states)(notification, searchTextOf(notification)));
	expect(hits).toEqual(['is:new', '-is:marked', 'is:new -slack', 'is:new or is:marked', 'is:pen']);
	const unreadable: UnreadableRecord = {kind: 'unreadable', index: 0, problem: 'id is missing', raw: {}};
	expect(createMatcher(queryOf('is:new'), states)(unreadable, '')).toBe(false);
});

test('an unreadable record is searched in its JSON', () => {
	const record: UnreadableRecord = {kind: 'unreadable', index: 0, problem: 'id is missing', raw: {colour: 'Blue'}};
	expect(isHit(record, queryOf('blue'))).toBe(true);
	expect(isHit(record, queryOf('name:blue'))).toBe(false);
});

test('if isNarrower says so, every record that matches the longer query matches the shorter one', () => {
	const letters = fc.string({unit: fc.constantFrom('a', 'b', 'e', '4', '0', ' '), maxLength: 6});
	const word = fc
		.tuple(
			fc.constantFrom(
				'',
				'-',
				'name:',
				'-user:',
				'channel:',
				'"',
				'or ',
				'/4/ ',
				'not:',
				'is:new ',
				'1,000',
				'-1,000',
				'1,00',
			),
			letters,
		)
		.map(parts => parts.join(''));
	fc.assert(
		fc.property(fc.array(word, {maxLength: 4}), word, letters, (words, more, name) => {
			const previous = queryOf(words.join(' '));
			const next = queryOf([...words, more].join(' '));
			const record = {...notification, name};
			if (isNarrower(next, previous) && isHit(record, next)) {
				expect(isHit(record, previous)).toBe(true);
			}
		}),
	);
});

test('a record nested too deep to serialise is searched as received', () => {
	const json = `{"id":${'['.repeat(50_000)}"needle"${']'.repeat(50_000)}}`;
	const bytes = Buffer.from(json);
	const record = readRecord(JSON.parse(json), 0, {bytes, from: 0, to: bytes.length});
	expect(record.kind).toBe('unreadable');
	expect(isHit(record, queryOf('needle'))).toBe(true);
});

test.each(['filter:"value > 1,000"', 'filter:"=value > 1,000 (int)"', '1,000', '"value > 1,000"'])(
	'the number of a filter is found with thousands separators, and excluded, on screens and for a change: %s',
	text => {
		for (const purpose of ['find', 'change'] as const) {
			const hits = [text, `not:${text}`, `user:42 -${text}`].map(each => {
				const checked = checkQuery(each, purpose);
				return checked.ok && isHit(notification, checked.query);
			});
			expect(hits).toEqual([true, false, false]);
		}
	},
);

test('text with a comma that separates no thousands of a filter stands for nothing else', () => {
	expect(checkQuery('1,0000 a,100 1,00 user:1,000 name:=1,000', 'change')).toEqual({
		ok: true,
		query: [
			[
				{field: undefined, text: '1,0000', isNot: false},
				{field: undefined, text: 'a,100', isNot: false},
				{field: undefined, text: '1,00', isNot: false},
				{field: 'user', text: '1,000', isNot: false},
				{field: 'name', text: '1,000', isNot: false, isExact: true},
			],
		],
	});
	const listed = [{fieldName: 'block', operator: 'in', value: '100,200', valueType: 'list'}];
	expect(isHit({...notification, filters: listed}, queryOf('filter:100,200'))).toBe(true);
});
