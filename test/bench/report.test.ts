import {expect, test} from 'vitest';
import {quantile, resultsText, tableOf, type Finding} from '../../bench/report.ts';

const finding: Finding = {
	row: ['typing', 'a letter', 0.5],
	against: 'a | b',
	here: [1, 2, 3],
	tool: [4, 4, 4],
	before: [2, 2, 2],
	problem: '',
};
const plain: Finding = {...finding, row: ['gap', 'the longest gap', 50, 'ms'], against: undefined, tool: []};
const rowOf = (found: Finding, commit?: string) => tableOf([found], commit).split('\n')[2];

test.each([
	[[7], 0.5, 7],
	[[3, 1, 2], 0.5, 2],
	[[4, 1, 3, 2], 0.5, 2.5],
	[[4, 1, 3, 2], 0.25, 1.75],
	[[], 0.5, NaN],
])('of %j the quantile %d is %d', (values, share, expected) => {
	expect(quantile(values, share)).toBe(expected);
});

test('a budget holds up to the ratio itself', () => {
	expect(rowOf(finding)).toBe(String.raw`| typing | a letter | a \| b | 0.5 | 0.5 (2 ms) | ✓ |`);
	expect(rowOf({...finding, here: [3]})).toBe(String.raw`| typing | a letter | a \| b | 0.5 | 0.75 (3 ms) | ✗ |`);
});

test('a budget without anything to compare with has a unit', () => {
	expect(rowOf({...plain, here: [10, 20, 50]})).toBe('| gap | the longest gap | – | 50 ms | 20 ms | ✓ |');
	expect(rowOf({...plain, here: [1200]})).toBe('| gap | the longest gap | – | 50 ms | 1,200 ms | ✗ |');
});

test('another commit has its own value and the ratio of the pairs', () => {
	expect(rowOf(finding, 'abc')).toMatch(/0\.5 \(2 ms\) \| ✓ \| 0\.5 \(2 ms\) \| 1 \(0\.75 to 1\.25\) \|$/v);
});

test('a missing tool is named, and the other commit is compared all the same', () => {
	const row = rowOf({...finding, tool: [], problem: 'not measured: fzf: not found'}, 'abc');
	expect(row).toMatch(/– \(2 ms\) \| not measured: fzf: not found \| – \(2 ms\) \| 1 \(0\.75 to 1\.25\) \|$/v);
});

test('results.md keeps the reasons of what is still missed, and drops the others', () => {
	const slow = {...plain, here: [70]};
	const old = '- gap: a frame\n  and more.\n- typing: the network: slow.\n';
	const text = resultsText([finding, slow], 'abc', 'On a machine.', old);
	expect(text).toContain('\nWhy a budget is missed:\n\n- gap: a frame\n\nOn a machine.\n');
	expect(text).not.toContain('the network');
	expect(resultsText([slow], undefined, '', '')).toContain('- gap: nobody has looked for the reason yet\n');
	expect(resultsText([finding], undefined, '', old)).toContain('Every budget is met.');
});
