import {chmod} from 'node:fs/promises';
import path from 'node:path';
import {build, type BuildOptions, type Plugin} from 'rolldown';

/** Replaces an expression in a dependency, and fails the build once it is no longer there. What the new one needs is imported by `prelude`. */
function patch(id: RegExp, expression: string | RegExp, value: string, prelude = ''): Plugin {
	return {
		name: 'patch',
		transform: {
			filter: {id},
			handler(code) {
				const patched = code.replaceAll(expression, () => value);
				if (patched === code) {
					this.error(`${String(expression)} has gone: look at rolldown.config.ts`);
				}

				return `${prelude}${patched}`;
			},
		},
	};
}

const importPlain = `import {fastSegmenter, fastWidth} from ${JSON.stringify(path.resolve(import.meta.dirname, 'source/terminal/fast-segmenter.ts'))};\n`;

/** Text that is drawn before anything else is plain, and needs neither a Segmenter nor tables of emoji: both cost milliseconds when they are made. test/bundle.test.ts holds this to the same results. */
export const widthPlugins: readonly Plugin[] = [
	...[
		/\bstring-width\/index\.js$/v,
		/\bwrap-ansi\/index\.js$/v,
		/\bcli-truncate\/index\.js$/v,
		/\bslice-ansi\/tokenize-ansi\.js$/v,
		/\bink\/build\/line-update\.js$/v,
		/\bansi-tokenize\/build\/tokenize\.js$/v,
	].map(id => patch(id, /new Intl\.Segmenter\((?:undefined, \{ ?granularity: ["']grapheme["'] ?\})?\)/gv, 'fastSegmenter', importPlain)),
	...['visibleCharacterRegex', 'spacingMarkRegex', 'rgiEmojiRegex', 'extendedPictographicRegex'].flatMap(name => [
		patch(/\bstring-width\/index\.js$/v, new RegExp(String.raw`\b${name}\b(?! = )`, 'gv'), `${name}()`),
		patch(/\bstring-width\/index\.js$/v, `const ${name} = `, `const ${name} = () => `),
	]),
	patch(/\bstring-width\/index\.js$/v, String.raw`if (/^[\u0020-\u007E]*$/.test(string)) {`, String.raw`const known = ambiguousIsNarrow ? fastWidth(string) : undefined; if (known !== undefined) { return known; } if (/^[\u0020-\u007E]*$/.test(string)) {`),
];

/** Node's module of `process` has every standard stream made, which costs milliseconds; those of the global are made when they are used. */
const globalProcess: Plugin = {
	name: 'global process',
	transform: {
		filter: {code: /from ["'](?:node:)?process["']/v},
		handler: code => code
			.replaceAll(/^import process from ["'](?:node:)?process["'];?/gmv, '')
			.replaceAll(/^import (\{[\s\w,]+\}) from ["'](?:node:)?process["'];?/gmv, 'const $1 = process;'),
	},
};

/** A key is drawn with less work and fewer bytes. test/bundle-frames.test.ts holds this to the same results. */
export const framePlugins: readonly Plugin[] = [
	// Most lines of a frame were in the one before: what they consist of is kept, for some hundreds of them.
	patch(/\bink\/build\/output\.js$/v, 'caches = new OutputCaches();', 'caches = OutputCaches.kept = OutputCaches.kept?.widths.size < 1024 ? OutputCaches.kept : new OutputCaches();'),
	// What this program draws beside ASCII takes one column too, and joins nothing: lines with it need no Segmenter to find where they differ.
	patch(/\bink\/build\/line-update\.js$/v, '/^[ -~]*$/u', '/^[ -~…·▾▸↑↓]*$/u'),
	patch(/\brender-node-to-output\.js$/v, 'import widestLine from \'widest-line\';', 'import measureText from \'./measure-text.js\'; const widestLine = text => measureText(text).width;'),
	// One move over all the lines that stay, instead of one each.
	patch(/\bink\/build\/log-update\.js$/v, 'stream.write(buffer.join(\'\'))', String.raw`stream.write(buffer.join('').replaceAll(/(?:\u001B\[E){2,}/g, run => '\u001B[' + run.length / 3 + 'E'))`),
];

const executable: Plugin = {
	name: 'executable',
	async writeBundle() {
		await chmod('dist/cli.js', 0o755);
	},
};

const config: BuildOptions = {
	input: 'source/cli.ts',
	platform: 'node',
	// Node has fetch: ofetch needs no polyfill of 110 kB.
	resolve: {alias: {'node-fetch-native': 'node-fetch-native/native'}},
	transform: {
		// The oldest of package.json's engines; what it cannot parse (`using`) is compiled away.
		target: 'node22',
		define: {'process.env.NODE_ENV': '"production"'},
	},
	plugins: [
		// With DEV set, Ink would look for React's devtools and for its own package.json, which are not in the bundle.
		patch(/\breconciler\.js$/v, 'process.env[\'DEV\'] === \'true\'', 'false'),
		// Fetching its own bytes, Yoga would load all of undici before the first frame.
		patch(/yoga-wasm-base64-esm\.js$/v, '"function"!=typeof fetch', 'true'),
		globalProcess,
		...widthPlugins,
		...framePlugins,
		executable,
	],
	output: {
		dir: 'dist',
		chunkFileNames: 'chunks/[name]-[hash].js',
		cleanDir: true,
		minify: true,
	},
};

export default config;

// `node rolldown.config.ts`, unlike rolldown's own command, prints nothing when all is well.
if (import.meta.main) {
	await build(config);
}
