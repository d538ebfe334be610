import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {pictures} from '../../../media/pictures.ts';

test('every screen of docs/guide.md has a journey of its name', () => {
	const text = globSync(path.join(import.meta.dirname, '*.test.tsx'))
		.map(file => readFileSync(file, 'utf8'))
		.join('\n');
	const guide = readFileSync('docs/guide.md', 'utf8');
	expect(pictures.length).toBeGreaterThan(20);
	expect(pictures.filter(({name}) => !guide.includes(`(../media/${name}.svg)`)).map(({name}) => name)).toEqual([]);
	expect(pictures.filter(({title}) => !text.includes(`test('${title}'`)).map(({title}) => title)).toEqual([]);
});
