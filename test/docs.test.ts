import {existsSync, globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {parse} from 'yaml';

const root = path.dirname(import.meta.dirname);
const pages = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	...globSync(['docs/**/*.md', 'test/*/README.md'], {cwd: root}),
].toSorted();

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The anchor of a heading on GitHub. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replaceAll(/[^\w\- ]/gv, '')
		.replaceAll(' ', '-');

test.each(pages)('every link of %s to a page leads to its file and heading', page => {
	const links = read(page)
		.matchAll(/\]\((?<file>[^#\):]*)(?:#(?<anchor>[^\)]*))?\)/gv)
		.map(({groups}) => ({
			file: groups!.file === '' ? page : path.join(path.dirname(page), groups!.file!),
			anchor: groups!.anchor,
		}));
	const broken = links.filter(
		({file, anchor}) =>
			!existsSync(path.join(root, file)) ||
			(anchor !== undefined &&
				!read(file)
					.matchAll(/^#+ (?<heading>.*)$/gmv)
					.some(({groups}) => anchorOf(groups!.heading!) === anchor)),
	);
	expect(broken.toArray()).toEqual([]);
});

test('every script that a page runs is in package.json', () => {
	const {scripts} = JSON.parse(read('package.json')) as {scripts: Record<string, string>};
	const named = pages.flatMap(page =>
		read(page)
			.matchAll(/npm run (?:-s )?(?<name>[\w:\-]+)/gv)
			.map(({groups}) => `${page}: ${groups!.name!}`)
			.toArray(),
	);
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter(each => !Object.hasOwn(scripts, each.split(': ', 2)[1]!))).toEqual([]);
});

test('every message that docs/troubleshooting.md explains is one of the program', () => {
	const source = globSync('source/**/*.{ts,tsx}', {cwd: root})
		.map(file => read(file))
		.join('\n');
	const messages = read('docs/troubleshooting.md')
		.matchAll(/^\| `(?<message>[^`]+)` \|/gmv)
		.flatMap(({groups}) => groups!.message!.split('…'))
		.toArray();
	expect(messages.length).toBeGreaterThan(20);
	expect(messages.filter(part => !source.includes(part.trim()))).toEqual([]);
});

test('every test that SECURITY.md names exists', () => {
	const text = read('SECURITY.md');
	const named = text
		.matchAll(/`(?<file>test\/[\w\-.\/]+)` "(?<title>[^"]+)"/gv)
		.map(({groups}) => [groups!.file!, groups!.title!] as const)
		.toArray();
	expect(named.length).toBeGreaterThan(8);
	expect(named.filter(([file, title]) => !read(file).includes(title))).toStrictEqual([]);
});

test('the workflow runs .ci/run and the package on Linux, macOS and Windows', () => {
	const {jobs} = parse(read('.github/workflows/check.yml')) as {
		jobs: Record<string, {strategy: {matrix: {os: string[]}}; steps: ReadonlyArray<{readonly run?: string}>}>;
	};
	expect(existsSync(path.join(root, '.ci/run'))).toBe(true);
	expect(Object.values(jobs).map(({strategy}) => strategy.matrix.os)).toEqual([
		['ubuntu-latest', 'macos-latest', 'windows-latest'],
		['ubuntu-latest', 'macos-latest', 'windows-latest'],
	]);
	expect(jobs.check!.steps.map(({run}) => run)).toContain('.ci/run');
	expect(jobs.package!.steps.map(({run}) => run)).toContain('npm run release -- --packed chainbell-*.tgz');
});

test('every package of package.json has its line', () => {
	const {devDependencies} = JSON.parse(read('package.json')) as {devDependencies: Record<string, string>};
	const table = read('docs/decisions/tools.md');
	const packages = Object.keys(devDependencies).filter(name => !name.startsWith('@types/'));
	const isNamed = (name: string) =>
		new RegExp(String.raw`(?:^|\n)\|[^\|\n]*(?<![\w\/\-])${name}(?![\w\/\-])[^\|\n]*\|`, 'v').test(table);
	expect(packages.filter(name => !isNamed(name))).toEqual([]);
});
