import {expect, test} from 'vitest';
import {wholeLines} from '../../../source/tui/files/mistakes-view.tsx';

const many = (text: string, count: number) => Array.from({length: count}, () => text);

test('no line is kept below mistakes that fit their rows', () => {
	expect(wholeLines(many('4:5: channel is required', 85), {columns: 80, rows: 20, above: 1})).toBe(0);
});

test('no more lines are kept than the longest mistake needs, however high the terminal is', () => {
	expect(
		wholeLines([...many('4:5: channel is required', 85), 'word '.repeat(30)], {columns: 120, rows: 36, above: 1}),
	).toBe(4);
	expect(wholeLines(['word '.repeat(300)], {columns: 80, rows: 20, above: 1})).toBe(18);
	expect(wholeLines(many('word '.repeat(300), 85), {columns: 80, rows: 20, above: 1})).toBe(8);
});

test('in few lines the whole text has two, and in five none', () => {
	expect(wholeLines(many('word '.repeat(14), 85), {columns: 40, rows: 6, above: 1})).toBe(2);
	expect(wholeLines(many('word '.repeat(30), 85), {columns: 80, rows: 2, above: 1})).toBe(0);
});
