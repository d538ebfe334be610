import xterm from '@xterm/headless';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {styledRows, visibleCells} from '../../helpers/terminal-cells.ts';
import {createRowWriter} from '../../../source/terminal/ink/row-writer.ts';

const enter = '\u{1B}[?1049h';

test('wrapping is off as long as the alternate screen is on', () => {
	const write = createRowWriter(() => 24);
	expect(write(enter)).toBe(`${enter}\u{1B}[?7l\u{1B}[H`);
	expect(write('\u{1B}[?1049l')).toBe('\u{1B}[?7h\u{1B}[?1049l');
});

test.each([
	['rows', 'ab\ncd\n\nef', 'ab\u{1B}[2Hcd\u{1B}[4Hef'],
	[
		'moves up, and to the next line',
		'ab\ncd\n\u{1B}[2A\u{1B}[Ex\u{1B}[3G\u{1B}[Ky',
		'ab\u{1B}[2Hcd\u{1B}[2Hx\u{1B}[3G\u{1B}[Ky',
	],
	['text after a gap that follows uncertain text', 'हिन्दी   next', 'हिन्दी   \u{1B}[8Gnext'],
	['text of another colour after uncertain text', '\u{1B}[1m👍🏽\u{1B}[22mx', '\u{1B}[1m👍🏽\u{1B}[3G\u{1B}[22mx'],
	['styles at once', '\u{1B}[1m\u{1B}[4m\u{1B}[38;5;80ma\u{1B}[39m\u{1B}[24m', '\u{1B}[1;4;38;5;80ma\u{1B}[39;24m'],
	[
		'nothing after blanks that can be seen',
		'\u{1B}[K\u{1B}[4ma       b\u{1B}[24m',
		'\u{1B}[K\u{1B}[4ma       b\u{1B}[24m',
	],
	['nothing where the width is certain', 'é 入金   a', 'é 入金   a'],
	['the cursor that is shown', 'ab\ncd\u{1B}[1A\u{1B}[2G\u{1B}[?25h', 'ab\u{1B}[2Hcd\u{1B}[1;2H\u{1B}[?25h'],
])('addresses %s', (_what, data, written) => {
	const write = createRowWriter(() => 24);
	write(enter);
	expect(write(data)).toBe(written);
});

/** What can be seen of data in a terminal, after lines that were there before: each character with its style, if that shows. */
async function shown(data: string) {
	const terminal = new xterm.Terminal({cols: 40, rows: 4, allowProposedApi: true});
	await new Promise<void>(resolve => {
		terminal.write(
			`\u{1B}[?1049h\u{1B}[?7l\u{1B}[42m${'before '.repeat(5)}\u{1B}[m\r\n${'before '.repeat(5)}\u{1B}[H${data}`,
			resolve,
		);
	});
	const rows = styledRows(terminal.buffer.active, 4).map(runs => visibleCells(runs));
	terminal.dispose();
	return rows;
}

test('addresses and joined styles change nothing on the screen', async () => {
	const style = fc
		.constantFrom(
			0,
			1,
			4,
			7,
			9,
			22,
			24,
			27,
			29,
			39,
			49,
			41,
			100,
			104,
			'38;5;80',
			'48;5;238',
			'38;2;1;2;49',
			'48;2;4;7;9',
			'',
		)
		.map(code => `\u{1B}[${code}m`);
	const piece = fc.oneof(
		{weight: 3, arbitrary: style},
		{weight: 3, arbitrary: fc.integer({min: 1, max: 12}).map(length => ' '.repeat(length))},
		{weight: 3, arbitrary: fc.constantFrom('a', 'bc', '入金', 'é')},
		fc.constantFrom('\n', '\u{1B}[K', '\u{1B}[9G', '\u{1B}[20G', '\u{1B}[1A'),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(piece, {maxLength: 30}), async pieces => {
			const data = `\u{1B}[K${pieces.join('')}`;
			const write = createRowWriter(() => 4, true);
			write(enter);
			const written = write(data);
			// What is written next has the styles that were set last, too.
			expect(await shown(`${written}${write('x')}`)).toStrictEqual(await shown(`${data.replaceAll('\n', '\r\n')}x`));
		}),
	);
});

test('past the last row the screen scrolls', () => {
	const write = createRowWriter(() => 2);
	write(enter);
	expect(write('a\nb\nc')).toBe('a\u{1B}[2Hb\n\rc');
});
