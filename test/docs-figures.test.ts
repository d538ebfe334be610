import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';

const root = path.dirname(import.meta.dirname);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Figures that are rules of ours, with the place of each in the code. */
const rules: Readonly<Record<string, readonly [file: string, text: string]>> = {
	'30 %': ['source/files/guards.ts', 'smallShare = 0.3;'],
	'4 ms': ['source/system/time-slices.ts', 'sliceTime = 4;'],
	'50 ms': ['source/terminal/key-queue.ts', 'burstGap = 50;'],
	'100 ms': ['source/terminal/key-queue.ts', 'pasteGap = 100;'],
	'300 ms': ['source/tui/keys/use-confirmation.ts', 'readingTime = 300;'],
	'30 s': ['source/config/key-command.ts', 'limit = 30_000'],
	'30 seconds': ['source/storage/retry-when-busy.ts', 'lockTimeout = 30_000;'],
	'60 s': ['source/session/open-accounts.ts', 'defaultSettlingTime = 60;'],
	'75 s': ['source/api/agents.ts', 'watchKeepAliveTime = 75_000;'],
	'64 kB': ['source/system/limits.ts', 'error: 64 * kilobyte,'],
	'16 kB': ['source/system/limits.ts', 'headers: 16 * kilobyte,'],
	'1 MB': ['source/system/limits.ts', 'record: megabyte,'],
	'10 MB': ['source/system/limits.ts', 'response: 10 * megabyte,'],
	'1 GB': ['source/system/limits.ts', 'listing: gigabyte,'],
	'20 MB': ['source/system/limits.ts', 'largestInput = 20 * megabyte;'],
	'500 MB': ['source/cli/read-input.ts', 'maxLimit = 500_000_000;'],
	'1.5 times': ['test/api/memory.test.ts', 'toBeLessThan(1.5)'],
};

/** An example of a limit, how long keyboards wait before a key repeats, and the goal of docs/mutants.md. */
const others = new Set(['2 GB', '250 to 660 ms', '90 %']);

/** Times, sizes, shares and ratios. */
const figurePattern = /(?<![\w.])\d[\d.,]*(?: to \d[\d.,]*)? ?(?:(?:ms|s|µs|[kMG]i?B|milliseconds|microseconds|seconds|times|of the time)(?!\w)|%)/gv;

/** The pages by hand: the others are compared with what `npm run docs` writes. */
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', {cwd: root})].filter(page => !/(?:screens|commands|keys)\.md$/v.test(page));

test.each(pages)('%s has no figure that was measured: those are in bench/results.md', page => {
	const figures = read(page).match(figurePattern) ?? [];
	expect(figures.filter(figure => !Object.hasOwn(rules, figure) && !others.has(figure))).toEqual([]);
});

test.each(Object.entries(rules))('the %s of the pages are in the code', (_, [file, text]) => {
	expect(read(file)).toContain(text);
});
