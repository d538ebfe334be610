import fc from 'fast-check';
import {build} from 'rolldown';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {widthPlugins} from '../rolldown.config.ts';
import {plainSegmenter} from '../source/terminal/plain.ts';

/** What the bundle makes of a dependency. */
async function bundled<T>(dependency: string): Promise<T> {
	const {output} = await build({input: dependency, platform: 'node', plugins: [...widthPlugins], write: false});
	return await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`) as T;
}

/** Everything that a width or a border between graphemes may hang on, and plain text, which has a way of its own. */
const text = fc.array(fc.oneof(
	fc.string({unit: 'grapheme-ascii', maxLength: 4}),
	fc.string({unit: 'binary', maxLength: 2}),
	fc.integer({min: 0, max: 0x2F_FF}).map(code => String.fromCodePoint(code)),
	fc.constantFrom('·', '…', '✓', '❯', '─', '©', '™', '入', 'ﾊﾟ', 'e\u{301}', 'हि', '👩‍👩‍👧', '🇩🇪', '👍🏽', '✈️', '1️⃣', '\u{200D}', '\u{FE0F}', '\u{E0001}', '\u{AD}', '\u{600}', '각', '\u{1100}'),
	fc.constantFrom('\u{1B}[31m', '\u{1B}[0m', '\u{1B}]8;;https://a.example\u{7}', '\u{9B}', '\r', '\n', '\r\n', '\t', '\u{D83D}'),
), {maxLength: 8}).map(parts => parts.join(''));

test('the bundled string-width measures as the original does', async () => {
	const {default: measure} = await bundled<{default: typeof stringWidth}>('string-width');
	expect(measure).not.toBe(stringWidth);
	for (let code = 0; code <= 0xFF_FF; code++) {
		const character = String.fromCodePoint(code);
		for (const isAmbiguousIsNarrow of [true, false]) {
			if (measure(character, {ambiguousIsNarrow: isAmbiguousIsNarrow}) !== stringWidth(character, {ambiguousIsNarrow: isAmbiguousIsNarrow})) {
				expect.fail(`U+${code.toString(16)}`);
			}
		}
	}

	fc.assert(fc.property(text, fc.record({ambiguousIsNarrow: fc.boolean(), countAnsiEscapeCodes: fc.boolean()}, {requiredKeys: []}), (sample, options) => {
		expect(measure(sample, options)).toBe(stringWidth(sample, options));
	}), {numRuns: 3000});
});

test('the Segmenter of the bundle segments as the real one does', () => {
	const real = new Intl.Segmenter();
	fc.assert(fc.property(text, sample => {
		const expected = Array.from(real.segment(sample), ({segment, index, input}) => ({segment, index, input}));
		expect(Array.from(plainSegmenter.segment(sample), ({segment, index, input}) => ({segment, index, input}))).toEqual(expected);
	}), {numRuns: 3000});

	for (let code = 0; code <= 0xFF_FF; code++) {
		// Each beside a letter and beside itself: nothing that is taken for plain joins.
		const sample = `a${String.fromCodePoint(code, code)}b`;
		if ([...plainSegmenter.segment(sample)].length !== [...real.segment(sample)].length) {
			expect.fail(`U+${code.toString(16)}`);
		}
	}
});
