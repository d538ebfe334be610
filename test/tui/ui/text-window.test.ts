import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {sanitise} from '../../../source/terminal/sanitise.ts';
import {keepSecret} from '../../../source/terminal/secrets.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {textWindow} from '../../../source/tui/ui/text-field.tsx';

const family = '👩‍👩‍👧‍👦';

/** A window with the cell under the cursor in brackets. */
function show({before, under, after}: ReturnType<typeof textWindow>): string {
	return `${before}[${under}]${after}`;
}

describe('the part of a text around the cursor', () => {
	test.each<[string, [string, number, number], string]>([
		['all of it', ['abc', 1, 10], 'a[b]c'],
		['the cursor behind it', ['abc', 3, 10], 'abc[ ]'],
		['an empty text', ['', 0, 3], '[ ]'],
		['exactly as wide as there is room', ['abcde', 0, 5], '[a]bcde'],
		['one wider', ['abcdef', 0, 5], '[a]bcd…'],
		['one wider, the cursor on the last', ['abcdef', 5, 5], '…cde[f]'],
		['no room for the cursor behind it', ['abcde', 5, 5], '…cde[ ]'],
		['both ends cut', ['abcdefghi', 4, 5], '…cd[e]…'],
		['the beginning just fits', ['abcdefghi', 3, 5], 'abc[d]…'],
		['the end just fits', ['abcdefghi', 7, 5], '…fg[h]i'],
		['three columns', ['abcdefghi', 4, 3], '…[e]…'],
		['three columns, at the beginning', ['abcdefghi', 0, 3], '[a]b…'],
		['three columns, behind the end', ['abcdefghi', 9, 3], '…i[ ]'],
		['wide characters', ['入金入金入金', 3, 8], '…金入[金]…'],
		['a wide character with no room for it', ['入金入金', 1, 3], '…[…]…'],
		['a family', [`a${family}b`, 1, 10], `a[${family}]b`],
		['a line end', ['a\nb', 1, 10], 'a[⏎]b'],
		['a character that a terminal obeys', ['a\u{1B}b', 1, 10], 'a[␛]b'],
		['one without a picture', ['a\u{202E}b', 1, 10], 'a[<U+202E>]b'],
		['one whose mark has no room', ['a\u{202E}b', 1, 6], 'a[<U+…]b'],
		['a mark without its letter', ['\u{301}', 0, 5], '[◌\u{301}]'],
	])('%s', (_name, where, shown) => {
		expect(show(textWindow(...where))).toBe(shown);
	});
});

const anyText = fc.string({
	unit: fc.oneof(
		fc.constantFrom(
			'a',
			'b',
			' ',
			'\n',
			'é',
			'e\u{301}',
			'\u{301}',
			'入',
			family,
			'🇩',
			'👍🏽',
			'\u{200D}',
			'\u{1B}',
			'\u{9B}',
			'\u{202E}',
			'\u{E0041}',
			'\u{FE0F}',
		),
		fc.constant(`e${'\u{301}'.repeat(30)}`),
	),
	maxLength: 60,
});

/** A text and one of the places where a cursor can be. */
const anyPlace = anyText.chain(text =>
	fc.record({
		text: fc.constant(text),
		cursor: fc.constantFrom(0, text.length, ...Array.from(new Intl.Segmenter().segment(text), ({index}) => index)),
		columns: fc.integer({min: 3, max: 30}),
		mask: fc.constantFrom(undefined, '•'),
	}),
);

test('it never exceeds the columns, the cursor is always visible, and nothing harmful comes out', () => {
	fc.assert(
		fc.property(anyPlace, ({text, cursor, columns, mask}) => {
			const {before, under, after} = textWindow(text, cursor, columns, mask);
			expect(widthOf(before) + widthOf(under) + widthOf(after)).toBeLessThanOrEqual(columns);
			expect(widthOf(before + under + after)).toBeLessThanOrEqual(columns);
			expect(widthOf(under)).toBeGreaterThan(0);
			expect(sanitise(before + under + after)).toBe(before + under + after);
		}),
	);
});

test('the whole width is used, and … shows where text is cut off', () => {
	const place = fc
		.string({unit: fc.constantFrom(...'abcdefgh'), maxLength: 60})
		.chain(text =>
			fc.record({text: fc.constant(text), cursor: fc.nat(text.length), columns: fc.integer({min: 3, max: 30})}),
		);
	fc.assert(
		fc.property(place, ({text, cursor, columns}) => {
			const {before, under, after} = textWindow(text, cursor, columns);
			const whole = `${text} `;
			expect(under).toBe(whole[cursor]);
			expect(
				before.startsWith('…') ? text.slice(0, cursor).endsWith(before.slice(1)) : before === text.slice(0, cursor),
			).toBe(true);
			expect(
				after.endsWith('…') ? text.slice(cursor + 1).startsWith(after.slice(0, -1)) : after === text.slice(cursor + 1),
			).toBe(true);
			const length = before.length + 1 + after.length;
			expect(length).toBe(before.startsWith('…') || after.endsWith('…') ? columns : Math.max(text.length, cursor + 1));
		}),
	);
});

test('a mask shows as many dots as characters, and none of the text', () => {
	expect(show(textWindow(`ab${family}d`, 2, 10, '•'))).toBe('••[•]•');
	fc.assert(
		fc.property(anyPlace, ({text, cursor, columns}) => {
			const {before, under, after} = textWindow(text, cursor, columns, '•');
			expect((before + under + after).replaceAll(/[ •…]/gv, '')).toBe('');
		}),
	);
});

describe('a secret typed into a field for something else', () => {
	keepSecret('sk-window-1');

	test.each([
		['sk-window-1', 0, '[API key][ ]'],
		['sk-window-1', 4, '[API key][ ]'],
		['user sk-window-1!', 17, 'user [API key]![ ]'],
		['sk-window-1\n\u{1B}[31m', 3, '[API key]⏎␛[31m[ ]'],
	])('%j is hidden, with the cursor behind it', (text, cursor, shown) => {
		expect(show(textWindow(text, cursor, 40))).toBe(shown);
	});
});
