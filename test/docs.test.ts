import {existsSync, globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {screensPage} from '../media/pictures.ts';

const root = path.dirname(import.meta.dirname);
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', {cwd: root})].toSorted();

test('docs/screens.md is what npm run docs writes', () => {
	expect(readFileSync(path.join(root, 'docs/screens.md'), 'utf8')).toBe(screensPage());
});

/** A folder that a page may name without `source/`. */
const folders = 'cli|domain|api|storage|operations|session|sandbox|config|system|terminal|tui';

/** The files that a page names or links to. */
function namedFiles(page: string): string[] {
	const text = readFileSync(path.join(root, page), 'utf8');
	const links = text.matchAll(/\]\((?<link>[^#\):]+)(?:#[^\)]*)?\)/gv).map(match => path.join(path.dirname(page), match.groups!.link!));
	const inRoot = text.matchAll(/`(?<file>(?:source|test|bench|docs)\/[\w\-.\/]*)`/gv).map(match => match.groups!.file!);
	const inSource = text.matchAll(new RegExp('`' + String.raw`(?<file>(?:${folders})/[\w\-.\/]*)` + '`', 'gv')).map(match => `source/${match.groups!.file!}`);
	return [...links, ...inRoot, ...inSource];
}

test.each(pages)('every file that %s names exists', page => {
	expect(namedFiles(page).filter(file => !existsSync(path.join(root, file)))).toStrictEqual([]);
});

test('every test that SECURITY.md names exists', () => {
	const text = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
	const named = text.matchAll(/`(?<file>test\/[\w\-.\/]+)` "(?<title>[^"]+)"/gv).map(({groups}) => [groups!.file!, groups!.title!] as const).toArray();
	expect(named.length).toBeGreaterThan(8);
	expect(named.filter(([file, title]) => !readFileSync(path.join(root, file), 'utf8').includes(title))).toStrictEqual([]);
});
