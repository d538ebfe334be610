import {chmod, readdir, readFile, writeFile} from 'node:fs/promises';
import {build, type BuildOptions, type Plugin} from 'rolldown';
import {compileAhead} from './scripts/bundle/compile-ahead.ts';
import {framePlugins, startPlugins, widthPlugins, yogaPlugins} from './scripts/bundle/ink-patches.ts';
import {lazyBuiltins} from './scripts/bundle/lazy-builtins.ts';
import {patch, type Patch} from './scripts/bundle/patch.ts';
import {requirePatches} from './scripts/bundle/require-patches.ts';
import {startChunks} from './scripts/bundle/start-chunks.ts';

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
