import fc from 'fast-check';
import {expect, test} from 'vitest';
import {highlight} from '../../source/terminal/highlight.ts';

const marked = (text: string, ...words: string[]) =>
	highlight(text, words)
		.map(({text: piece, isMatch}) => (isMatch ? `[${piece}]` : piece))
		.join('');

test.each([
	['Large transfers', ['large', 'fer'], '[Large] trans[fer]s'],
	['aaaa', ['aa'], '[aa][aa]'],
	['abc', ['bc', 'ab'], '[ab]c'],
	['abc', [''], 'abc'],
	['İstanbul', ['ist'], '[İst]anbul'],
])('%s with %j', (text, words, expected) => {
	expect(marked(text, ...words)).toBe(expected);
});

test('the pieces joined are the text', () => {
	fc.assert(
		fc.property(fc.string({unit: 'grapheme'}), fc.array(fc.string({maxLength: 3})), (text, words) => {
			expect(
				highlight(text, words)
					.map(piece => piece.text)
					.join(''),
			).toBe(text);
		}),
	);
});
