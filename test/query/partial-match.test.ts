import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Query, createMatcher, findPartialMatch, partialMatchText, searchTextOf} from '../../source/query/match.ts';
import {checkQuery} from '../../source/query/parse.ts';
import {notificationWith} from '../helpers/notifications.ts';

const queryOf = (text: string): Query => {
	const parsed = checkQuery(text);
	return parsed.ok === true ? parsed.query : [];
};

const of = (...userIds: readonly string[]) =>
	userIds.map((userId, index) =>
		notificationWith({id: String(index + 1), userId, recipient: `${userId}@example.com`, name: userId}),
	);
const warning = (
	text: string,
	targets = of('user-42', 'user-42', 'customer-104205', 'user-420', 'user-420', 'user-420'),
) => {
	const found = findPartialMatch(queryOf(text), targets);
	return found && partialMatchText(found);
};

test('a search for a part of a user that also matches others is warned of, with the exact search', () => {
	expect(warning('user:42')).toBe('3 users: user:42 also matches user-420 and 1 more. user:=user-42 finds 2.');
	expect(warning('channel:email user:user-42')).toBe(
		'2 users: user:user-42 also matches user-420. user:=user-42 finds 2.',
	);
	expect(warning('to:user-42@example.com', of('user-42', 'old-user-42'))).toBe(
		'2 recipients: recipient:user-42@example.com also matches old-user-42@example.com. recipient:=user-42@example.com finds 1.',
	);
	expect(warning('or user:42')).toMatch(/^3 users/v);
});

test('a word alone is warned of if it is a user', () => {
	expect(warning('user-42')).toBe('2 users: user-42 also matches user-420. user:=user-42 finds 2.');
	expect(warning('42')).toBeUndefined();
});

test.each(['-user:user-42', 'user:=user-42', 'user:/user-42/', 'user:""', 'name:user-42'])('not of %s', text => {
	expect(warning(text)).toBeUndefined();
});

test('users with a space, with upper case and with a quotation mark', () => {
	expect(warning('user:"team a"', of('Team A', 'team ab'))).toBe(
		'2 users: user:"team a" also matches team ab. user:"=Team A" finds 1.',
	);
	expect(warning('user:42', of('"42"', '1042'))).toBeUndefined();
});

test('the exact search finds as many as it says, and none of the others', () => {
	const user = fc.string({
		unit: fc.constantFrom('4', '2', '-', 'a', 'B', ' ', '=', '/', '😀'),
		minLength: 1,
		maxLength: 6,
	});
	fc.assert(
		fc.property(
			fc.array(user, {minLength: 1, maxLength: 20}),
			fc.constantFrom('42', '4', 'a', 'user'),
			(users, text) => {
				const targets = of(...users);
				const found = findPartialMatch(queryOf(`user:${text}`), targets);
				if (found !== undefined) {
					const isMatching = createMatcher(queryOf(found.exact));
					const matched = targets.filter(target => isMatching(target, searchTextOf(target)));
					expect(matched).toHaveLength(found.count);
					expect(matched.some(({userId}) => found.others.includes(userId))).toBe(false);
				}
			},
		),
	);
});
