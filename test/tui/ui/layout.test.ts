import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type ListWindow, type Move, fitWindow, moveWindow} from '../../../source/tui/ui/layout.ts';

describe('moves in ten rows, four of them on the screen', () => {
	test.each<[Move, number, number, number, number]>([
		['down', 0, 0, 1, 0],
		['down', 3, 0, 4, 1],
		['down', 9, 6, 9, 6],
		['up', 4, 4, 3, 3],
		['up', 4, 2, 3, 2],
		['up', 0, 0, 0, 0],
		['page-down', 0, 0, 4, 1],
		['page-down', 8, 6, 9, 6],
		['page-up', 9, 6, 5, 5],
		['page-up', 2, 1, 0, 0],
		['last', 0, 0, 9, 6],
		['first', 9, 6, 0, 0],
	])('%s from row %i, the first shown being %i', (move, selected, top, ...after) => {
		const moved = moveWindow({selected, top}, move, 10, 4);
		expect([moved.selected, moved.top]).toEqual(after);
	});
});

describe('fits', () => {
	test.each<[string, ListWindow, [number, number], ListWindow]>([
		['no rows', {selected: 5, top: 3}, [0, 4], {selected: 0, top: 0}],
		['fewer rows than before', {selected: 9, top: 6}, [7, 4], {selected: 6, top: 3}],
		['fewer rows than lines', {selected: 2, top: 2}, [3, 10], {selected: 2, top: 0}],
		['fewer lines', {selected: 5, top: 2}, [10, 2], {selected: 5, top: 4}],
		['more lines', {selected: 9, top: 8}, [10, 5], {selected: 9, top: 5}],
		['a window above the rows', {selected: 0, top: -3}, [10, 4], {selected: 0, top: 0}],
		['nothing to change', {selected: 5, top: 4}, [10, 4], {selected: 5, top: 4}],
	])('%s', (_name, before, size, after) => {
		expect(fitWindow(before, ...size)).toEqual(after);
	});
});

const moves = fc.constantFrom<Move>('up', 'down', 'page-up', 'page-down', 'first', 'last');
const sizes = {count: fc.nat(50), height: fc.integer({min: 1, max: 20})};

test('the selection always exists and is on the screen, and no line is empty that a row could fill', () => {
	const anyStep = fc.record({move: moves, ...sizes});
	const anyWindow = fc.record({selected: fc.integer({min: -5, max: 60}), top: fc.integer({min: -5, max: 60})});
	fc.assert(
		fc.property(anyWindow, fc.array(anyStep, {minLength: 1, maxLength: 20}), (start, steps) => {
			let window: ListWindow = start;
			for (const {move, count, height} of steps) {
				window = moveWindow(fitWindow(window, count, height), move, count, height);
				const {selected, top} = window;
				expect(selected).toBeGreaterThanOrEqual(0);
				expect(selected).toBeLessThanOrEqual(Math.max(0, count - 1));
				expect(top).toBeGreaterThanOrEqual(0);
				expect(selected - top).toBeGreaterThanOrEqual(0);
				expect(selected - top).toBeLessThan(height);
				expect(top).toBeLessThanOrEqual(Math.max(0, count - height));
				expect(fitWindow(window, count, height)).toEqual(window);
			}
		}),
	);
});
