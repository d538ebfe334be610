import fc from 'fast-check';
import {expect, test} from 'vitest';
import {findScroll, scrolledRows, scrollSequence, type Scroll} from '../../../source/terminal/ink/scroll.ts';
import {Screen} from '../../helpers/terminal-screen.ts';

const list = (top: number, selected: number) => [
	'header',
	'TITLES',
	...Array.from({length: 20}, (_, row) => `${row === selected ? '>' : ' '} row ${top + row}`),
	'footer',
];

test.each<[string, string[], string[], Scroll | undefined]>([
	['a row down', list(0, 19), list(1, 19), {from: 2, to: 22, by: 1}],
	['a row up', list(5, 0), list(4, 0), {from: 2, to: 22, by: -1}],
	['three rows, pressed in one frame', list(0, 19), list(3, 19), {from: 2, to: 22, by: 3}],
	['the selection only', list(0, 3), list(0, 4), undefined],
	['a page', list(0, 19), list(20, 19), undefined],
	['nothing', list(0, 3), list(0, 3), undefined],
	['rows that are all the same', Array.from({length: 20}, () => 'a'), Array.from({length: 20}, () => 'b'), undefined],
	['too few rows', ['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'e'], undefined],
])('%s', (_what, previous, next, scroll) => {
	expect(findScroll(previous, next)).toEqual(scroll);
});

test('the terminal shows the rows that are expected after a scroll', async () => {
	const scrolls = fc
		.tuple(fc.nat(21), fc.integer({min: 1, max: 22}), fc.integer({min: -4, max: 4}))
		.filter(([from, size, by]) => by !== 0 && size >= Math.abs(by) && from + size <= 23);
	await fc.assert(
		fc.asyncProperty(scrolls, async ([from, size, by]) => {
			const screen = new Screen(20, 24, () => undefined);
			const rows = list(0, 3);
			const scroll = {from, to: from + size, by};
			await screen.write(`${rows.join('\r\n')}\r\nlast\u{1B}[H${scrollSequence(scroll)}`);
			expect(screen.cursorRow).toMatch(/^\|/v);
			expect(screen.text.split('\n')).toEqual([...scrolledRows(rows, scroll), 'last']);
			await screen.write('home');
			expect(screen.text).toMatch(/^home/v);
			screen.dispose();
		}),
		{numRuns: 300, seed: 1},
	);
});
