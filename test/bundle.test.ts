import fc from 'fast-check';
import {build, type Plugin} from 'rolldown';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {widthPlugins} from '../scripts/bundle/ink-patches.ts';
import {fastSegmenter} from '../source/terminal/ink/fast-segmenter.ts';
import {codePoints} from './helpers/code-points.ts';

/** Loads a dependency as the bundle has it, or without our patches. */
async function load<T>(dependency: string, plugins: readonly Plugin[]): Promise<T> {
	const {output} = await build({input: dependency, platform: 'node', plugins: [...plugins], write: false});
	return (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)) as T;
}

/** Everything that can affect a width or a grapheme boundary, and plain text, which has its own code path. */
const text = fc
	.array(
		fc.oneof(
			fc.string({unit: 'grapheme-ascii', maxLength: 4}),
			fc.integer({min: 0, max: 0x10_ff_ff}).map(code => String.fromCodePoint(code)),
			fc.integer({min: 0, max: 0x2f_ff}).map(code => String.fromCodePoint(code)),
			fc.constantFrom(
				'·',
				'…',
				'✓',
				'❯',
				'─',
				'©',
				'™',
				'入',
				'。',
				'カ',
				'か\u{3099}',
				'ー',
				'한',
				'\u{11A8}',
				'Ж',
				'Ж\u{308}',
			),
			fc.constantFrom(
				'ω',
				'ﾊﾟ',
				'e\u{301}',
				'हि',
				'👩‍👩‍👧',
				'🇩🇪',
				'👍🏽',
				'✈️',
				'1️⃣',
				'\u{200D}',
				'\u{FE0F}',
				'\u{E0001}',
				'\u{AD}',
				'\u{600}',
				'각',
				'\u{1100}',
			),
			fc.constantFrom(
				'\u{1B}[31m',
				'\u{1B}[0m',
				'\u{1B}]8;;https://a.example\u{7}',
				'\u{9B}',
				'\r',
				'\n',
				'\r\n',
				'\t',
				'\u{D83D}',
			),
		),
		{maxLength: 8},
	)
	.map(parts => parts.join(''));

test('the bundled string-width returns the same widths as the original', async () => {
	const {default: measure} = await load<{default: typeof stringWidth}>('string-width', widthPlugins);
	expect(measure).not.toBe(stringWidth);
	for (const code of codePoints(0xff_ff)) {
		const character = String.fromCodePoint(code);
		for (const isAmbiguousIsNarrow of [true, false]) {
			if (
				measure(character, {ambiguousIsNarrow: isAmbiguousIsNarrow}) !==
				stringWidth(character, {ambiguousIsNarrow: isAmbiguousIsNarrow})
			) {
				expect.fail(`U+${code.toString(16)}`);
			}
		}
	}

	fc.assert(
		fc.property(
			text,
			fc.record({ambiguousIsNarrow: fc.boolean(), countAnsiEscapeCodes: fc.boolean()}, {requiredKeys: []}),
			(sample, options) => {
				expect(measure(sample, options)).toBe(stringWidth(sample, options));
			},
		),
		{numRuns: 500},
	);
});

test.each<[string, string, readonly unknown[]]>([
	['slice-ansi', 'default', [1, 6]],
	['wrap-ansi', 'default', [5, {hard: true, trim: false}]],
	['cli-truncate', 'default', [5, {position: 'middle'}]],
	['@alcalzone/ansi-tokenize', 'tokenize', []],
])('the bundled %s returns the same results as the original', async (dependency, name, options) => {
	type Module = Record<string, (text: string, ...options: readonly unknown[]) => unknown>;
	const [patched, original] = await Promise.all([load<Module>(dependency, widthPlugins), load<Module>(dependency, [])]);
	fc.assert(
		fc.property(text, sample => {
			expect(patched[name]!(sample, ...options)).toEqual(original[name]!(sample, ...options));
		}),
		{numRuns: 500},
	);
});

test('fastSegmenter returns the same segments as Intl.Segmenter', () => {
	const real = new Intl.Segmenter();
	fc.assert(
		fc.property(text, sample => {
			const expected = Array.from(real.segment(sample), ({segment, index, input}) => ({segment, index, input}));
			const segments = fastSegmenter.segment(sample);
			expect(Array.from(segments, ({segment, index, input}) => ({segment, index, input}))).toEqual(expected);
			for (const index of [undefined, -1, 0, 1, sample.length - 1, sample.length]) {
				expect(segments.containing(index)).toEqual(real.segment(sample).containing(index));
			}
		}),
		{numRuns: 500},
	);

	for (const code of codePoints(0xff_ff)) {
		// Next to a letter and next to itself: no character treated as plain combines.
		const sample = `a${String.fromCodePoint(code, code)}b`;
		if ([...fastSegmenter.segment(sample)].length !== [...real.segment(sample)].length) {
			expect.fail(`U+${code.toString(16)}`);
		}
	}
});
