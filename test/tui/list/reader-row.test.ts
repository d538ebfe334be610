import {expect, test} from 'vitest';
import {notificationSentence} from '../../../source/notification/sentence.ts';
import type {ListRow} from '../../../source/query/view.ts';
import {readerRow} from '../../../source/tui/list/list-screen.tsx';
import {notificationWith} from '../../helpers/notifications.ts';

const state = {index: 1, count: 12, isMarked: false, isPending: false, isFolded: false} as const;

const sentenceOf = (fields: Parameters<typeof notificationWith>[0] = {}) =>
	notificationSentence(notificationWith(fields), 'short');

test.each<[ListRow, Partial<Parameters<typeof readerRow>[1]>, string]>([
	[
		notificationWith({name: 'USDC in and out', channel: 'WEBHOOK', userId: 'ops-1'}),
		{},
		`${sentenceOf({channel: 'WEBHOOK'})}, USDC in and out, ops-1, row 2 of 12`,
	],
	[
		notificationWith({id: '7', name: '', userId: 'ops-2'}),
		{isMarked: true, hasAppeared: true, isPending: true},
		`${sentenceOf()}, no name, ID 7, ops-2, marked, pending change, appeared, row 2 of 12`,
	],
	[{kind: 'unreadable', index: 0, problem: 'no object', raw: 1}, {}, 'unreadable record: no object, row 2 of 12'],
	[
		notificationWith({name: 'a', userId: 'u'}),
		{index: 31_854, count: 40_000},
		`${sentenceOf()}, a, u, row 31,855 of 40,000`,
	],
])('%#', (row, change, text) => {
	expect(readerRow(row, {...state, ...change})).toBe(text);
});

test('what the service sent is safe to show', () => {
	expect(
		readerRow(notificationWith({}), {
			...state,
			claimed: {operator: 'anna\u{1B}', host: 'ci-7', since: Date.UTC(2026, 0, 1), until: 0},
		}),
	).toMatch(/anna␛ on ci-7 is changing it, since \d\d:\d\d/v);
	expect(readerRow(notificationWith({name: 'a\u{1B}[31m\nb'}), state)).not.toMatch(/[\n\u{1B}]/v);
});

test('a group says how many it has, and whether it is folded', () => {
	const group = (...members: number[]) =>
		({kind: 'group', field: 'channel', value: 'EMAIL', members}) as unknown as ListRow;
	expect(readerRow(group(0, 1), {...state, isFolded: true})).toBe('group EMAIL, 2 notifications, folded, row 2 of 12');
	expect(readerRow(group(0), state)).toBe('group EMAIL, 1 notification, unfolded, row 2 of 12');
});
