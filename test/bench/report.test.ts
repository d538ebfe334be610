import {describe, expect, test} from 'vitest';
import type {Size} from '../../bench/account.ts';
import type {Measure, Samples, Unit} from '../../bench/measure.ts';
import {budgetTable, growthTable, notes, type Finding} from '../../bench/report.ts';

const measure: Measure = {
	name: 'typing',
	what: 'typing',
	against: 'a | b',
	budget: 0.5,
	needs: [],
	sizes: [100, 10_000, 100_000],
	judged: [100_000],
	run() {
		throw new Error('Nothing is measured here');
	},
};
const stall: Measure = {...measure, name: 'stall', what: 'stall', against: undefined, budget: 50};

const found = (size: Size, samples: Samples, of = measure): Finding => ({measure: of, size, samples});
const row = (findings: readonly Finding[]) => budgetTable(findings).split('\n', 3)[2];

describe('the budgets', () => {
	test('hold up to the ratio itself', () => {
		expect(row([found(100_000, {ours: [1, 2, 3], theirs: [4, 4, 4]})])).toBe(
			String.raw`| typing | 0.50 | a \| b | 0.50 (0.75) | ✓ |`,
		);
	});

	test('are missed by a share of themselves', () => {
		expect(row([found(100_000, {ours: [3], theirs: [4]})])).toMatch(/0\.75 \(0\.75\) \| ✗ by 50 % \|$/v);
	});

	test('are judged by the sizes they are about', () => {
		expect(row([found(100, {ours: [9], theirs: [1]}), found(100_000, {ours: [1], theirs: [9]})])).toMatch(
			/^\| typing, 100,000 .*✓ \|$/v,
		);
	});

	test('are not needed for what is only to be known', () => {
		expect(row([found(100_000, {ours: [3], theirs: [4]}, {...measure, budget: undefined})])).toBe(
			String.raw`| typing | – | a \| b | 0.75 (0.75) | – |`,
		);
		expect(row([found(100_000, {ours: [3]}, {...stall, budget: undefined})])).toBe(
			'| stall | – | – | 3 ms (3 ms) | – |',
		);
	});

	test('of several sizes are judged by the worst, and what could not be measured is the worst of all', () => {
		const every = {...measure, judged: measure.sizes};
		const findings = [found(100, {ours: [9], theirs: [1]}, every), found(100_000, {ours: [1], theirs: [9]}, every)];
		expect(row(findings)).toMatch(/^\| typing, 100 .*✗ by 1700 %/v);
		expect(row([...findings, {measure: every, size: 10_000, problem: 'fzf is missing'}])).toMatch(
			/^\| typing, 10,000 .*not measured: fzf is missing \| – \|$/v,
		);
	});

	test('of a stall are about the longest', () => {
		expect(row([found(100_000, {ours: [10, 20, 50]}, stall)])).toBe('| stall | 50 ms | – | 20 ms (50 ms) | ✓ |');
		expect(row([found(100_000, {ours: [10, 20, 50.5]}, stall)])).toMatch(/✗ by 1 ms \|$/v);
	});
});

test.each<[Unit, number, number[], string]>([
	['bytes', 10_000, [300, 9500, 10_000], '10,000 bytes | – | 9,500 bytes (10,000 bytes) | ✓ |'],
	['bytes', 10_000, [300, 9500, 12_000], '10,000 bytes | – | 9,500 bytes (12,000 bytes) | ✗ by 20 % |'],
	['% of a core', 0.5, [0.1], '0.50 % of a core | – | 0.10 % of a core (0.10 % of a core) | ✓ |'],
	['ms', 50, [60], '50 ms | – | 60 ms (60 ms) | ✗ by 10 ms |'],
])('a plain number has its unit: %s', (unit, budget, ours, written) => {
	expect(row([found(100_000, {ours}, {...stall, budget, unit})])).toBe(`| stall | ${written}`);
});

test('growth is told beside the tool and beside the smallest account', () => {
	const table = growthTable(
		[found(100, {ours: [2], theirs: [1]}), found(100_000, {ours: [50], theirs: [100]})],
		[100, 10_000, 100_000],
	);
	expect(table.split('\n')).toEqual([
		'| what | 100 | 10,000 | 100,000 |',
		'|---|---|---|---|',
		'| typing | 2.00 (2.00) | – | 0.50 (0.50) · ×25 |',
	]);
});

test('notes name what they are about', () => {
	expect(notes([found(100, {ours: [1]}), found(10_000, {ours: [1], note: 'No key was lost.'})])).toBe(
		'- typing, 10,000: No key was lost.',
	);
});
