import process from 'node:process';
import {expect, test} from 'vitest';
import {resultsText, type Results} from '../../bench/results.ts';

const results: Results = {
	findings: [],
	versions: {fzf: undefined, jq: '1.7', curl: '8.0', less: '590', vim: '9.0'},
	runs: {short: 20, long: 7},
	load: 0.25,
	minutes: 27.2,
	skipped: [],
};

test('names the versions, and what is missing', () => {
	const text = resultsText(results, '');
	expect(text).toContain('- fzf is missing\n- jq 1.7\n- curl 8.0\n');
	expect(text).toContain(`- node ${process.versions.node}\n`);
});

test('says how busy the machine was, and how long it took', () => {
	expect(resultsText(results, '')).toContain('load 0.3 when it began; the run took 28 minutes\n');
});

test('names the measures that were left out', () => {
	expect(resultsText(results, '')).not.toContain('Not measured');
	expect(resultsText({...results, skipped: ['cpu-idle', 'ledger']}, '')).toContain(
		'\nNot measured in this run: cpu-idle, ledger.\n',
	);
});

test('keeps what was written by hand, however often it is written again', () => {
	const empty = resultsText(results, '');
	const written = empty.replace(/(?<=<!-- by hand: [^\n]*\n)/v, () => 'Most of it is parsing: $& 40 %.\n\n- drawing');
	expect(written).not.toBe(empty);
	const again = resultsText({...results, load: 3}, resultsText(results, written));
	expect(again).toContain('-->\nMost of it is parsing: $& 40 %.\n\n- drawing\n<!--');
	expect(again.match(/Most of it/gv)).toHaveLength(1);
	expect(again).toContain('load 3.0');
});
