import type {WriteStream} from 'node:tty';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {lineUpdate, placedLength} from '../../../source/terminal/ink/line-update.ts';
import {createScreenOutput} from '../../../source/terminal/ink/screen-output.ts';
import {visibleCells} from '../../helpers/terminal-cells.ts';
import {Screen} from '../../helpers/terminal-screen.ts';

test.each([
	['all, where the width is certain', 'é 入金 a', 'é 入金 a'],
	['all, where its last piece has a certain width', 'हिन्दी   é a', 'हिन्दी   é a'],
	['all, where it ends at a gap', 'हिन्दी  ', 'हिन्दी  '],
	['the part up to the gap before an uncertain width', 'हिन्दी  a   हिन्दी b', 'हिन्दी  a   '],
	['nothing, where the width is uncertain from the beginning', 'हिन्दी a ', ''],
])('what stays of the beginning of a row: %s', (_what, unchanged, stays) => {
	expect(placedLength(`${unchanged}x`, unchanged.length)).toBe(stays.length);
});

/** Parts of a row. */
const part = fc.constantFrom(
	'a',
	'bc',
	' ',
	'  ',
	'入金',
	'é',
	'e',
	'e\u{301}',
	'हि',
	'👩‍👩‍👧',
	'👍🏽',
	'🇩🇪',
	'\u{1B}[1m',
	'\u{1B}[22m',
	'\u{1B}[7m',
	'\u{1B}[27m',
	'\u{1B}[38;5;80m',
	'\u{1B}[39m',
	'\u{1B}]8;;https://a.example\u{7}link\u{1B}]8;;\u{7}',
);
const parts = fc.array(part, {maxLength: 6}).map(all => all.join(''));
const reset = '\u{1B}[0m';

test('a row that was changed looks like one that is drawn anew, in no more bytes', async () => {
	const cellsAfter = async (...writes: readonly string[]) => {
		const screen = new Screen(40, 2, () => undefined);
		const shown: Array<Promise<void>> = [];
		const output = createScreenOutput({
			columns: 40,
			rows: 2,
			write(chunk: string) {
				shown.push(screen.write(chunk));
				return true;
			},
		} as unknown as WriteStream);
		for (const each of ['\u{1B}[?1049h', ...writes]) {
			output.write(each);
		}

		await Promise.all(shown);
		const cells = screen.cells.map(runs => visibleCells(runs));
		screen.dispose();
		return cells;
	};

	let shorter = 0;
	await fc.assert(
		fc.asyncProperty(parts, parts, parts, async (start, one, other) => {
			const [previous, next] = [`a${start}${one}${reset}`, `a${start}${other}${reset}`];
			const whole = `\u{1B}[1G\u{1B}[K${next}`;
			const update = lineUpdate(previous, next, 40);
			shorter += update.length < whole.length ? 1 : 0;
			expect(update.length).toBeLessThanOrEqual(whole.length);
			expect(await cellsAfter(previous, '\r', update)).toEqual(await cellsAfter(whole));
		}),
	);
	expect(shorter).toBeGreaterThan(5);
});
