import {chmod} from 'node:fs/promises';
import {build, type BuildOptions, type Plugin} from 'rolldown';

/** Replaces an expression in a dependency, and fails the build once it is no longer there. */
function patch(id: RegExp, expression: string, value: string): Plugin {
	return {
		name: 'patch',
		transform: {
			filter: {id},
			handler(code) {
				if (!code.includes(expression)) {
					this.error(`${expression} has gone: look at rolldown.config.ts`);
				}

				return code.replaceAll(expression, () => value);
			},
		},
	};
}

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
	// React Query's "use client" means nothing in a terminal.
	checks: {moduleLevelDirective: false},
	plugins: [
		// With DEV set, Ink would look for React's devtools and for its own package.json, which are not in the bundle.
		patch(/\breconciler\.js$/v, 'process.env[\'DEV\'] === \'true\'', 'false'),
		// Fetching its own bytes, Yoga would load all of undici before the first frame.
		patch(/yoga-wasm-base64-esm\.js$/v, '"function"!=typeof fetch', 'true'),
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
