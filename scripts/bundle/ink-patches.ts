import path from 'node:path';
import {patch, type Patch} from './patch.ts';

/** Imports a module of ours into a dependency. */
const importOurs = (names: string, file: string): string =>
	`import {${names}} from ${JSON.stringify(path.resolve(import.meta.dirname, '../../source/terminal/ink', file))}; `;

/** What a held ↓ and a search need to keep up, and what rows need to stay in their place (docs/decisions/screens.md). */
export const framePlugins: readonly Patch[] = [
	// Most texts are of characters whose width is known without an Intl.Segmenter and tables of emoji.
	patch(
		/\bstring-width\/index\.js$/v,
		String.raw`if (/^[\u0020-\u007E]*$/.test(string)) {`,
		String.raw`const known = ambiguousIsNarrow ? fastWidth(string) : undefined; if (known !== undefined) { return known; } if (/^[\u0020-\u007E]*$/.test(string)) {`,
		importOurs('fastWidth', 'fast-width.ts'),
	),
	// The first rows need neither an Intl.Segmenter nor tables of emoji: to make them takes half the time of `node -e 0`.
	patch(
		/\b(?:(?:string-width|wrap-ansi|cli-truncate)\/index|slice-ansi\/tokenize-ansi|ansi-tokenize\/build\/tokenize)\.js$/v,
		/new Intl\.Segmenter\((?:undefined, \{ ?granularity: ["']grapheme["'] ?\})?\)|(?<=Regex = )\/.*\\p\{.*(?=;)/gv,
		found => (found.startsWith('new') ? 'fastSegmenter' : `latePattern(() => ${found})`),
		importOurs('fastSegmenter, latePattern', 'fast-width.ts'),
	),
	// Most rows were in an earlier frame, and need no cells.
	patch(
		/\bink\/build\/output\.js$/v,
		'    get() {',
		'    get() { return composeRows(this, {intersectClips, styledCharsToString}); } getFromCells() {',
		importOurs('composeRows', 'rows.ts'),
	),
	// Text without control characters has nothing to remove, and most text with styles was in an earlier frame.
	patch(
		/\bink\/build\/squash-text-nodes\.js$/v,
		String.raw`text = sanitizeAnsi(text.replaceAll('\r\n', '\n'));`,
		String.raw`if (!/\p{Control}/u.test(text)) { return text; } text = sanitiseOnce(text.replaceAll('\r\n', '\n'), sanitizeAnsi);`,
		importOurs('sanitiseOnce', 'rows.ts'),
	),
	// Ink keeps text whose width terminals disagree about, and garbles the row on those that disagree with string-width.
	patch(
		/\bink\/build\/log-update\.js$/v,
		"import lineUpdate from './line-update.js';",
		'',
		importOurs('lineUpdate', 'line-update.ts'),
	),
	// A frame that the terminal could not draw yet is not made.
	patch(
		/\bink\/build\/ink\.js$/v,
		'const startTime = performance.now();',
		'if (!this.isUnmounting && this.options.stdout.holdsFrame?.(this.onRender) === true) { return; } const startTime = performance.now();',
	),
];

/** Creates Yoga from its own bytes at once. Otherwise it fetches them, for which Node loads undici, and makes every module that uses it wait. */
export const yogaPlugins: readonly Patch[] = [
	patch(
		/yoga-wasm-base64-esm\.js$/v,
		'loadYoga = loadYoga || {};',
		`loadYoga.instantiateWasm = (imports, done) => {
		const bytes = Buffer.from(H.slice(H.indexOf(',') + 1), 'base64');
		const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
		done(instance);
		return instance.exports;
	};`.replaceAll(/\n\t*/gv, ' '),
	),
	patch(
		/\byoga-layout\/dist\/src\/index\.js$/v,
		'const Yoga = wrapAssembly(await loadYoga());',
		'const yoga = {}; loadYoga(yoga); const Yoga = wrapAssembly(yoga);',
	),
];
