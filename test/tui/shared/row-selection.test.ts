import {describe, expect, test} from 'vitest';
import {followView, locateRow, type KeyedRows, type RowSelection} from '../../../source/tui/shared/row-selection.ts';

/** Ten thousand rows, those with the given numbers. */
function rowsOf(numbers: readonly number[]): KeyedRows {
	const keys = numbers.map(String);
	return {length: keys.length, keyAt: index => keys[index], indexOf: key => keys.indexOf(key)};
}

const numbers = Array.from({length: 10_000}, (_, index) => index);
const all = rowsOf(numbers);
const height = 20;
const view = {arrangement: '', search: ''};
const at = (selected: number): RowSelection => ({selected, top: selected - 5, key: String(selected), ...view});

const follow = (selection: RowSelection, rows: KeyedRows, change: Partial<typeof view>) =>
	followView(selection, locateRow(selection, rows), rows, height, {...view, ...change});

describe('among 10,000 rows', () => {
	test('the cursor stays with its row when others come and go, at the same place of the screen', () => {
		const fewer = rowsOf(numbers.filter(number => number >= 100));
		expect(locateRow(at(7000), fewer)).toStrictEqual({selected: 6900, top: 6895, isFound: true});
		const followed = follow(at(7000), fewer, {})!;
		expect(followed).toStrictEqual({...at(7000), selected: 6900, top: 6895});
		expect(follow(followed, fewer, {})).toBeUndefined();
		// When it goes now, the cursor does not jump back.
		expect(locateRow(followed, rowsOf(numbers.filter(number => number >= 100 && number !== 7000)))).toMatchObject({
			selected: 6900,
			isFound: false,
		});
	});

	test('after a deletion it stays where the row was', () => {
		const without = rowsOf(numbers.filter(number => number !== 7000));
		expect(locateRow(at(7000), without)).toStrictEqual({selected: 7000, top: 6995, isFound: false});
		expect(follow(at(7000), without, {})).toBeUndefined();
	});

	test('a search that finds its row keeps it, and clearing the search keeps it again', () => {
		const found = rowsOf(numbers.filter(number => number % 7000 === 0));
		const searched = follow(at(7000), found, {search: 'x'})!;
		expect(searched).toStrictEqual({...at(7000), search: 'x'});
		expect(locateRow(searched, found)).toMatchObject({selected: 1, isFound: true});
		expect(follow(searched, all, {})).toStrictEqual(at(7000));
	});

	test('a search that does not find its row takes the first match, and clearing it keeps that one', () => {
		const found = rowsOf([300, 400]);
		const searched = follow(at(7000), found, {search: 'x'})!;
		expect(searched).toStrictEqual({selected: 0, top: 0, key: '300', arrangement: '', search: 'x'});
		expect(locateRow(follow(searched, all, {})!, all)).toMatchObject({selected: 300, isFound: true});
	});

	test('a search without matches loses nothing', () => {
		const searched = follow(at(7000), rowsOf([]), {search: 'x'})!;
		expect(locateRow(follow(searched, all, {})!, all)).toMatchObject({selected: 7000, top: 6995});
	});

	test('grouped otherwise, a cursor at the top stays there, and another stays with its row', () => {
		const reversed = rowsOf(numbers.toReversed());
		expect(follow({...at(0), top: 0}, reversed, {arrangement: 'user'})).toMatchObject({selected: 0, key: '9999'});
		expect(follow(at(7000), reversed, {arrangement: 'user'})).toMatchObject({key: '7000'});
	});
});

test('the first rows that arrive get the cursor', () => {
	const empty: RowSelection = {selected: 0, top: 0, key: undefined, ...view};
	expect(follow(empty, rowsOf([]), {})).toBeUndefined();
	expect(follow(empty, all, {})).toMatchObject({selected: 0, key: '0'});
});
