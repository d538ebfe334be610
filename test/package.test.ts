import {execFile} from 'node:child_process';
import {globSync} from 'node:fs';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, test} from 'vitest';
import packageJson from '../package.json' with {type: 'json'};
import {answer, createHttpServer} from './helpers/http-server.ts';
import {builtProgram, makeHome} from './helpers/terminal-home.ts';

/** Of React, Ink and Yoga. */
const screenMarks = ['react.transitional.element', 'ink-text', 'data:application/octet-stream;base64,AGFzbQ'];

const run = promisify(execFile);
const root = path.dirname(import.meta.dirname);

let folder: string;
let listing: {filename: string; size: number; files: Array<{path: string; mode: number}>};

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'chainbell-package-'));
	const {stdout} = await run('npm', ['pack', '--json', '--offline', '--ignore-scripts', '--pack-destination', folder], {
		cwd: root,
	});
	[listing] = JSON.parse(stdout) as [typeof listing];
});

afterAll(async () => {
	await rm(folder, {recursive: true});
});

/** The source maps of the build. They are not in the package. */
const sourceMaps = () => globSync('dist/**/*.map', {cwd: root});

test('the package contains the program and its manual page, and nothing else', () => {
	const others = listing.files
		.map(file => file.path)
		.filter(file => !/^dist\/(?:cli|chunks\/[\w\-]+)\.cjs$/v.test(file));
	expect(others.toSorted()).toEqual([
		'LICENSE',
		'README.md',
		'dist/THIRD-PARTY-NOTICES',
		'man/chainbell.1',
		'package.json',
	]);
	expect(listing.files.find(file => file.path === 'dist/cli.cjs')?.mode).toBe(0o755);
});

test('the package is quick to download', () => {
	expect(listing.size).toBeLessThan(900_000);
});

test('a global install links the manual page, and installing builds nothing', () => {
	expect(packageJson.man).toEqual(['./man/chainbell.1']);
	expect(Object.keys(packageJson.scripts)).not.toContain('prepare');
});

test('the packed program runs in an empty folder', async () => {
	await run('tar', ['-xzf', listing.filename], {cwd: folder});
	const {stdout} = await run(process.execPath, ['package/dist/cli.cjs', '--version'], {cwd: folder});
	expect(stdout).toBe(`${packageJson.version}\n`);
});

test('on an older Node the program names the version that it needs', async () => {
	const preload = 'Object.defineProperty(process, "versions", {value: {...process.versions, node: "20.11.0"}})';
	const old = run(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, builtProgram]);
	await expect(old).rejects.toMatchObject({
		code: 1,
		stdout: '',
		stderr: expect.stringMatching(/^[^\n]*22\.13[^\n]*\n$/v) as string,
	});
});

test('before that check nothing is loaded that an older Node may not parse', async () => {
	const code = await readFile(builtProgram, 'utf8');
	const imports = code.matchAll(/(?:^|[\n;])(?:import|export)\b[^\(;]*?["'`](?<from>[^"'`]+)/gv);
	expect([...imports].map(({groups}) => groups?.from).filter(from => !from?.startsWith('node:'))).toEqual([]);
});

test('React is bundled for production, without its devtools', async () => {
	const code = await Promise.all(listing.files.map(async file => readFile(path.join(root, file.path), 'utf8')));
	const development = /react-devtools-core|Hooks can only be called inside of the body/v;
	expect(listing.files.filter((_, index) => development.test(code[index]!))).toEqual([]);
});

test.each([
	[[], ''],
	[['--sandbox'], ''],
	[['--help'], 'run-command-line'],
	[['help', 'sandbox'], 'run-command-line'],
	[['--sandbox', 'list'], 'run-command-line,meow'],
	[['--version'], 'run-command-line'],
	[['history'], 'run-command-line'],
	[['list', '--sandbox'], 'run-command-line,meow'],
	[['list', '--sandbox', '--json'], 'run-command-line,meow'],
	[['sandbox', '--port', '0'], 'run-command-line,meow'],
])(
	'%j loads neither React nor Ink nor Yoga, and the command table and its parser only where it needs them',
	async (args, expected) => {
		const tell = `
		import {registerHooks} from 'node:module';
		registerHooks({load(url, context, next) {
			if (url.includes('/dist/')) process._rawDebug(url);
			return next(url, context);
		}});
	`;
		await using home = makeHome();
		const started = run(
			process.execPath,
			['--import', `data:text/javascript,${encodeURIComponent(tell)}`, builtProgram, ...args],
			{env: home.environment},
		);
		// The sandbox would go on.
		started.child.stdout!.once('data', () => args[0] === 'sandbox' && started.child.kill('SIGTERM'));
		// The screens want a terminal.
		const {stderr} = await started.catch((error: unknown) => error as {stderr: string});
		const loaded = stderr.match(/file:\S+\.cjs/gv) ?? [];
		expect(loaded.length).toBeGreaterThan(expected === '' ? 0 : 2);
		const code = await Promise.all(loaded.map(async url => readFile(new URL(url), 'utf8')));
		expect(loaded.filter((_, index) => screenMarks.some(mark => code[index]!.includes(mark)))).toEqual([]);
		const found = Object.entries({'run-command-line': 'can be given only once', meow: 'boolean-negation'})
			.filter(([, mark]) => code.some(text => text.includes(mark)))
			.map(([name]) => name);
		expect(found.join(',')).toBe(expected);
	},
);

test('a request does not load undici, which would delay the first rows', async () => {
	await using home = makeHome();
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [{id: 1}]);
	});
	const tell =
		'process.on("exit", () => process._rawDebug(process.moduleLoadList.filter(name => name.includes("undici")).join()))';
	const {stdout, stderr} = await run(
		process.execPath,
		['--import', `data:text/javascript,${encodeURIComponent(tell)}`, builtProgram, 'list', '-o', 'jsonl'],
		{
			env: {...home.environment, CHAINBELL_BASE_URL: server.baseUrl, CHAINBELL_API_KEY: 'key-of-the-test'},
		},
	);
	expect(stdout).toBe('{"id":"1"}\n');
	expect(stderr.trim()).toBe('');
});

test('the marks of React, Ink and Yoga are in the bundle', async () => {
	const code = await Promise.all(listing.files.map(async file => readFile(path.join(root, file.path), 'utf8')));
	expect(screenMarks.filter(mark => code.every(text => !text.includes(mark)))).toEqual([]);
});

const unneeded = ['FetchError', 'sandbox_', 'allowUnknownFlags', 'can be given only once', 'ZodError', 'yaml.org'];

test.each([
	['page', [...unneeded, ...screenMarks]],
	// A key of the screens.
	['list', ['show what changed: new and gone', ...screenMarks]],
	['commands', screenMarks],
	['screens', unneeded],
])('the chunk %s does not load what it does not need', async (chunk, marks) => {
	const chunks = path.join(path.dirname(builtProgram), 'chunks');
	const reached = new Map<string, string>();
	const follow = async (name: string): Promise<void> => {
		if (reached.has(name)) {
			return;
		}

		const code = await readFile(path.join(chunks, name), 'utf8');
		reached.set(name, code);
		const imports = code
			.matchAll(/(?<!=>)\brequire\("\.\/([^"]+)"\)/gv)
			.map(([, file]) => file!)
			.toArray();
		await Promise.all(imports.map(async file => follow(file)));
	};

	const names = await readdir(chunks);
	await follow(names.find(name => name.startsWith(`${chunk}-`) && name.endsWith('.cjs'))!);
	expect(reached.size).toBeGreaterThan(2);
	for (const mark of marks) {
		const found = [...reached].filter(([, code]) => code.includes(mark)).map(([name]) => name);
		expect([mark, ...found]).toEqual([mark]);
	}
});

test('the licenses of all packages in the bundle are in the package', async () => {
	expect(listing.files.map(file => file.path)).toContain('dist/THIRD-PARTY-NOTICES');
	const notices = await readFile(path.join(root, 'dist/THIRD-PARTY-NOTICES'), 'utf8');
	const maps = sourceMaps();
	const sources = await Promise.all(
		maps.map(async file => (JSON.parse(await readFile(path.join(root, file), 'utf8')) as {sources: string[]}).sources),
	);
	const packages = new Set(
		sources
			.flat()
			.filter(source => source.includes('/node_modules/'))
			.map(source => {
				const [scope, name] = source.split('/node_modules/').at(-1)!.split('/', 2);
				return scope!.startsWith('@') ? `${scope}/${name}` : scope!;
			}),
	);
	expect(packages.size).toBeGreaterThan(20);
	const noticed = new Set(notices.matchAll(/^(?<name>\S+) \d\S+ \(\S.*\)\n\n\S/gmv).map(({groups}) => groups!.name));
	expect(packages.difference(noticed)).toEqual(new Set());
});

test('the bill of materials names exactly these packages', async () => {
	const {stdout} = await run(process.execPath, ['scripts/sbom.ts'], {cwd: root, maxBuffer: 10_000_000});
	const {bomFormat, metadata, components} = JSON.parse(stdout) as {
		bomFormat: string;
		metadata: {component: {name: string}};
		components: Array<{name: string; version: string}>;
	};
	expect(bomFormat).toBe('CycloneDX');
	expect(metadata.component.name).toBe(packageJson.name);
	const notices = await readFile(path.join(root, 'dist/THIRD-PARTY-NOTICES'), 'utf8');
	const noticed = notices
		.matchAll(/^(?<name>\S+) (?<version>\d\S+) \(\S.*\)\n\n/gmv)
		.map(({groups}) => `${groups!.name}@${groups!.version}`)
		.toArray();
	expect(components.map(({name, version}) => `${name}@${version}`).toSorted()).toEqual(noticed.toSorted());
});

test('source maps name source files, and contain no source text', async () => {
	const maps = sourceMaps();
	expect(maps).toContain('dist/cli.cjs.map');
	const contents = await Promise.all(
		maps.map(
			async file =>
				JSON.parse(await readFile(path.join(root, file), 'utf8')) as {
					sources: string[];
					sourcesContent?: Array<string | null>;
				},
		),
	);
	expect(contents.flatMap(({sources}) => sources)).toContain('../../source/tui/app/run.tsx');
	expect(contents.flatMap(({sourcesContent}) => sourcesContent ?? []).filter(text => text !== null)).toEqual([]);
});

test('a position in the bundle is translated to one in the source', async () => {
	const chunks = listing.files.map(file => file.path).filter(file => file.endsWith('.cjs'));
	const codes = await Promise.all(chunks.map(async file => readFile(path.join(root, file), 'utf8')));
	const index = codes.findIndex(text => text.includes('stopped because of a bug'));
	const before = codes[index]!.slice(0, codes[index]!.indexOf('stopped because of a bug')).split('\n');
	const running = run(process.execPath, [path.join(root, 'scripts/positions.ts')]);
	running.child.stdin!.end(
		`    at ${chunks[index]!}:${before.length}:${before.at(-1)!.length + 1}\n    at node:internal/x:1:2\n`,
	);
	const {stdout} = await running;
	expect(stdout).toMatch(/^ {4}at source\/cli\/crash-report\.ts:\d+:\d+\n {4}at node:internal\/x:1:2\n$/v);
});
