import fc from 'fast-check';
import {expect, test} from 'vitest';
import {completeCondition, typedCondition} from '../../source/query/parse.ts';
import {createMatcher, searchTextOf} from '../../source/query/match.ts';
import {notificationWith} from '../helpers/notifications.ts';
import {queryOf} from '../helpers/query.ts';

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
