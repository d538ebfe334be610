import {describe, expect, test} from 'vitest';
import {
	arranged,
	choices,
	initialListState,
	opened,
	taken,
	toggled,
	type ListState,
} from '../../../source/tui/list/list-state.ts';

type Change = (state: ListState) => Partial<ListState>;

const after = (...changes: Change[]): ListState => {
	let state = initialListState;
	for (const change of changes) {
		state = {...state, ...change(state)};
	}

	return state;
};

const open =
	(mode: 'sort' | 'group'): Change =>
	state =>
		opened(state, mode);
const sortBy = (field: 'id' | 'name' | undefined): Change[] => [open('sort'), state => taken(state, field)];
const groupBy = (field: 'user' | 'channel' | undefined): Change[] => [open('group'), state => taken(state, field)];

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

	test('groups are ordered by count, and by value again; a view that does not say keeps that', () => {
		const byCount = arranged({group: 'user', groupOrder: 'count'});
		expect(after(() => byCount).groupOrder).toBe('count');
		expect(
			after(
				() => byCount,
				() => arranged({group: 'channel'}),
			).groupOrder,
		).toBe('count');
		expect(
			after(
				() => byCount,
				() => arranged({group: 'user', groupOrder: undefined}),
			).groupOrder,
		).toBeUndefined();
	});
});

test('the cursor starts on the present choice', () => {
	// What is sorted by, although it is grouped by something else.
	const sorting = after(...groupBy('channel'), ...sortBy('name'), open('sort'));
	expect(choices.sort[sorting.choice]).toBe('name');
	const grouping = after(...groupBy('channel'), open('group'));
	expect(choices.group[grouping.choice]).toBe('channel');
	expect(choices.group[after(open('group')).choice]).toBe('user');
});

test('toggling marks all of several, and unmarks them only if all are marked', () => {
	expect(toggled(new Set(['1']), ['1', '2'])).toEqual(new Set(['1', '2']));
	expect(toggled(new Set(['1', '2', '3']), ['1', '2'])).toEqual(new Set(['3']));
});
