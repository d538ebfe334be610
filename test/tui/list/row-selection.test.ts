import {describe, expect, test} from 'vitest';
import {followRows, type KeyedRows, type RowSelection} from '../../../source/tui/ui/list-window.ts';

/** Ten thousand rows, those with the given numbers. */
function rowsOf(numbers: readonly number[]): KeyedRows {
	const keys = numbers.map(String);
	return {length: keys.length, keyAt: index => keys[index], indexOf: key => keys.indexOf(key)};
}

const numbers = Array.from({length: 10_000}, (_, index) => index);
const all = rowsOf(numbers);
const view = {arrangement: '', search: ''};
const at = (selected: number): RowSelection => ({selected, top: selected - 5, key: String(selected), ...view});

const follow = (selection: RowSelection, rows: KeyedRows, change: Partial<typeof view> = {}) => {
	const followed = followRows(selection, rows, {...view, ...change});
	expect(followRows(followed, rows, {...view, ...change})).toBe(followed);
	return followed;
};

describe('among 10,000 rows', () => {
	test('the cursor stays with its row when others come and go, at the same place of the screen', () => {
		const fewer = rowsOf(numbers.filter(number => number >= 100));
		const followed = follow(at(7000), fewer);
		expect(followed).toEqual({...at(7000), selected: 6900, top: 6895});
		// When it goes now, the cursor does not jump back.
		const without = rowsOf(numbers.filter(number => number >= 100 && number !== 7000));
		expect(follow(followed, without)).toBe(followed);
	});

	test('a search that finds its row keeps it, and clearing the search keeps it again', () => {
		const found = rowsOf(numbers.filter(number => number % 7000 === 0));
		const searched = follow(at(7000), found, {search: 'x'});
		expect(searched).toMatchObject({selected: 1, key: '7000'});
		expect(follow(searched, all)).toEqual(at(7000));
	});

	test('a search that does not find its row takes the first match, and clearing it keeps that one', () => {
		const searched = follow(at(7000), rowsOf([300, 400]), {search: 'x'});
		expect(searched).toEqual({selected: 0, top: 0, key: '300', arrangement: '', search: 'x'});
		expect(follow(searched, all)).toMatchObject({selected: 300, key: '300'});
	});

	test('grouped otherwise, a cursor at the top stays there, and another stays with its row', () => {
		const reversed = rowsOf(numbers.toReversed());
		expect(follow({...at(0), top: 0}, reversed, {arrangement: 'user'})).toMatchObject({selected: 0, key: '9999'});
		expect(follow(at(7000), reversed, {arrangement: 'user'})).toMatchObject({key: '7000'});
	});

	test('a row that was chosen before it is there gets the cursor when it comes', () => {
		const awaited = follow({...at(5), key: '10000', isAwaited: true}, all);
		expect(awaited).toMatchObject({selected: 5, isAwaited: true});
		expect(follow(awaited, rowsOf([...numbers, 10_000]))).toMatchObject({selected: 10_000, isAwaited: false});
	});
});

test('the first rows that arrive get the cursor', () => {
	const empty: RowSelection = {selected: 0, top: 0, key: undefined, ...view};
	expect(follow(empty, rowsOf([]))).toBe(empty);
	expect(follow(empty, all)).toMatchObject({selected: 0, key: '0'});
});
