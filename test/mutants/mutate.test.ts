import {expect, test} from 'vitest';
import {applyMutant, findMutants, sample} from './mutate.ts';

const mutated = (text: string) => findMutants('x.ts', text).map(mutant => applyMutant(text, mutant));

test.each([
	['if (a) b', ['if (true) b', 'if (false) b', 'if (a) ;']],
	['x = a ? b : c', [';', 'x = (b)', 'x = (c)']],
	['const x = a === b', ['const x = a !== b']],
	['const x = a < b && c', ['const x = a <= b && c', 'const x = a < b || c']],
	['const x = a ?? b', ['const x = b']],
	['const x = !a', ['const x = a']],
	[
		'const x = [1].filter(f).some(g)',
		['const x = [1].some(g)', 'const x = [1].filter(f).every(g)', 'const x = [2].filter(f).some(g)'],
	],
	['const x = Math.min(a, b)', ['const x = Math.max(a, b)']],
	["const x = 'a' + b", []],
	['import a from "b"; type A = 1 | true', []],
	['f(true)', [';', 'f(false)']],
])('%s', (text, expected) => {
	expect(mutated(text).toSorted()).toStrictEqual(expected.toSorted());
});

test('a mutant says where it is and what it changes', () => {
	expect(findMutants('source/x.ts', 'a;\nconst b = c > 1_000;').slice(1)).toMatchObject([
		{file: 'source/x.ts', line: 2, change: '> → >='},
		{line: 2, change: '1_000 → 1001'},
	]);
});

test('the same seed takes the same sample, and most of it again when the list grows', () => {
	const take = (length: number, count: number, seed: string) =>
		sample(
			Array.from({length}, (_, index) => index),
			count,
			{seed, nameOf: String},
		);
	expect(take(100, 5, '1')).toStrictEqual(take(100, 5, '1'));
	expect(take(100, 5, '2')).not.toStrictEqual(take(100, 5, '1'));
	expect(new Set(take(100, 100, '3')).size).toBe(100);
	const kept = new Set(take(101, 50, '1'));
	expect(take(100, 50, '1').filter(each => kept.has(each)).length).toBeGreaterThan(48);
});
