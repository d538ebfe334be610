import path from 'node:path';
import fc from 'fast-check';
import {build, type Plugin} from 'rolldown';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {framePlugins} from '../rolldown.config.ts';
import {temporaryFolder} from './helpers/app.tsx';

/** A file of Ink's as the bundle has it, or as it came. */
async function load<T>(file: string, plugins: readonly Plugin[]): Promise<T> {
	const input = path.resolve(import.meta.dirname, '../node_modules/ink/build', file);
	await using folder = await temporaryFolder();
	const bundle = path.join(folder.path, 'bundle.mjs');
	await build({input, platform: 'node', plugins: [...plugins], output: {file: bundle}});
	return (await import(bundle) as {default: T}).default;
}

/** What this program draws, and what it may have to show. */
const part = fc.constantFrom('a', 'b', '  ', '…', '·', '▾', '▸', '↑', '↓', '入', 'e\u{301}', '👩‍👩‍👧', '\u{1B}[7m', '\u{1B}[27m', '\u{1B}[1m', '\u{1B}[22m');
const line = fc.array(part, {maxLength: 12}).map(parts => parts.join(''));
const frames = fc.array(fc.array(line, {minLength: 6, maxLength: 6}), {minLength: 2, maxLength: 5});

type LogUpdate = {readonly create: (stream: unknown, options: object) => (text: string) => void};

/** Everything written for some frames, each line that is passed with a move of its own. */
function written({create}: LogUpdate, texts: readonly string[]): string {
	let bytes = '';
	const render = create({
		columns: 40,
		write(chunk: string) {
			bytes += chunk;
		},
	}, {incremental: true, showCursor: true});
	for (const text of texts) {
		render(text);
	}

	return bytes.replaceAll(/\u{1B}\[(\d+)E/gv, (_move, count: string) => '\u{1B}[E'.repeat(Number(count)));
}

test('the bundle writes incremental frames as the original does, except for cursor movements', async () => {
	const [patched, original] = await Promise.all([load<LogUpdate>('log-update.js', framePlugins), load<LogUpdate>('log-update.js', [])]);
	fc.assert(fc.property(frames, shown => {
		const texts = shown.map(lines => `${lines.join('\n')}\n`);
		expect(written(patched, texts)).toBe(written(original, texts));
	}), {numRuns: 500});
});

type Output = new (size: {readonly width: number; readonly height: number}) => {
	readonly write: (x: number, y: number, text: string, options: {readonly transformers: readonly unknown[]}) => void;
	readonly clip: (clip: object) => void;
	readonly get: () => {readonly output: string};
};

function drawn(OutputClass: Output, lines: readonly string[]): string {
	const output = new OutputClass({width: 10, height: 5});
	output.clip({x1: 0, x2: 9, y1: 0, y2: 5});
	for (const [y, text] of lines.entries()) {
		output.write(y % 3, y, text, {transformers: []});
	}

	return output.get().output;
}

test('caching lines between frames changes no frame', async () => {
	const [patched, original] = await Promise.all([load<Output>('output.js', framePlugins), load<Output>('output.js', [])]);
	fc.assert(fc.property(frames, shown => {
		for (const lines of shown) {
			expect(drawn(patched, lines)).toBe(drawn(original, lines));
		}
	}), {numRuns: 1000});
});

test('Ink\'s measureText, which the bundle uses in each frame, returns the width of the widest line', async () => {
	const measure = await load<(text: string) => {readonly width: number}>('measure-text.js', []);
	fc.assert(fc.property(fc.array(line, {maxLength: 3}), lines => {
		expect(measure(lines.join('\n')).width).toBe(Math.max(0, ...lines.map(text => stringWidth(text))));
	}));
});
