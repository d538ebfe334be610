import fc from 'fast-check';
import {expect, test} from 'vitest';
import {fields, namesOf} from '../../source/notification/spec.ts';
import {checkQuery, type QueryPurpose, completeCondition, typedCondition} from '../../source/query/parse.ts';
import {createMatcher, searchTextOf} from '../../source/query/match.ts';
import {notificationWith} from '../helpers/notifications.ts';
import {queryOf} from '../helpers/query.ts';

const problemOf = async (text: string, purpose?: QueryPurpose) => {
	const checked = checkQuery(text, purpose);
	return checked.ok ? undefined : checked.problem;
};

test.each([
	['chanel:email', 'Unknown field "chanel:". Did you mean channel:?'],
	['large or not:usr:42', 'Unknown field "usr:". Did you mean user:?'],
	['CHANNLE:email', 'Did you mean channel:?'],
	['delivery_locaton:7', 'Did you mean delivery_location:?'],
	['colour:/blue/', 'The fields are id, name, channel, user, recipient, filter, network, address, event, label.'],
])('%s names an unknown field', async (query, problem) => {
	expect(await problemOf(query)).toContain(problem);
});

test.each([
	...fields.flatMap(field => namesOf(field)).map(name => `${name}:x`),
	'',
	'https://example.com',
	'Treasury:',
	'Treasury: large',
	'"foo:bar"',
	'-channel:email',
	'name:/^a+b$/',
	'/x*/',
	'a or b',
	'is:new or -is:marked',
	'is:',
	'IS:"Gone"',
])('%s is fine', async query => {
	expect(await problemOf(query)).toBeUndefined();
});

test('a state that does not exist is refused, and a command refuses every state', async () => {
	expect(await problemOf('is:old')).toBe(
		'Unknown state "is:old". Use is:new, is:gone, is:pending, is:marked or is:parked.',
	);
	expect(await problemOf('user:42 is:ne', 'change')).toContain('Unknown state "is:ne".');
	expect(await problemOf('-is:new', 'change')).toBe(
		'"is:new" can be searched only in the list on the screens. chainbell watch prints what appears.',
	);
	expect(await problemOf('not:is:parked', 'change')).toContain('chainbell list is:parked prints what is parked.');
	expect(await problemOf('not:is:parked or is:parked', 'parked')).toBeUndefined();
	expect(await problemOf('is:', 'change')).toContain('is no condition');
});

test.each([
	['/(a+)+/', 'could take very long'],
	['name:/(x*)*y/', 'could take very long'],
	['a or -/[/', 'is not a regular expression'],
	['/(/', 'Unterminated group'],
	['/(?:a|aa)+$/', 'repeats a choice'],
])('the pattern in %s is refused, with the reason', async (query, reason) => {
	expect(await problemOf(query)).toContain(reason);
});

test.each([
	['', 'The query is empty.'],
	['""', '"""" is no condition'],
	['user:', '"user:" is no condition: it has no value. Is a variable empty?'],
	['user:=', 'is no condition'],
	['-', 'is no condition'],
	['or', 'on both sides'],
	['user:=42 or', 'on both sides'],
	['a or or b', 'on both sides'],
	['not:uesr:42', 'Did you mean user:?'],
	['/x*/', 'matches any text'],
	['/[/', 'is not a regular expression'],
	['//', '"//" is no condition'],
	['user://', '"user://" is no condition'],
	['/(?:)/', 'matches any text'],
])('for a change, %j is refused', async (query, problem) => {
	expect(await problemOf(query, 'change')).toContain(problem);
});

test.each([
	'user:=42',
	'not:test',
	'a or b',
	'"or"',
	'to:ops',
	'event_details.network:ETH',
	'https://example.com',
	'/^(?:ETH|BASE)_/',
	'/^(?:ETH)?$/',
	'"//"',
])('for a change, %s is fine', async query => {
	expect(await problemOf(query, 'change')).toBeUndefined();
});

test('a query for a change has a condition for every word but "or", whatever its words are', async () => {
	const word = fc.constantFrom(
		'a',
		'or',
		'user:',
		'user:=',
		'user:=x',
		'""',
		'"b c"',
		'-',
		'-d',
		'not:',
		'not:e',
		'/f/',
		'channel:email',
		'user:""',
		'" "',
	);
	await fc.assert(
		fc.asyncProperty(fc.array(word, {maxLength: 5}), async words => {
			const checked = checkQuery(words.join(' '), 'change');
			const conditions = checked.ok ? checked.query.flat() : [];
			expect(checked.ok ? conditions.length : 0).toBe(checked.ok ? words.filter(each => each !== 'or').length : 0);
			expect(checked.ok && conditions.length === 0).toBe(false);
		}),
	);
});

/** The condition at the cursor, which `|` stands for. */
const conditionAt = (query: string) => typedCondition(query.replace('|', ''), query.indexOf('|'));

test.each([
	['user:|', 'user', '', false],
	['user:Op|', 'user', 'op', false],
	['user:=Op|', 'user', 'op', true],
	['-to:ops|', 'recipient', 'ops', false],
	['not:name:"two w|', 'name', 'two w', false],
	['large user:4|2 x', 'user', '42', false],
	['is:|', undefined, '', false],
])('%s: the field and its text', (query, field, text, isExact) => {
	expect(conditionAt(query)).toMatchObject({field, text, isExact});
});

test.each(['|', 'user:42 |', 'us|er:42', 'chanel:em|', 'user:/^a|/', 'https://ex|', '/x/ user:4|'])(
	'%s is no condition whose values can be shown',
	query => {
		expect(conditionAt(query)).toBeUndefined();
	},
);

test('the other conditions are those on the same side of an or', () => {
	expect(conditionAt('user:4|')!.others).toEqual([]);
	expect(conditionAt('a or channel:email user:4| -b or c')!.others).toEqual(queryOf('channel:email -b'));
	expect(conditionAt('user:4| or c')!.others).toEqual([]);
});

test('a completed condition finds the value exactly, and the cursor is after it', () => {
	expect(completeCondition('a user:4 b', conditionAt('a user:4| b')!, 'user 42')).toEqual({
		text: 'a user:"=user 42" b',
		cursor: 18,
	});
	expect(completeCondition('is:n', conditionAt('is:n|')!, 'new')).toEqual({text: 'is:new ', cursor: 7});
	expect(completeCondition('user:4', conditionAt('user:4|')!, 'a"b')).toBeUndefined();
	fc.assert(
		fc.property(
			fc.string({unit: fc.constantFrom('a', 'B', ' ', '/', ':', '=', '-', 'ß', '\t'), minLength: 1}),
			userId => {
				const {text} = completeCondition('user:', conditionAt('user:|')!, userId)!;
				const record = notificationWith({id: '1', userId});
				expect(createMatcher(queryOf(text))(record, searchTextOf(record))).toBe(true);
			},
		),
	);
});
