import path from 'node:path';
import {expect, test} from 'vitest';
import {createRelatedTests} from './related-tests.ts';

const relatedTests = createRelatedTests(path.resolve(import.meta.dirname, '../..'));

test.each([
	['source/domain/query/sort.ts', /^test\/domain\/query\//v],
	['source/cli/output/csv.ts', /^test\/cli\//v],
	['source/cli/list.ts', /^test\/cli\//v],
])('the tests near %s are those of its folder, or of the one around it', (file, pattern) => {
	const {near, far} = relatedTests(file);
	expect(near.length).toBeGreaterThan(0);
	expect(near.filter(each => !pattern.test(each))).toStrictEqual([]);
	expect(far.filter(each => near.includes(each))).toStrictEqual([]);
});
