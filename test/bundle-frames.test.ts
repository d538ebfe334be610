import type {WriteStream} from 'node:tty';
import path from 'node:path';
import fc from 'fast-check';
import {build, type Plugin} from 'rolldown';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {framePlugins} from '../scripts/bundle/ink-patches.ts';
import {createScreenOutput} from '../source/terminal/ink/screen-output.ts';
import {temporaryFolder} from './helpers/app.tsx';
import {Screen} from './helpers/terminal-screen.ts';

/** The default export of a file of Ink's as the bundle has it, or as it came. */
async function load<T>(file: string, plugins: readonly Plugin[]): Promise<T> {
	const {default: exported} = await loadModule<{default: T}>(file, plugins);
	return exported;
}

async function loadModule<T>(file: string, plugins: readonly Plugin[]): Promise<T> {
	const input = path.resolve(import.meta.dirname, '../node_modules/ink/build', file);
	await using folder = await temporaryFolder();
	const bundle = path.join(folder.path, 'bundle.mjs');
	await build({input, platform: 'node', plugins: [...plugins], output: {file: bundle}});
	return (await import(bundle)) as T;
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
const frames = fc.array(fc.array(line, {minLength: 6, maxLength: 6}), {minLength: 2, maxLength: 5});

type LogUpdate = {readonly create: (stream: unknown, options: object) => (text: string) => void};

/** Everything written for some frames, each line that is passed with a move of its own. */
function written({create}: LogUpdate, texts: readonly string[]): string {
	let bytes = '';
	const render = create(
		{
			columns: 40,
			write(chunk: string) {
				bytes += chunk;
			},
		},
		{incremental: true, showCursor: true},
	);
	for (const text of texts) {
		render(text);
	}

	return bytes.replaceAll(/\u{1B}\[(\d+)E/gv, (_move, count: string) => '\u{1B}[E'.repeat(Number(count)));
}

test('the bundle writes incremental frames as the original does, except for cursor movements', async () => {
	const [patched, original] = await Promise.all([
		load<LogUpdate>('log-update.js', framePlugins),
		load<LogUpdate>('log-update.js', []),
	]);
	fc.assert(
		fc.property(frames, shown => {
			const texts = shown.map(lines => `${lines.join('\n')}\n`);
			expect(written(patched, texts)).toBe(written(original, texts));
		}),
		{numRuns: 100},
	);
});

/** Lists of the rows `row 0` to `row 59`, as somebody scrolls through them: the first row on show, the selected one and what the first line says. */
const scrolled = fc.array(
	fc.record({
		top: fc.nat(40),
		selected: fc.nat(19),
		header: fc.constantFrom('list', 'list · 10 s ago', '\u{1B}[1mlist\u{1B}[22m'),
		footer: fc.constantFrom('', '? help', 'a notice'),
		isOneFurther: fc.boolean(),
	}),
	{minLength: 2, maxLength: 12},
);

/** Rows of one column a letter, of two, and of a width that terminals disagree about. */
const rowTexts = ['plain', '入金 アラート', 'हिन्दी', '\u{1B}[33mpending\u{1B}[39m', '👩‍👩‍👧 family'];

function listRows(top: number, selected: number): string[] {
	return Array.from({length: 20}, (_, index) => {
		const text = `row ${top + index}  ${rowTexts[(top + index) % rowTexts.length]}`;
		return index === selected ? `\u{1B}[7m> ${text}\u{1B}[27m` : `  ${text}`;
	});
}

test('after frames that scroll, a terminal shows the last of them', async () => {
	const patched = await load<LogUpdate>('log-update.js', framePlugins);
	let scrolls = 0;
	await fc.assert(
		fc.asyncProperty(scrolled, async steps => {
			const shown = new Screen(60, 24, () => undefined);
			const expected = new Screen(60, 24, () => undefined);
			const writes: Array<Promise<void>> = [];
			const terminalOf = (screen: Screen) => {
				const stream = createScreenOutput({
					columns: 60,
					rows: 24,
					write(chunk: string) {
						scrolls += /\u{1B}\[\d*[LM]/v.test(chunk) ? 1 : 0;
						writes.push(screen.write(chunk));
						return true;
					},
				} as unknown as WriteStream);
				stream.write('\u{1B}[?1049h\u{1B}[?25l');
				return patched.create(stream, {incremental: true, showCursor: true});
			};

			const render = terminalOf(shown);
			let top = 0;
			let last = '';
			for (const step of steps) {
				top = step.isOneFurther ? top + 1 : step.top;
				last = `${[step.header, 'TITLES', ...listRows(top, step.selected), step.footer].join('\n')}\n`;
				render(last);
			}

			terminalOf(expected)(last);
			await Promise.all(writes);
			expect(shown.cells).toEqual(expected.cells);
			shown.dispose();
			expected.dispose();
		}),
		{numRuns: 50, seed: 1},
	);
	expect(scrolls).toBeGreaterThan(40);
});

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
		load<Output>('output.js', framePlugins),
		load<Output>('output.js', []),
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

test("Ink's measureText, which the bundle uses in each frame, returns the width of the widest line", async () => {
	const measure = await load<(text: string) => {readonly width: number}>('measure-text.js', []);
	fc.assert(
		fc.property(fc.array(line, {maxLength: 3}), lines => {
			expect(measure(lines.join('\n')).width).toBe(Math.max(0, ...lines.map(text => stringWidth(text))));
		}),
	);
});

type Dom = {
	readonly createNode: (name: string) => DomNode;
	readonly createTextNode: (text: string) => object;
	readonly appendChildNode: (parent: object, child: object) => void;
	readonly setTextNodeValue: (node: object, text: string) => void;
	readonly setStyle: (node: object, style: object) => void;
};

type DomNode = {
	readonly yogaNode: {
		readonly setWidth: (width: number) => void;
		readonly setFlexDirection: (direction: number) => void;
		readonly setFlexShrink: (shrink: number) => void;
		readonly calculateLayout: (width: number | undefined, height: number | undefined, direction: number) => void;
		readonly getComputedLayout: () => object;
	};
};

/** Yoga's FLEX_DIRECTION_COLUMN, FLEX_DIRECTION_ROW and DIRECTION_LTR. */
const directions = {column: 0, row: 2, leftToRight: 1};

type Change =
	| readonly [place: number, text: string]
	| {readonly width: number}
	| {readonly wrap: string; readonly place: number};

const layouts = fc.record({
	isRow: fc.boolean(),
	texts: fc.array(fc.tuple(line, line), {minLength: 1, maxLength: 4}),
	changes: fc.array(
		fc.oneof(
			{
				weight: 4,
				arbitrary: fc.tuple(fc.nat(7), fc.oneof(line, fc.constantFrom('aaaa', 'bbbb', 'a bb', 'bb a', 'a\nb'))),
			},
			{weight: 1, arbitrary: fc.record({width: fc.integer({min: 1, max: 30})})},
			{weight: 1, arbitrary: fc.record({wrap: fc.constantFrom('wrap', 'truncate-end', 'hard'), place: fc.nat(7)})},
		),
		{maxLength: 10},
	),
});

/** The layout of some texts in a box after each change: two pieces of text in each. */
function laidOut(
	dom: Dom,
	isRow: boolean,
	texts: ReadonlyArray<readonly [string, string]>,
	changes: readonly Change[],
): object[] {
	const [root, box] = [dom.createNode('ink-root'), dom.createNode('ink-box')];
	root.yogaNode.setWidth(20);
	box.yogaNode.setFlexDirection(isRow ? directions.row : directions.column);
	dom.appendChildNode(root, box);
	const holders = texts.map(() => dom.createNode('ink-text'));
	const pieces = texts.flatMap((pair, index) =>
		pair.map(text => {
			const piece = dom.createTextNode(text);
			dom.appendChildNode(holders[index]!, piece);
			return piece;
		}),
	);
	for (const holder of holders) {
		holder.yogaNode.setFlexShrink(1);
		dom.appendChildNode(box, holder);
	}

	return changes.map(change => {
		if ('width' in change) {
			root.yogaNode.setWidth(change.width);
		} else if ('wrap' in change) {
			dom.setStyle(holders[change.place % holders.length]!, {textWrap: change.wrap});
		} else {
			dom.setTextNodeValue(pieces[change[0] % pieces.length]!, change[1]);
		}

		root.yogaNode.calculateLayout(undefined, undefined, directions.leftToRight);
		return [box, ...holders].map(node => node.yogaNode.getComputedLayout());
	});
}

test('a text that is replaced without a new layout has the layout that a new one would give it', async () => {
	const [patched, original] = await Promise.all([
		loadModule<Dom>('dom.js', framePlugins),
		loadModule<Dom>('dom.js', []),
	]);
	fc.assert(
		fc.property(layouts, ({isRow, texts, changes}) => {
			expect(laidOut(patched, isRow, texts, changes)).toEqual(laidOut(original, isRow, texts, changes));
		}),
		{numRuns: 120, seed: 1},
	);
});

type SquashTextNodes = (node: object) => string;

test('the bundle joins the texts of a line as the original does, also one of an earlier frame', async () => {
	const [patched, original] = await Promise.all([
		load<SquashTextNodes>('squash-text-nodes.js', framePlugins),
		load<SquashTextNodes>('squash-text-nodes.js', []),
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
