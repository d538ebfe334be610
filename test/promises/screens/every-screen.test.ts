import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';

test('every screen of docs/screens.md has a journey of its name', () => {
	const text = globSync(path.join(import.meta.dirname, '*.test.tsx'))
		.map(file => readFileSync(file, 'utf8'))
		.join('\n');
	const page = readFileSync('docs/screens.md', 'utf8');
	const titles = [...page.matchAll(/^## (?<title>.+)$/gmv)].map(({groups}) => groups!.title!);
	expect(titles.filter(title => !text.includes(`test('${title}'`))).toEqual([]);
});
