import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sanitise} from '../../source/terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, widthOf, wrap} from '../../source/terminal/width.ts';

const family = '👩‍👩‍👧‍👦';

test.each([
	['abc', 3],
	['入金', 4],
	['ﾊﾟ', 2],
	['e\u{301}', 1],
	['\u{301}', 0],
	[family, 2],
	['👍🏽', 2],
	['✈️', 2],
	['हिन्दी', 4],
	['␛', 1],
])('%j is %i columns wide', (text, columns) => {
	expect(widthOf(text)).toBe(columns);
});

test.each([
	['abc', 3, 'abc'],
	['abcd', 3, 'ab…'],
	['abcd', 0, ''],
	['', 0, ''],
	['0x45fa…6045 on ETH', 8, '0x45fa…'],
	['入金入金', 7, '入金入…'],
	['入金入金', 6, '入金…'],
	['入金', 2, '…'],
	[`${family}${family}`, 3, `${family}…`],
	['e\u{301}e\u{301}e\u{301}', 2, 'e\u{301}…'],
])('truncate %j to %i columns', (text, columns, cut) => {
	expect(truncate(text, columns)).toBe(cut);
});

test.each([
	['abcdefg', 6, 'abc…fg'],
	['abcdefg', 5, 'ab…fg'],
	['abcdefg', 2, 'a…'],
	['abcdefg', 0, ''],
	['入金入金', 6, '入…金'],
	['abcdefe\u{301}', 4, 'ab…e\u{301}'],
	['aaaaaa🇩🇪🇫', 6, 'aaa…🇫'],
	['aaaaaa🇩🇪🇫', 8, 'aaaa…🇩🇪🇫'],
	[`${family}abcdef${family}`, 6, `${family}a…${family}`],
])('truncateMiddle %j to %i columns', (text, columns, cut) => {
	expect(truncateMiddle(text, columns)).toBe(cut);
});

test.each([
	['ab', 4, 'ab  '],
	['abcde', 4, 'abc…'],
	['入金入', 4, '入… '],
	['ab', 1, '…'],
	['', 0, ''],
	['', 2, '  '],
	['ab', -3, ''],
])('fit %j to %i columns', (text, columns, filled) => {
	expect(fit(text, columns)).toBe(filled);
});

test.each([
	['', 5, ['']],
	['ab cd ef', 5, ['ab cd', 'ef']],
	['ab cdefgh', 5, ['ab', 'cdefg', 'h']],
	['POST to https://example.com/hooks/42 when', 24, ['POST to https://example.', 'com/hooks/42 when']],
	['入 金金金金', 7, ['入 金金', '金金']],
	['a\n\nb', 5, ['a', '', 'b']],
	['入金 のお知らせ', 6, ['入金', 'のお知', 'らせ']],
	['e\u{301}e\u{301}e\u{301}', 2, ['e\u{301}e\u{301}', 'e\u{301}']],
	[`${family}${family}`, 3, [family, family]],
	['入a入', 1, ['入', 'a', '入']],
	['abc ', 3, ['abc']],
	['    abcdefgh', 6, ['    ab', 'cdefgh']],
	['  ab cd', 5, ['  ab', 'cd']],
	[' '.repeat(8), 3, [' '.repeat(3), ' '.repeat(3)]],
])('wrap %j into lines of %i columns', (text, columns, lines) => {
	expect(wrap(text, columns)).toEqual(lines);
});

/** What `sanitise` lets through, wide and joined characters more often than by chance. */
const shownText = fc
	.oneof(
		fc.string({unit: 'grapheme'}),
		fc.string({
			unit: fc.constantFrom(
				'a',
				'b',
				' ',
				'入',
				'각',
				'é',
				'e\u{301}',
				'\u{301}',
				'हि',
				'ﾊﾟ',
				family,
				'👍🏽',
				'🏽',
				'🇩🇪',
				'🇫',
				'✈️',
				'ᄀ',
				'ᅡ',
				'\u{1B}',
			),
		}),
	)
	.map(text => sanitise(text));

const columnsUpTo40 = fc.nat(40);

test('truncated text fits, keeps its ends, and is truncated only if necessary', () => {
	fc.assert(
		fc.property(shownText, columnsUpTo40, (text, columns) => {
			const end = truncate(text, columns);
			const middle = truncateMiddle(text, columns);
			if (widthOf(text) <= columns) {
				expect([end, middle]).toEqual([text, text]);
				return;
			}

			expect(widthOf(end)).toBeLessThanOrEqual(columns);
			expect(widthOf(middle)).toBeLessThanOrEqual(columns);
			if (columns === 0) {
				expect([end, middle]).toEqual(['', '']);
				return;
			}

			expect(end.endsWith('…') && text.startsWith(end.slice(0, -1))).toBe(true);
			const cuts = Array.from(middle.matchAll(/…/gv), ({index}) => index);
			expect(cuts.some(cut => text.startsWith(middle.slice(0, cut)) && text.endsWith(middle.slice(cut + 1)))).toBe(
				true,
			);
		}),
	);
});

test('wrap loses nothing but spaces, and no line is too wide', () => {
	fc.assert(
		fc.property(
			fc.array(shownText).map(lines => lines.join('\n')),
			fc.integer({min: 8, max: 40}),
			(text, columns) => {
				const lines = wrap(text, columns);
				expect(lines.length).toBeGreaterThan(0);
				expect(Math.max(...lines.map(line => widthOf(line)))).toBeLessThanOrEqual(columns);
				expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/[\n ]/gv, ''));
			},
		),
	);
});
