import {expect, test} from 'vitest';
import {initialListState, reduceList, toggled} from '../../../source/tui/list/list-state.ts';

test('toggling marks all of several, and unmarks them only if all are marked', () => {
	expect(toggled(new Set(['1']), ['1', '2'])).toEqual(new Set(['1', '2']));
	expect(toggled(new Set(['1', '2', '3']), ['1', '2'])).toEqual(new Set(['3']));
});

test('a complete listing drops the marks of what it does not have, and nothing else', () => {
	const marked = {...initialListState, marked: new Set(['1', '2']), anchor: 'id 1'};
	expect(reduceList(marked, {type: 'listed', ids: ['2', '3']})).toEqual({...marked, marked: new Set(['2'])});
	expect(reduceList(marked, {type: 'listed', ids: ['1', '2', '3']})).toBe(marked);
});
