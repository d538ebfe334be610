import {describe, expect, test} from 'vitest';
import {columns, gap, placeColumns, type Column} from '../../../source/tui/list/columns.ts';

const [base] = columns;
const column = (min: number, max: number, priority: number): Column => ({
	...base!, min, max, priority,
});

/** The widths of the columns that fit. */
const widths = (all: readonly Column[], room: number) => placeColumns(all, room).map(({width}) => width);

describe('placeColumns', () => {
	test('a column takes the room up to its maximum', () => {
		const one = [column(5, 8, 1)];
		expect([5, 6, 8, 9].map(room => widths(one, room))).toEqual([[5], [6], [8], [8]]);
	});

	test('where no room is left, each has its least width', () => {
		expect(widths([column(4, 10, 1), column(4, 4, 2)], 8 + gap)).toEqual([4, 4]);
	});

	test('one column more is used by what can use no more than that', () => {
		expect(widths([column(4, 5, 1), column(4, 4, 2)], 8 + gap + 1)).toEqual([5, 4]);
	});

	test('a column of one width has it in exactly its room', () => {
		expect(widths([column(7, 7, 1)], 7)).toEqual([7]);
		expect(widths([column(7, 7, 1)], 20)).toEqual([7]);
	});

	test('the most important column is shown in any room, at one column at least', () => {
		const both = [column(10, 20, 2), column(10, 20, 1)];
		expect([0, 1, 6, 9].map(room => widths(both, room))).toEqual([[1], [1], [6], [9]]);
		expect(placeColumns(both, 6)[0]).toMatchObject({priority: 1});
	});

	test('the next one is shown when both have their least width, with the gap', () => {
		const both = [column(10, 10, 2), column(4, 4, 1)];
		expect(widths(both, 14 + gap - 1)).toEqual([4]);
		expect(widths(both, 14 + gap)).toEqual([10, 4]);
	});

	test('nothing less important takes the place of one that does not fit', () => {
		expect(widths([column(4, 4, 1), column(10, 10, 2), column(1, 1, 3)], 4 + gap + 9)).toEqual([4]);
	});

	test('room that is left is shared in proportion to what each can use, rounded down', () => {
		expect(widths([column(4, 10, 1), column(4, 7, 2)], 8 + gap + 3)).toEqual([6, 5]);
		expect(widths([column(4, 10, 1), column(4, 7, 2)], 8 + gap + 2)).toEqual([5, 4]);
		expect(widths([column(4, 10, 1), column(4, 7, 2)], 100)).toEqual([10, 7]);
	});
});
