import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cellUpdate} from '../../../source/terminal/ink/cell-update.ts';
import {visibleCells, type StyledRun} from '../../helpers/terminal-cells.ts';
import {Screen} from '../../helpers/terminal-screen.ts';

const columns = 40;

/** Pieces of a row, each of which ends the styles that it begins, as Ink's do. */
const piece = fc
	.tuple(
		fc.constantFrom(
			'user-42',
			'user-420',
			'EMAIL',
			'ETH',
			'a',
			'  ',
			'        ',
			'…',
			'──────',
			'入金',
			'のお知らせ',
			' ',
		),
		fc.constantFrom(
			['', ''],
			['38;5;80', '39'],
			['1', '22'],
			['2', '22'],
			['1;4', '24;22'],
			['38;5;255;48;5;238', '39;49'],
			['48;5;238', '49'],
			['7', '27'],
			['38;2;1;2;3', '0'],
			['31', '39'],
		),
	)
	.map(([text, [on, off]]) => (on === '' ? text : `\u{1B}[${on}m${text}\u{1B}[${off}m`));

const row = fc.array(piece, {maxLength: 6}).map(pieces => pieces.join(''));

/** A cell without the colour and the weight of a text that is a blank, unless they show on it. */
const seen = (cell: unknown): unknown => {
	const {character, underline, inverse, ...style} = cell as StyledRun['style'] & {readonly character?: string};
	return character === ' ' && !underline && !inverse ? style.background : cell;
};

/** What a row of a terminal shows after some writes. */
async function shownAfter(...writes: readonly string[]): Promise<unknown> {
	const screen = new Screen(columns, 2, () => undefined);
	await screen.write(`\u{1B}[?7l${writes.join('\r')}`);
	const cells = screen.cells.map(runs => visibleCells(runs).map(cell => seen(cell)));
	screen.dispose();
	return cells;
}

test('a row that is changed cell by cell looks as one that is drawn from scratch', async () => {
	let changed = 0;
	await fc.assert(
		fc.asyncProperty(row, row, async (previous, next) => {
			const update = cellUpdate(previous, next, columns);
			if (update === undefined) {
				return;
			}

			changed++;
			expect(await shownAfter(previous, update)).toEqual(await shownAfter(next));
			// What follows is drawn without a style.
			expect(await shownAfter(previous, `${update}\r\nx`)).toEqual(await shownAfter(next, '\r\nx'));
		}),
		{numRuns: 300, seed: 1},
	);
	expect(changed).toBeGreaterThan(200);
});

test('only what differs is written', () => {
	expect(cellUpdate('4201  USDC  ETH', '4202  USDC  ETH', columns)).toBe('\u{1B}[4G2');
	expect(cellUpdate('same', 'same', columns)).toBe('');
	expect(cellUpdate('a long row of text', 'a', columns)).toBe('\u{1B}[2G\u{1B}[K');
	// A blank looks the same in any colour of text.
	expect(cellUpdate('\u{1B}[38;5;80mEMAIL  \u{1B}[39mETH', '\u{1B}[38;5;80mEMAIL\u{1B}[39m  ETH', columns)).toBe('');
});

test('two changes near each other are one', () => {
	expect(cellUpdate('a1b', 'x1y', columns)).toBe('\u{1B}[1Gx1y');
	expect(cellUpdate('a123456b', 'x123456y', columns)).toBe('\u{1B}[1Gx\u{1B}[8Gy');
});

test('a row of uncertain columns is left to others', () => {
	for (const uncertain of [
		'हिन्दी',
		'👩‍👩‍👧',
		'e\u{301}',
		'a\tb',
		'\u{1B}]8;;https://a.example\u{7}a\u{1B}]8;;\u{7}',
		'\u{1B}[4:3ma\u{1B}[24m',
		'x'.repeat(columns + 1),
	]) {
		expect(cellUpdate('plain', uncertain, columns)).toBeUndefined();
		expect(cellUpdate(uncertain, 'plain', columns)).toBeUndefined();
	}
});
