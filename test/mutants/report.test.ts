import {expect, test} from 'vitest';
import type {Mutant} from './mutate.ts';
import {reportLines, type Verdict} from './report.ts';

const mutant = (file: string): Mutant => ({file, line: 7, start: 0, end: 1, replacement: '', change: 'a → b'});

test('the share caught is told for each folder, and for all', () => {
	const verdicts = new Map<Mutant, Verdict>([
		[mutant('source/cli/list.ts'), 'tests'],
		[mutant('source/cli/output/color.ts'), 'no tests'],
		[mutant('source/service/retry.ts'), 'timeout'],
		[mutant('source/service/retry.ts'), 'types'],
		[mutant('source/service/retry.ts'), 'survived'],
	]);
	expect(reportLines(verdicts)).toStrictEqual([
		'cli: Caught 1 of 2 (50.0 %).',
		'service: Caught 2 of 3 (66.7 %).',
		'Caught 3 of 5 (60.0 %).',
		'  survived  source/cli/output/color.ts:7  a → b',
		'  survived  source/service/retry.ts:7  a → b',
	]);
});

test('of one folder the share is told once', () => {
	expect(reportLines(new Map([[mutant('source/cli/list.ts'), 'tests']]))).toStrictEqual(['Caught 1 of 1 (100.0 %).']);
});
