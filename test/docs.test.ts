import {existsSync, globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';

const root = path.dirname(import.meta.dirname);
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', {cwd: root})].toSorted();

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Folders and files of the project, but for generated ones. */
const files = globSync(['*', '{source,test,bench,scripts,docs,media}/**'], {cwd: root});

/** Whether a page's name for a file or folder is that of one: from the top, below `source/`, or its end, as in a sentence about its folder. A package is named as it is imported. */
const isFile = (name: string): boolean => (
	existsSync(path.join(root, name)) || files.some(file => file.endsWith(`/${name.replace(/\/$/v, '')}`)) || existsSync(path.join(root, 'node_modules', name.split('/', 1)[0]!, 'package.json'))
);

/** The files that a page names in backticks or as an argument of a command. */
function namedFiles(page: string): string[] {
	const text = read(page);
	const quoted = text.matchAll(/`(?<name>(?:[\w\-.]+\/)+[\w\-.]*|[\w\-.]+\.(?:tsx?|md))`/gv);
	const plain = text.matchAll(/(?<![\w\-.\/])(?<name>(?:source|test|bench|scripts|docs|media)\/[\w\-.\/]*\w)/gv);
	return [...quoted, ...plain].map(({groups}) => groups!.name!);
}

test.each(pages)('every file that %s names exists', page => {
	expect(namedFiles(page).filter(name => !isFile(name))).toEqual([]);
});

/** The anchor of a heading on GitHub. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^\w\- ]/gv, '').replaceAll(' ', '-');

test.each(pages)('every link of %s to a page leads to its file and heading', page => {
	const links = read(page).matchAll(/\]\((?<file>[^#\):]*)(?:#(?<anchor>[^\)]*))?\)/gv).map(({groups}) => ({
		file: groups!.file === '' ? page : path.join(path.dirname(page), groups!.file!),
		anchor: groups!.anchor,
	}));
	const broken = links.filter(({file, anchor}) => !existsSync(path.join(root, file)) || (anchor !== undefined && !read(file).matchAll(/^#+ (?<heading>.*)$/gmv).some(({groups}) => anchorOf(groups!.heading!) === anchor)));
	expect(broken.toArray()).toEqual([]);
});

test('every script that a page runs is in package.json', () => {
	const {scripts} = JSON.parse(read('package.json')) as {scripts: Record<string, string>};
	const named = pages.flatMap(page => read(page).matchAll(/npm run (?:-s )?(?<name>[\w:\-]+)/gv).map(({groups}) => `${page}: ${groups!.name!}`).toArray());
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter(each => !Object.hasOwn(scripts, each.split(': ', 2)[1]!))).toEqual([]);
});

test('every function, type and member that a page names is in the code', () => {
	const code = globSync(['{source,test,bench,scripts}/**/*.{ts,tsx}', '*.ts', 'tsconfig.json'], {cwd: root}).map(file => read(file).replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gsv, '')).join('\n');
	const words = new Set(code.match(/\w+/gv));
	const named = pages.flatMap(page => read(page).matchAll(/`(?<name>[a-z]+(?:[A-Z][a-z\d]*)+|(?:[A-Z][a-z\d]+)+)(?:\(\))?`/gv).map(({groups}) => `${page}: ${groups!.name!}`).toArray());
	expect(named.length).toBeGreaterThan(30);
	expect(named.filter(each => !words.has(each.split(': ', 2)[1]!))).toEqual([]);
});

test('every test that SECURITY.md names exists', () => {
	const text = read('SECURITY.md');
	const named = text.matchAll(/`(?<file>test\/[\w\-.\/]+)` "(?<title>[^"]+)"/gv).map(({groups}) => [groups!.file!, groups!.title!] as const).toArray();
	expect(named.length).toBeGreaterThan(8);
	expect(named.filter(([file, title]) => !read(file).includes(title))).toStrictEqual([]);
});
