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
