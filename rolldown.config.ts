import {chmod, readdir, readFile, writeFile} from 'node:fs/promises';
import {build, type BuildOptions, type Plugin} from 'rolldown';
import {framePlugins, yogaPlugins} from './scripts/bundle/ink-patches.ts';
import {patch} from './scripts/bundle/patch.ts';
import {requirePatches} from './scripts/bundle/require-patches.ts';

const executable: Plugin = {
	name: 'executable',
	async writeBundle() {
		await chmod('dist/cli.cjs', 0o755);
	},
};

/** A stack trace shows positions alone (cli/crash-report.ts), and the package is a twelfth smaller without the names. */
const namelessMaps: Plugin = {
	name: 'source maps without names',
	generateBundle(_options, bundle) {
		for (const file of Object.values(bundle)) {
			if (file.type === 'asset' && file.fileName.endsWith('.map')) {
				file.source = JSON.stringify({...(JSON.parse(String(file.source)) as object), names: []});
			}
		}
	},
};

/** Writes the licenses of all packages in the bundle to dist/THIRD-PARTY-NOTICES, and fails the build when one has none. */
const notices: Plugin = {
	name: 'notices',
	async writeBundle(_options, bundle) {
		const modules = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []));
		// The last one: a package may have packages of its own.
		const folders = new Set(
			modules
				.map(id => /^.*\/node_modules\/(?:@[^\/]+\/)?[^\/]+/v.exec(id.replaceAll('\\', '/'))?.[0])
				.filter(folder => folder !== undefined),
		);
		const sections = await Promise.all(
			folders.values().map(async folder => {
				const {name, version, license} = JSON.parse(await readFile(`${folder}/package.json`, 'utf8')) as Record<
					'name' | 'version' | 'license',
					string
				>;
				const files = await readdir(folder);
				const file = files.find(each => /^licen[cs]e/iv.test(each));
				if (file === undefined && license === undefined) {
					this.error(`${name} has no license`);
				}

				const text = file === undefined ? `License: ${license}` : await readFile(`${folder}/${file}`, 'utf8');
				return `${name} ${version} (${license})\n\n${text.trim()}\n`;
			}),
		);
		const divider = `\n${'-'.repeat(80)}\n\n`;
		await writeFile(
			'dist/THIRD-PARTY-NOTICES',
			['chainbell contains the following packages.\n', ...new Set(sections.toSorted())].join(divider),
		);
	},
};

const ours = (...files: readonly string[]): RegExp => new RegExp(String.raw`/source/(?:${files.join('|')})`, 'v');

/**
The chunks, by the modules for which they are loaded. Each has all that these import and no chunk above has, so that no two chunks need each other.
*/
const chunks = Object.entries({
	boot: ours('platform/compiled-code.ts'),
	main: /\/(?:source\/(?:cli\/main|notification\/channels)\.ts|package\.json|usingCtx\.js)$/v,
	// What both the first page and the help of a command need.
	fields: ours('cli/command-error', 'notification/spec'),
	// What both the first page and a command that lists need.
	account: ours(
		'service/listing/(?:element-splitter|read-record)',
		'config/profile.ts',
		'notification/operation-texts',
		'query/(?:changes|match|sort)',
		'files/csv-cells',
		'ledger/(?:inspect-ledger|item|owner|quarantine)',
		'platform/sqlite',
		'account/(?:labels|pending-changes|status|to-connection|watch)',
	),
	page: ours('tui/(?:app/start|app/terminal-input)'),
	// What both the screens and a command that lists need.
	query: ours('query/parse', 'changes/say'),
	'command-line': ours('cli/(?:run-command-line|commands.ts|help)'),
	// Keys are read between these two (tui/app/start.ts).
	react: /\/node_modules\/(?:react|react-reconciler|scheduler|yoga-layout)\//v,
	ink: /\/node_modules\/ink\//v,
	yaml: /\/node_modules\/yaml\/|\/terminal\/yaml-text/v,
	zod: /\/node_modules\/zod\//v,
	// What Ink's first frame needs, without and with Ink, and the screens that are opened most.
	domain: ours('(?:notification|query)/', 'terminal/highlight'),
	screens: ours('tui/(?:app/run|tools/help|list/detail)'),
	requests: ours('service/listing/list-notifications'),
	list: ours('cli/(?:list|listing|output/[^\\/]+).ts'),
	// The client of PostgreSQL is loaded for a team alone.
	changes: ours('(?:ledger|changes)/', 'account/(?!team/connection)'),
	files: ours('(?:files|service)/'),
	'other-screens': ours('tui/'),
	sandbox: ours('sandbox/'),
	commands: ours('cli/'),
}).map(([name, test]) => ({name, test}));

const config: BuildOptions = {
	input: 'source/cli.ts',
	platform: 'node',
	// The commands that import help.ts statically are imported when they run, so that it is in a chunk of its own all the same.
	checks: {bundlerTimings: false, ineffectiveDynamicImport: false},
	resolve: {
		alias: {
			// Node has fetch: ofetch needs no polyfill of 110 kB.
			'node-fetch-native': 'node-fetch-native/native',
		},
	},
	transform: {
		// The oldest version in package.json's engines; syntax that it lacks (`using`) is compiled.
		target: 'node22',
		define: {'process.env.NODE_ENV': '"production"'},
	},
	plugins: [
		...requirePatches([
			// With DEV set, Ink loads React's devtools and its own package.json, which are not in the bundle.
			patch(/\breconciler\.js$/v, "process.env['DEV'] === 'true'", 'false'),
			// The crash report (cli/crash-report.ts) takes the place of Ink's, which would show the message of an error as it is.
			patch(
				/\bink\/build\/components\/ErrorBoundary\.js$/v,
				"import ErrorOverview from './ErrorOverview.js';",
				'const ErrorOverview = () => null;',
			),
			...yogaPlugins,
			...framePlugins,
		]),
		executable,
		namelessMaps,
		notices,
	],
	output: {
		dir: 'dist',
		// Node loads CommonJS in less time than modules, and each chunk when it is first needed.
		format: 'cjs',
		exports: 'named',
		entryFileNames: 'cli.cjs',
		chunkFileNames: 'chunks/[name]-[hash].cjs',
		codeSplitting: {groups: chunks},
		cleanDir: true,
		minify: true,
		// They resolve the positions of a crash report, for which they need no source text: with it the package would be several times as large.
		sourcemap: true,
		sourcemapExcludeSources: true,
	},
};

export default config;

// Unlike rolldown's own command, `node rolldown.config.ts` prints nothing on success.
if (import.meta.main) {
	await build(config);
}
