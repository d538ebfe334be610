import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {fastWidth} from '../../source/terminal/ink/fast-width.ts';
import {graphemes, widthOf} from '../../source/terminal/width.ts';
import {sanitise} from '../../source/terminal/sanitise.ts';
import {range, replaceUnseen} from '../../source/platform/text.ts';

const simple = range(0x1_00_00)
	.map(code => String.fromCodePoint(code))
	.filter(character => fastWidth(character) !== undefined);

test('every simple character is a grapheme of its own, as wide as string-width says, and shown as it is', () => {
	expect(simple.length).toBeGreaterThan(30_000);
	expect(
		simple.filter(
			character => fastWidth(character) !== stringWidth(character) || replaceUnseen(character, () => '') !== character,
		),
	).toEqual([]);
	expect(
		['\u{301}', '\u{AD}', '\u{200D}', '\u{1F600}', '\u{D800}', '\u{3099}', '\u{1100}', '\u{5D0}', '\n'].filter(
			character => fastWidth(`a${character}`) !== undefined,
		),
	).toEqual([]);
});

test('so are texts of them', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...simple), {maxLength: 30}), characters => {
			const text = characters.join('');
			expect(graphemes(text)).toEqual(characters);
			expect(widthOf(text)).toBe(stringWidth(text));
			expect(sanitise(text)).toBe(text);
		}),
	);
});
