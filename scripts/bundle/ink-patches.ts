import path from 'node:path';
import {patch, type Patch} from './patch.ts';

/** Imports a module of ours into a dependency. */
const importOurs = (names: string, file: string): string =>
	`import {${names}} from ${JSON.stringify(path.resolve(import.meta.dirname, '../../source/terminal/ink', file))}; `;

const importFastSegmenter = importOurs('fastSegmenter, fastWidth', 'fast-segmenter.ts');

/** The first text on the screen is simple and needs neither an Intl.Segmenter nor tables of emoji, each of which takes milliseconds to create. test/bundle.test.ts checks that the results stay the same. */
export const widthPlugins: readonly Patch[] = [
	...[
		/\bstring-width\/index\.js$/v,
		/\bwrap-ansi\/index\.js$/v,
		/\bcli-truncate\/index\.js$/v,
		/\bslice-ansi\/tokenize-ansi\.js$/v,
		/\bink\/build\/line-update\.js$/v,
		/\bansi-tokenize\/build\/tokenize\.js$/v,
	].map(id =>
		patch(
			id,
			/new Intl\.Segmenter\((?:undefined, \{ ?granularity: ["']grapheme["'] ?\})?\)/gv,
			'fastSegmenter',
			importFastSegmenter,
		),
	),
	...['visibleCharacterRegex', 'spacingMarkRegex', 'rgiEmojiRegex', 'extendedPictographicRegex'].flatMap(name => [
		patch(/\bstring-width\/index\.js$/v, new RegExp(String.raw`\b${name}\b(?! = )`, 'gv'), `${name}()`),
		patch(/\bstring-width\/index\.js$/v, `const ${name} = `, `const ${name} = () => `),
	]),
	patch(
		/\bstring-width\/index\.js$/v,
		String.raw`if (/^[\u0020-\u007E]*$/.test(string)) {`,
		String.raw`const known = ambiguousIsNarrow ? fastWidth(string) : undefined; if (known !== undefined) { return known; } if (/^[\u0020-\u007E]*$/.test(string)) {`,
	),
];

/** Makes a frame take less work and fewer bytes. test/bundle-frames.test.ts checks that the results stay the same. */
export const framePlugins: readonly Patch[] = [
	// Most lines of a frame were in the previous one: the parsed parts of some hundreds of lines are kept between frames.
	patch(
		/\bink\/build\/output\.js$/v,
		'caches = new OutputCaches();',
		'caches = OutputCaches.kept = OutputCaches.kept?.widths.size < 1024 ? OutputCaches.kept : new OutputCaches();',
	),
	// Most rows are one plain text, or were in an earlier frame, and need no cells.
	patch(
		/\bink\/build\/output\.js$/v,
		'    get() {',
		'    get() { return composeRows(this, styledCharsToString); } getFromCells() {',
		importOurs('composeRows', 'rows.ts'),
	),
	// A list that scrolls is moved by the terminal.
	patch(
		/\bink\/build\/log-update\.js$/v,
		'for (let i = 0; i < visibleCount; i++) {',
		'const scroll = areColumnsUnchanged && nextLines.length === previousLines.length ? findScroll(previousLines, nextLines) : undefined; if (scroll !== undefined) { buffer.push(scrollSequence(scroll)); previousLines = scrolledRows(previousLines, scroll); } for (let i = 0; i < visibleCount; i++) {',
		importOurs('findScroll, scrolledRows, scrollSequence', 'scroll.ts'),
	),
	// Text without control characters has nothing to remove, and most text with styles was in the frame before.
	patch(
		/\bink\/build\/squash-text-nodes\.js$/v,
		String.raw`text = sanitizeAnsi(text.replaceAll('\r\n', '\n'));`,
		String.raw`if (!/\p{Control}/u.test(text)) { return text; } text = sanitiseOnce(text.replaceAll('\r\n', '\n'), sanitizeAnsi);`,
		importOurs('sanitiseOnce', 'text.ts'),
	),
	// Another text that wants the same room, and had it, needs no new layout.
	patch(
		/\bink\/build\/dom\.js$/v,
		/node\.nodeValue = text;\s+markNodeAsDirty\(node\);/gv,
		'const isLayoutKept = rememberSize(node, holder => measureText(squashTextNodes(holder))); node.nodeValue = text; if (!isLayoutKept()) { markNodeAsDirty(node); }',
		importOurs('rememberSize', 'text.ts'),
	),
	patch(
		/\bink\/build\/dom\.js$/v,
		'const textWrap = node.style?.textWrap',
		'node.isNarrowed = true; const textWrap = node.style?.textWrap',
	),
	// Lines whose UTF-16 units are all graphemes are compared without segmenting them.
	patch(
		/\bink\/build\/line-update\.js$/v,
		'printableAscii.test(previousText) && printableAscii.test(nextText)',
		'lineWidth(previousText) !== undefined && lineWidth(nextText) !== undefined',
		importOurs('fastWidth as lineWidth', 'fast-segmenter.ts'),
	),
	patch(/\bink\/build\/line-update\.js$/v, 'column = textLimit;', 'column = lineWidth(nextText.slice(0, textLimit));'),
	patch(
		/\brender-node-to-output\.js$/v,
		"import widestLine from 'widest-line';",
		"import measureText from './measure-text.js'; const widestLine = text => measureText(text).width;",
	),
	// A frame that the terminal could not draw yet is not made.
	patch(
		/\bink\/build\/ink\.js$/v,
		'const startTime = performance.now();',
		'if (!this.isUnmounting && this.options.stdout.holdsFrame?.(this.onRender) === true) { return; } const startTime = performance.now();',
	),
	// Over a slow connection a frame is drawn in pieces, and of a line only what differs.
	patch(
		/\bink\/build\/log-update\.js$/v,
		'        const buffer = [];',
		'        const buffer = []; const isSameShape = areColumnsUnchanged && nextLines.length === previousLines.length; const piece = beginPiece(stream, isSameShape ? activeCursor?.y : undefined);',
		importOurs('beginPiece', 'frame-piece.ts'),
	),
	patch(
		/\bink\/build\/log-update\.js$/v,
		'if (i < previousVisible && nextLines[i] === previousLines[i]) {',
		'if (nextLines[i] !== previousLines[i] && piece.leaves(i)) { nextLines[i] = previousLines[i]; } if (i < previousVisible && nextLines[i] === previousLines[i]) {',
	),
	patch(
		/\bink\/build\/log-update\.js$/v,
		'? lineUpdate(previousLines[i], nextLine, stream.columns)',
		'? piece.update(previousLines[i], nextLine, stream.columns, lineUpdate)',
	),
	patch(
		/\bink\/build\/log-update\.js$/v,
		'buffer.push(cursorSuffix);',
		String.raw`buffer.push(cursorSuffix); render.hasRest = piece.end(); text = render.hasRest ? nextLines.join('\n') : text;`,
	),
	patch(
		/\bink\/build\/log-update\.js$/v,
		'const activeCursor = getActiveCursor();',
		'const activeCursor = getActiveCursor(); render.hasRest = false;',
	),
	patch(
		/\bink\/build\/log-update\.js$/v,
		'render.isCursorDirty = () => isCursorDirty;',
		'render.isCursorDirty = () => isCursorDirty || render.hasRest === true;',
	),
	// Skips unchanged lines with one cursor movement instead of one per line.
	patch(
		/\bink\/build\/log-update\.js$/v,
		"stream.write(buffer.join(''))",
		String.raw`stream.write(buffer.join('').replaceAll(/(?:\u001B\[E){2,}/g, run => '\u001B[' + run.length / 3 + 'E'))`,
	),
];

/** Keeps only the beginning of a changed row up to where every terminal has the cursor. Ink keeps text whose width terminals disagree about, and garbles the row on those that disagree with string-width. */
export const placePlugins: readonly Patch[] = [
	patch(
		/\bink\/build\/line-update\.js$/v,
		'column = stringWidth(nextText.slice(0, textLength));',
		'textLength = placedLength(nextText, textLength); column = stringWidth(nextText.slice(0, textLength));',
		importOurs('placedLength', 'text-pieces.ts'),
	),
];

/** Creates Yoga from its own bytes at once. Otherwise it fetches them, for which Node loads undici, and makes every module that uses it wait. */
export const yogaPlugins: readonly Patch[] = [
	patch(
		/yoga-wasm-base64-esm\.js$/v,
		'loadYoga = loadYoga || {};',
		`loadYoga = {instantiateWasm(imports, done) {
		const bytes = Buffer.from(H.slice(H.indexOf(',') + 1), 'base64');
		const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
		done(instance);
		return instance.exports;
	}};`.replaceAll(/\n\t*/gv, ' '),
	),
	patch(/yoga-wasm-base64-esm\.js$/v, 'return loadYoga.ready', 'return loadYoga'),
	patch(/yoga-wasm-base64-esm\.js$/v, 'import.meta.url', '""'),
	patch(/\byoga-layout\/dist\/src\/index\.js$/v, 'await loadYoga()', 'loadYoga()'),
];

/** What Ink's dependencies load or make at the start, and nothing here uses. */
export const startPlugins: readonly Patch[] = [
	// The crash report (cli/crash-report.ts) takes the place of Ink's.
	patch(
		/\bink\/build\/components\/ErrorBoundary\.js$/v,
		"import ErrorOverview from './ErrorOverview.js';",
		'const ErrorOverview = () => null;',
	),
	patch(/\bsignal-exit\/index\.js$/v, "var assert = require('assert')", ''),
	patch(/\bsignal-exit\/index\.js$/v, /assert\.equal\([^\n]+/gv, ''),
];
