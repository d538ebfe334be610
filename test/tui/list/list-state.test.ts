import {describe, expect, test} from 'vitest';
import {
	choices,
	initialListState,
	reduceList,
	toggled,
	type ListAction,
	type ListState,
} from '../../../source/tui/list/list-state.ts';
import {editAtEnd} from '../../../source/tui/keys/text-edit.ts';

const after = (...actions: ListAction[]): ListState => {
	let state = initialListState;
	for (const action of actions) {
		state = reduceList(state, action);
	}

	return state;
};

const sortBy = (field: 'id' | 'name' | undefined): ListAction[] => [
	{type: 'open', mode: 'sort'},
	{type: 'take', field},
];
const groupBy = (field: 'user' | 'channel' | undefined): ListAction[] => [
	{type: 'open', mode: 'group'},
	{type: 'take', field},
];

describe('sorting', () => {
	test('a field sorts ascending, chosen again descending, another field ascending', () => {
		expect(after(...sortBy('name'))).toMatchObject({mode: 'list', sort: {field: 'name', isDescending: false}});
		expect(after(...sortBy('name'), ...sortBy('name')).sort).toEqual({field: 'name', isDescending: true});
		expect(after(...sortBy('name'), ...sortBy('name'), ...sortBy('name')).sort).toEqual({
			field: 'name',
			isDescending: false,
		});
		expect(after(...sortBy('name'), ...sortBy('name'), ...sortBy('id')).sort).toEqual({
			field: 'id',
			isDescending: false,
		});
	});

	test('can be turned off', () => {
		expect(after(...sortBy('name'), ...sortBy(undefined)).sort).toBeUndefined();
	});
});

describe('grouping', () => {
	test('groups by a field, by another, and by none in three ways', () => {
		expect(after(...groupBy('user')).group).toBe('user');
		expect(after(...groupBy('user'), ...groupBy('channel')).group).toBe('channel');
		expect(after(...groupBy('user'), ...groupBy('user')).group).toBeUndefined();
		expect(after(...groupBy('user'), ...groupBy(undefined)).group).toBeUndefined();
	});

	test('groups are ordered by count, and by value again; another field keeps that, and so does a view that does not say', () => {
		expect(after({type: 'arrange', view: {group: 'user', groupOrder: 'count'}}).groupOrder).toBe('count');
		expect(
			after(
				{type: 'arrange', view: {group: 'user', groupOrder: 'count'}},
				{type: 'arrange', view: {group: 'user', groupOrder: undefined}},
			).groupOrder,
		).toBeUndefined();
		expect(
			after({type: 'restore', saved: {query: '', sort: undefined, group: 'user', groupOrder: 'count'}}).groupOrder,
		).toBe('count');
	});
});

test('the cursor starts on the present choice and wraps around', () => {
	// What is sorted by, although it is grouped by something else.
	const sorting = after(...groupBy('channel'), ...sortBy('name'), {type: 'open', mode: 'sort'});
	expect(choices.sort[sorting.choice]).toBe('name');
	const open = after(...groupBy('channel'), {type: 'open', mode: 'group'});
	expect(choices.group[open.choice]).toBe('channel');
	const first = after({type: 'open', mode: 'group'});
	expect(choices.group[first.choice]).toBe('user');
	const last = reduceList(first, {type: 'step', by: -1});
	expect(choices.group[last.choice]).toBeUndefined();
	expect(reduceList(last, {type: 'step', by: 1})).toEqual(first);
});

test('saved settings are restored, unless the operator has changed something already', () => {
	const saved = {query: 'abc', sort: {field: 'id', isDescending: true}, group: 'user'} as const;
	expect(after({type: 'restore', saved})).toMatchObject({query: editAtEnd('abc'), sort: saved.sort, group: 'user'});
	expect(after(...sortBy('name'), {type: 'restore', saved}).sort?.field).toBe('name');
	expect(after({type: 'open', mode: 'search'}, {type: 'restore', saved}).query.text).toBe('');
});

test('toggling marks all of several, and unmarks them only if all are marked', () => {
	expect(toggled(new Set(['1']), ['1', '2'])).toEqual(new Set(['1', '2']));
	expect(toggled(new Set(['1', '2', '3']), ['1', '2'])).toEqual(new Set(['3']));
});

test('a complete listing drops the marks of what it does not have, and nothing else', () => {
	const marked = {...initialListState, marked: new Set(['1', '2']), anchor: 'id 1'};
	expect(reduceList(marked, {type: 'listed', ids: ['2', '3']})).toEqual({...marked, marked: new Set(['2'])});
	expect(reduceList(marked, {type: 'listed', ids: ['1', '2', '3']})).toBe(marked);
});
