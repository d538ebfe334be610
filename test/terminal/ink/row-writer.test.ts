import {expect, test} from 'vitest';
import {createRowWriter, placedLength} from '../../../source/terminal/ink/row-writer.ts';

const enter = '\u{1B}[?1049h';

test('outside of the alternate screen nothing is changed', () => {
	const write = createRowWriter(() => 24);
	expect(write('a\u{1B}[2A\nहि b')).toBe('a\u{1B}[2A\nहि b');
});

test('wrapping is off as long as the alternate screen is on', () => {
	const write = createRowWriter(() => 24);
	expect(write(enter)).toBe(`${enter}\u{1B}[?7l\u{1B}[H`);
	expect(write('\u{1B}[?1049l')).toBe('\u{1B}[?7h\u{1B}[?1049l');
});

test.each([
	['rows', 'ab\ncd\n\nef', 'ab\u{1B}[2Hcd\u{1B}[4Hef'],
	['moves up, and to the next line', 'ab\ncd\n\u{1B}[2A\u{1B}[Ex\u{1B}[3G\u{1B}[Ky', 'ab\u{1B}[2Hcd\u{1B}[2Hx\u{1B}[3G\u{1B}[Ky'],
	['text after a gap that follows uncertain text', 'हिन्दी   next', 'हिन्दी   \u{1B}[8Gnext'],
	['text of another colour after uncertain text', '\u{1B}[1m👍🏽\u{1B}[22mx', '\u{1B}[1m👍🏽\u{1B}[22m\u{1B}[3Gx'],
	['nothing where the width is certain', 'é 入金   a', 'é 入金   a'],
	['rows that are deleted and inserted', 'ab\ncd\nef\u{1B}[2A\u{1B}[2M\u{1B}[2E\u{1B}[2L\u{1B}[1A', 'ab\u{1B}[2Hcd\u{1B}[3Hef\u{1B}[1;3H\u{1B}[2M\u{1B}[3H\u{1B}[2L'],
	['the cursor that is shown', 'ab\ncd\u{1B}[1A\u{1B}[2G\u{1B}[?25h', 'ab\u{1B}[2Hcd\u{1B}[1;2H\u{1B}[?25h'],
])('addresses %s', (_what, data, written) => {
	const write = createRowWriter(() => 24);
	write(enter);
	expect(write(data)).toBe(written);
});

test('past the last row the screen scrolls', () => {
	const write = createRowWriter(() => 2);
	write(enter);
	expect(write('a\nb\nc')).toBe('a\u{1B}[2Hb\n\rc');
});

test.each([
	['all, where the width is certain', 'é 入金 a', 'é 入金 a'],
	['all, where its last piece has a certain width', 'हिन्दी   é a', 'हिन्दी   é a'],
	['all, where it ends at a gap', 'हिन्दी  ', 'हिन्दी  '],
	['the part up to the gap before an uncertain width', 'हिन्दी  a   हिन्दी b', 'हिन्दी  a   '],
	['nothing, where the width is uncertain from the beginning', 'हिन्दी a ', ''],
])('what stays of the beginning of a row: %s', (_what, unchanged, stays) => {
	expect(placedLength(`${unchanged}x`, unchanged.length)).toBe(stays.length);
});
