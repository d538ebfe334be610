import {accessSync, constants, globSync, statfsSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {defineConfig, type Plugin} from 'vitest/config';
import {framePlugins} from './scripts/bundle/ink-patches.ts';
import {patience} from './test/helpers/wait.ts';

// What a developer's shell or a CI service sets must not reach the tests; the workers inherit this.
for (const name of Object.keys(process.env)) {
	if (/^(?:CI|CI_.*|CONTINUOUS_INTEGRATION|NO_COLOR|FORCE_COLOR|COLORTERM|CHAINBELL_.*)$/v.test(name)) {
		Reflect.deleteProperty(process.env, name);
	}
}

// As the program ships: React's development build takes twice the time for a frame. Vitest itself sets `test`.
if (process.env.NODE_ENV !== 'development') {
	process.env.NODE_ENV = 'production';
}

// Workers, and the processes that tests start from source, load the same modules again and again.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.cache/compiled');

// Every commit of SQLite waits for the disk. The tests kill processes, not machines, so a file system in memory serves them as well, in half the time.
if (process.env.TMPDIR === undefined && hasRoom('/dev/shm')) {
	process.env.TMPDIR = '/dev/shm';
}

function hasRoom(directory: string): boolean {
	try {
		accessSync(directory, constants.W_OK);
		const {bavail, bsize} = statfsSync(directory);
		return bavail * bsize > 1e9;
	} catch {
		return false;
	}
}

// Loading the screens takes a test file most of a second, so the files in folders share the modules that are loaded, and those that read the tree. The others beside them compare with packages as they came.
const sharingFiles = ['test/*/**/*.test.{ts,tsx}', 'test/{docs,docs-*,imports,package,readme,svg}.test.ts'];

// These change what a module keeps, are disturbed by what others left, or compare with a package as it came.
// What a test hides as an API key stays hidden in the tests after it: the other files hide only keys that no other test shows.
const isolatedFiles = new Set([
	'test/fuzz/fixtures.test.ts',
	'test/journeys/hostile.test.tsx',
	'test/journeys/react-development.test.tsx',
	'test/ledger/open.test.ts',
	'test/ledger/secrets.test.ts',
	'test/terminal/hide-echoes.test.ts',
	'test/terminal/secrets.test.ts',
	'test/terminal/width.test.ts',
]);

/** What has patches (rolldown.config.ts), and what imports that. */
const patchedPackages = [
	'ink',
	'ink-testing-library',
	'ink-select-input',
	'string-width',
	'wrap-ansi',
	'cli-truncate',
	'slice-ansi',
	'widest-line',
	'@alcalzone/ansi-tokenize',
].map(name => new RegExp(`/node_modules/${name}/`, 'v'));

/** `npm run nightly` takes the others, and `npm run team-trials` names those that it takes. */
const isNightly = process.env.NIGHTLY === '1' || process.argv.some(argument => argument.includes('.nightly.'));
const skipped = isNightly ? [] : globSync('test/**/*.nightly.test.{ts,tsx}');

const sharing = globSync(sharingFiles).filter(file => !isolatedFiles.has(file) && !skipped.includes(file));

export default defineConfig({
	test: {
		// Frames without colour are the same in every terminal. Without a size Ink starts three programs to ask for one.
		env: {
			FORCE_COLOR: '0',
			TZ: 'UTC',
			COLUMNS: '80',
			LINES: '24',
		},
		// On two cores Vitest would use one: much of a test's time is spent waiting for a server or another process. With two a quarter of the time of the cores was idle, with three a twentieth.
		maxWorkers: 3,
		// Most objects of a test are garbage soon. With the default of 16 MB a third of them are copied first, which takes an eighth of the processor time.
		execArgv: ['--max-semi-space-size=64'],
		setupFiles: ['test/setup.ts'],
		globalSetup: ['test/postgres-setup.ts'],
		// They end what hangs, and measure nothing: the slowest test takes a twentieth of its limit on an idle machine, so a busy one has time.
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: {poll: {timeout: patience}},
		projects: [
			{
				extends: true,
				// Ink as the program ships it: a frame takes less.
				plugins: [...framePlugins] as Plugin[],
				test: {
					name: 'shared',
					include: sharing,
					isolate: false,
					server: {deps: {inline: patchedPackages}},
				},
			},
			{
				extends: true,
				test: {name: 'isolated', include: ['test/**/*.test.{ts,tsx}'], exclude: [...sharing, ...skipped]},
			},
		],
	},
});
