import {chmod, readdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build, type BuildOptions, type Plugin} from 'rolldown';
import {compileAhead} from './scripts/bundle/compile-ahead.ts';
import {lazyBuiltins} from './scripts/bundle/lazy-builtins.ts';
import {patch, type Patch} from './scripts/bundle/patch.ts';
import {requirePatches} from './scripts/bundle/require-patches.ts';
import {startChunks} from './scripts/bundle/start-chunks.ts';

/** Imports a module of ours into a dependency. */
const importOurs = (names: string, file: string): string => `import {${names}} from ${JSON.stringify(path.resolve(import.meta.dirname, 'source/terminal', file))}; `;

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
	].map(id => patch(id, /new Intl\.Segmenter\((?:undefined, \{ ?granularity: ["']grapheme["'] ?\})?\)/gv, 'fastSegmenter', importFastSegmenter)),
	...['visibleCharacterRegex', 'spacingMarkRegex', 'rgiEmojiRegex', 'extendedPictographicRegex'].flatMap(name => [
		patch(/\bstring-width\/index\.js$/v, new RegExp(String.raw`\b${name}\b(?! = )`, 'gv'), `${name}()`),
		patch(/\bstring-width\/index\.js$/v, `const ${name} = `, `const ${name} = () => `),
	]),
	patch(/\bstring-width\/index\.js$/v, String.raw`if (/^[\u0020-\u007E]*$/.test(string)) {`, String.raw`const known = ambiguousIsNarrow ? fastWidth(string) : undefined; if (known !== undefined) { return known; } if (/^[\u0020-\u007E]*$/.test(string)) {`),
];

/** Importing node:process creates every standard stream, which takes milliseconds; the global `process` creates each when it is first used. */
const globalProcess: Patch = {
	name: 'global process, in place of imports of node:process',
	transform: {
		filter: {code: /from ["'](?:node:)?process["']/v},
		handler: code => ({
			code: code
				.replaceAll(/^import process from ["'](?:node:)?process["'];?/gmv, '')
				.replaceAll(/^import (\{[\s\w,]+\}) from ["'](?:node:)?process["'];?/gmv, 'const $1 = process;'),
			map: null,
		}),
	},
};

/** Makes a frame take less work and fewer bytes. test/bundle-frames.test.ts checks that the results stay the same. */
export const framePlugins: readonly Patch[] = [
	// Most lines of a frame were in the previous one: the parsed parts of some hundreds of lines are kept between frames.
	patch(/\bink\/build\/output\.js$/v, 'caches = new OutputCaches();', 'caches = OutputCaches.kept = OutputCaches.kept?.widths.size < 1024 ? OutputCaches.kept : new OutputCaches();'),
	// Most rows are one plain text, or were in an earlier frame, and need no cells.
	patch(/\bink\/build\/output\.js$/v, '    get() {', '    get() { return composeRows(this, styledCharsToString); } getFromCells() {', importOurs('composeRows', 'ink-rows.ts')),
	// A list that scrolls is moved by the terminal.
	patch(/\bink\/build\/log-update\.js$/v, 'for (let i = 0; i < visibleCount; i++) {', 'const scroll = areColumnsUnchanged && nextLines.length === previousLines.length ? findScroll(previousLines, nextLines) : undefined; if (scroll !== undefined) { buffer.push(scrollSequence(scroll)); previousLines = scrolledRows(previousLines, scroll); } for (let i = 0; i < visibleCount; i++) {', importOurs('findScroll, scrolledRows, scrollSequence', 'ink-scroll.ts')),
	// Text without control characters has nothing to remove.
	patch(/\bink\/build\/squash-text-nodes\.js$/v, 'text = sanitizeAnsi(', String.raw`if (!/\p{Control}/u.test(text)) { return text; } text = sanitizeAnsi(`),
	// Another text that wants the same room, and had it, needs no new layout.
	patch(/\bink\/build\/dom\.js$/v, /node\.nodeValue = text;\s+markNodeAsDirty\(node\);/gv, 'const isLayoutKept = rememberSize(node, holder => measureText(squashTextNodes(holder))); node.nodeValue = text; if (!isLayoutKept()) { markNodeAsDirty(node); }', importOurs('rememberSize', 'ink-text.ts')),
	patch(/\bink\/build\/dom\.js$/v, 'const textWrap = node.style?.textWrap', 'node.isNarrowed = true; const textWrap = node.style?.textWrap'),
	// Lines whose UTF-16 units are all graphemes are compared without segmenting them.
	patch(/\bink\/build\/line-update\.js$/v, 'printableAscii.test(previousText) && printableAscii.test(nextText)', 'lineWidth(previousText) !== undefined && lineWidth(nextText) !== undefined', importOurs('fastWidth as lineWidth', 'fast-segmenter.ts')),
	patch(/\bink\/build\/line-update\.js$/v, 'column = textLimit;', 'column = lineWidth(nextText.slice(0, textLimit));'),
	patch(/\brender-node-to-output\.js$/v, 'import widestLine from \'widest-line\';', 'import measureText from \'./measure-text.js\'; const widestLine = text => measureText(text).width;'),
	// Skips unchanged lines with one cursor movement instead of one per line.
	patch(/\bink\/build\/log-update\.js$/v, 'stream.write(buffer.join(\'\'))', String.raw`stream.write(buffer.join('').replaceAll(/(?:\u001B\[E){2,}/g, run => '\u001B[' + run.length / 3 + 'E'))`),
];

/** Creates Yoga from its own bytes at once. Otherwise it fetches them, for which Node loads undici, and makes every module that uses it wait. */
const yogaPlugins: readonly Patch[] = [
	patch(/yoga-wasm-base64-esm\.js$/v, 'loadYoga = loadYoga || {};', `loadYoga = {instantiateWasm(imports, done) {
		const bytes = Buffer.from(H.slice(H.indexOf(',') + 1), 'base64');
		const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
		done(instance);
		return instance.exports;
	}};`.replaceAll(/\n\t*/gv, ' ')),
	patch(/yoga-wasm-base64-esm\.js$/v, 'return loadYoga.ready', 'return loadYoga'),
	patch(/yoga-wasm-base64-esm\.js$/v, 'import.meta.url', '""'),
	patch(/\byoga-layout\/dist\/src\/index\.js$/v, 'await loadYoga()', 'loadYoga()'),
];

/** What Ink's dependencies load or make at the start, and nothing here uses. */
const startPlugins: readonly Patch[] = [
	// The crash report (cli/crash-report.ts) takes the place of Ink's.
	patch(/\bink\/build\/components\/ErrorBoundary\.js$/v, 'import ErrorOverview from \'./ErrorOverview.js\';', 'const ErrorOverview = () => null;'),
	patch(/\bsignal-exit\/index\.js$/v, 'var assert = require(\'assert\')', ''),
	patch(/\bsignal-exit\/index\.js$/v, /assert\.equal\([^\n]+/gv, ''),
];

/** This program gives meow its own package.json, which needs no normalising: the packages for that take half the start of a command to load. */
const meowPlugins: readonly Patch[] = [
	patch(/\bmeow\/build\/options\.js$/v, 'normalizePackageData(pkg);', ''),
	patch(/\bmeow\/build\/options\.js$/v, /options\.pkg \?\? readPackageUpSync\([^;]+;/gv, 'options.pkg;'),
	patch(/\bmeow\/build\/dependencies\.js$/v, 'requireNormalize();', '{};'),
	// Without the prefix, lazy-builtins.ts does not know them. A namespace of node:util has all its members read, which loads what they need.
	patch(/\bmeow\/build\/dependencies\.js$/v, /from '(?=(?:fs|path|url|util)')/gv, 'from \'node:'),
	// Nothing uses what these two make, and they load node:child_process and node:module.
	patch(/\bmeow\/build\/dependencies\.js$/v, 'promisify(execFile);', ''),
	patch(/\bmeow\/build\/dependencies\.js$/v, 'createRequire ? createRequire(import.meta.url) : undefined', 'undefined'),
];

const executable: Plugin = {
	name: 'executable',
	async writeBundle() {
		await chmod('dist/cli.cjs', 0o755);
	},
};

/** Writes the licenses of all packages in the bundle to dist/THIRD-PARTY-NOTICES, and fails the build when one has none. */
const notices: Plugin = {
	name: 'notices',
	async writeBundle(_options, bundle) {
		const modules = Object.values(bundle).flatMap(file => file.type === 'chunk' ? file.moduleIds : []);
		// The last one: a package may have packages of its own.
		const folders = new Set(modules.map(id => /^.*\/node_modules\/(?:@[^\/]+\/)?[^\/]+/v.exec(id.replaceAll('\\', '/'))?.[0]).filter(folder => folder !== undefined));
		const sections = await Promise.all(folders.values().map(async folder => {
			const {name, version, license} = JSON.parse(await readFile(`${folder}/package.json`, 'utf8')) as Record<'name' | 'version' | 'license', string>;
			const files = await readdir(folder);
			const file = files.find(each => /^licen[cs]e/iv.test(each));
			if (file === undefined && license === undefined) {
				this.error(`${name} has no license`);
			}

			const text = file === undefined ? `License: ${license}` : await readFile(`${folder}/${file}`, 'utf8');
			return `${name} ${version} (${license})\n\n${text.trim()}\n`;
		}));
		const divider = `\n${'-'.repeat(80)}\n\n`;
		await writeFile('dist/THIRD-PARTY-NOTICES', ['chainbell contains the following packages.\n', ...new Set(sections.toSorted())].join(divider));
	},
};

const config: BuildOptions = {
	input: 'source/cli.ts',
	platform: 'node',
	// Compiling ahead takes as long as the rest.
	checks: {bundlerTimings: false},
	// Node has fetch: ofetch needs no polyfill of 110 kB.
	resolve: {alias: {'node-fetch-native': 'node-fetch-native/native'}},
	transform: {
		// The oldest version in package.json's engines; syntax that it lacks (`using`) is compiled.
		target: 'node22',
		define: {'process.env.NODE_ENV': '"production"'},
	},
	plugins: [
		...requirePatches([
			// With DEV set, Ink loads React's devtools and its own package.json, which are not in the bundle.
			patch(/\breconciler\.js$/v, 'process.env[\'DEV\'] === \'true\'', 'false'),
			...yogaPlugins,
			...startPlugins,
			...meowPlugins,
			globalProcess,
			...widthPlugins,
			...framePlugins,
		]),
		lazyBuiltins,
		executable,
		compileAhead,
		notices,
	],
	output: {
		dir: 'dist',
		// Node loads CommonJS in less time than modules, and each chunk when it is first needed.
		format: 'cjs',
		exports: 'named',
		entryFileNames: 'cli.cjs',
		chunkFileNames: 'chunks/[name]-[hash].cjs',
		codeSplitting: {groups: startChunks()},
		cleanDir: true,
		minify: true,
		// For stack traces of a crash (cli/source-frames.ts), which need no source text: with it the package would be several times as large.
		sourcemap: true,
		sourcemapExcludeSources: true,
	},
};

export default config;

// Unlike rolldown's own command, `node rolldown.config.ts` prints nothing on success.
if (import.meta.main) {
	await build(config);
}
