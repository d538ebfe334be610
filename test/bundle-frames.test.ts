import path from 'node:path';
import fc from 'fast-check';
import {build, type Plugin} from 'rolldown';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {framePlugins} from '../scripts/bundle/ink-patches.ts';
import {fastSegmenter} from '../source/terminal/ink/fast-width.ts';
import {temporaryFolder} from './helpers/app.tsx';
import {codePoints} from './helpers/code-points.ts';

const folder = path.resolve(import.meta.dirname, '../node_modules');

/** The default export of a file of a dependency as the bundle has it, or as it came. */
async function load<T>(file: string, plugins: readonly Plugin[]): Promise<T> {
	await using temporary = await temporaryFolder();
	const bundle = path.join(temporary.path, 'bundle.mjs');
	await build({input: path.join(folder, file), platform: 'node', plugins: [...plugins], output: {file: bundle}});
	const {default: exported} = (await import(bundle)) as {default: T};
	return exported;
}

/** What this program draws, and what it may have to show. */
const part = fc.constantFrom(
	'a',
	'b',
	'  ',
	'…',
	'·',
	'▾',
	'▸',
	'↑',
	'↓',
	'入',
	'e\u{301}',
	'👩‍👩‍👧',
	'\u{1B}[7m',
	'\u{1B}[27m',
	'\u{1B}[1m',
	'\u{1B}[22m',
);
const line = fc.array(part, {maxLength: 12}).map(parts => parts.join(''));

type Transform = (line: string) => string;

type Output = new (size: {readonly width: number; readonly height: number}) => {
	readonly write: (x: number, y: number, text: string, options: {readonly transformers: readonly Transform[]}) => void;
	readonly clip: (clip: object) => void;
	readonly unclip: () => void;
	readonly get: () => {readonly output: string; readonly height: number};
};

type Operation =
	| 'unclip'
	| {readonly clip: object}
	| {readonly write: readonly [x: number, y: number, text: string, transformers: readonly Transform[]]};

const bold: Transform = text => `\u{1B}[1m${text}\u{1B}[22m`;
const inverse: Transform = text => `\u{1B}[7m${text}\u{1B}[27m`;
const nothing: Transform = () => '';

/** What makes a text hard to place: several lines, styles that are never closed, a link, what takes no column, halves of characters. */
const hostile = fc
	.array(
		fc.oneof(
			part,
			fc.constantFrom(
				'\n',
				'\u{1B}[31m',
				'\u{1B}[0m',
				'\u{1B}]8;;https://a.example\u{7}',
				'\u{1B}]8;;\u{7}',
				'\u{200B}',
				'\u{301}',
				'\u{AD}',
				'한글',
				'🇩🇪',
				'\u{D83D}',
				'\u{600}',
				'\u{3000}',
			),
			fc.string({unit: 'grapheme', maxLength: 3}),
		),
		{maxLength: 10},
	)
	.map(parts => parts.join(''));

const bound = fc.option(fc.integer({min: -2, max: 14}), {nil: undefined});

const transforms = fc.constantFrom<Array<readonly Transform[]>>([], [], [bold], [bold, inverse], [nothing]);

const operations = fc.array(
	fc.oneof(
		{
			weight: 6,
			arbitrary: fc
				.tuple(fc.integer({min: -3, max: 14}), fc.integer({min: -1, max: 6}), fc.oneof(line, hostile), transforms)
				.map((write): Operation => ({write})),
		},
		{weight: 2, arbitrary: fc.record({x1: bound, x2: bound, y1: bound, y2: bound}).map((clip): Operation => ({clip}))},
		{weight: 1, arbitrary: fc.constant<Operation>('unclip')},
	),
	{maxLength: 10},
);

function drawn(OutputClass: Output, steps: readonly Operation[]): unknown {
	const output = new OutputClass({width: 12, height: 5});
	for (const step of steps) {
		if (step === 'unclip') {
			output.unclip();
		} else if ('clip' in step) {
			output.clip(step.clip);
		} else {
			const [x, y, text, transformers] = step.write;
			output.write(x, y, text, {transformers});
		}
	}

	return output.get();
}

test('composing rows changes no frame', async () => {
	const [patched, original] = await Promise.all([
		load<Output>('ink/build/output.js', framePlugins),
		load<Output>('ink/build/output.js', []),
	]);
	// The same texts again and again, as in a program, and each frame twice: what is kept from one frame to the next is used.
	fc.assert(
		fc.property(operations, steps => {
			const expected = drawn(original, steps);
			expect(drawn(patched, steps)).toEqual(expected);
			expect(drawn(patched, steps)).toEqual(expected);
		}),
		{numRuns: 150, seed: 1},
	);
});

type SquashTextNodes = (node: object) => string;

test('the bundle joins the texts of a line as the original does', async () => {
	const [patched, original] = await Promise.all([
		load<SquashTextNodes>('ink/build/squash-text-nodes.js', framePlugins),
		load<SquashTextNodes>('ink/build/squash-text-nodes.js', []),
	]);
	const control = fc.constantFrom('\r\n', '\t', '\u{1B}[4:3m', '\u{1B}[2J', '\u{9B}31m', '\u{7}');
	fc.assert(
		fc.property(fc.array(fc.oneof(line, control), {maxLength: 6}), texts => {
			const node = {nodeName: 'ink-text', childNodes: texts.map(nodeValue => ({nodeName: '#text', nodeValue}))};
			const expected = original(node);
			expect(patched(node)).toBe(expected);
			expect(patched(node)).toBe(expected);
		}),
		{numRuns: 100},
	);
});

test('the bundled string-width returns the same widths as the original', async () => {
	const measure = await load<typeof stringWidth>('string-width/index.js', framePlugins);
	expect(measure).not.toBe(stringWidth);
	for (const code of codePoints(0xff_ff)) {
		const character = String.fromCodePoint(code);
		for (const isAmbiguousIsNarrow of [true, false]) {
			const options = {ambiguousIsNarrow: isAmbiguousIsNarrow};
			if (measure(character, options) !== stringWidth(character, options)) {
				expect.fail(`U+${code.toString(16)}`);
			}
		}
	}

	fc.assert(
		fc.property(hostile, sample => {
			expect(measure(sample)).toBe(stringWidth(sample));
		}),
		{numRuns: 500},
	);
});

test('fastSegmenter returns the same segments as Intl.Segmenter', () => {
	const real = new Intl.Segmenter();
	fc.assert(
		fc.property(hostile, sample => {
			const segments = fastSegmenter.segment(sample);
			const expected = real.segment(sample);
			expect(Array.from(segments, ({segment, index, input}) => ({segment, index, input}))).toEqual(
				Array.from(expected, ({segment, index, input}) => ({segment, index, input})),
			);
			for (const index of [undefined, -1, 0, 1, sample.length - 1, sample.length]) {
				expect(segments.containing(index)).toEqual(expected.containing(index));
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
