import {globSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {createRelatedTests} from './related-tests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const relatedTests = createRelatedTests(root);

test('the tests near a file are those of its folder, or of the one around it', () => {
	const files = globSync('source/*/*.ts', {cwd: root});
	const tried = files.filter(file => relatedTests(file).near.length > 0);
	expect(tried.length).toBeGreaterThan(0);
	for (const file of tried) {
		const {near, far} = relatedTests(file);
		const folder = file.split('/')[1]!;
		expect(near.filter(each => !each.startsWith(`test/${folder}/`))).toStrictEqual([]);
		expect(far.filter(each => near.includes(each))).toStrictEqual([]);
	}
});
