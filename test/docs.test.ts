import {existsSync, globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';

const root = path.dirname(import.meta.dirname);
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', {cwd: root})].toSorted();

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

test('every test that SECURITY.md names exists', () => {
	const text = read('SECURITY.md');
	const named = text
		.matchAll(/`(?<file>test\/[\w\-.\/]+)` "(?<title>[^"]+)"/gv)
		.map(({groups}) => [groups!.file!, groups!.title!] as const)
		.toArray();
	expect(named.length).toBeGreaterThan(8);
	expect(named.filter(([file, title]) => !read(file).includes(title))).toStrictEqual([]);
});
