import {makeHome} from '../../test/helpers/terminal-home.ts';
import {outerSizes, type Account} from '../account.ts';
import {interleave, type Measure} from '../measure.ts';
import {peakMemory} from '../peak-memory.ts';
import {openChainbell} from '../programs.ts';
import {createShared} from '../shared.ts';
import {hasRows, isComplete, isIndexed, isNewlyListed} from '../screen.ts';
import {patience, type TimedTerminal} from '../timed-terminal.ts';
import {jqPeak} from './memory.ts';

const mib = 1024;

/** The most memory a process held once a search was made ready, which comes after the listing. */
export const memoryIndexed: Measure = {
	name: 'memory-indexed',
	what: 'memory (peak) with the account listed and indexed',
	against: '`jq length` peak',
	budget: 1.3,
	needs: ['curl', 'jq'],
	sizes: outerSizes,
	judged: [100_000],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		const ourPeak = async () => {
			await using home = makeHome();
			await using terminal = openChainbell(account, home.path);
			await untilIndexed(terminal, account);
			return await peakMemory(terminal.pid);
		};

		return interleave(runs.long, ourPeak, async () => jqPeak(account));
	},
};

/** The most memory a process held that watched the account, and how much of it came with watching. */
export const memoryWatching: Measure = {
	name: 'memory-watching',
	what: 'memory (peak) after watching, every 5 s',
	against: '`jq length` peak',
	budget: 1.3,
	needs: ['curl', 'jq'],
	sizes: [100_000],
	judged: [100_000],
	async run(bench, size) {
		const account = await bench.account(size);
		const {indexed, early, late, refreshes} = await watchOnce(bench, size, 'memory-watching');
		const [before, middle, after] = [indexed, early, late].map(peak => Math.round(peak / mib));
		return {
			ours: [late],
			theirs: [await jqPeak(account)],
			note: `${before} MiB when the watch began, ${middle} after half of it, ${after} after ${Math.round(bench.watching / 1000)} s and ${refreshes} refreshes.`,
		};
	},
};

/** Whether watching takes more memory the longer it lasts. */
export const memoryGrowth: Measure = {
	name: 'memory-growth',
	what: 'memory (peak) of the whole watch',
	against: 'that of its first half',
	budget: 1.05,
	needs: [],
	sizes: [100_000],
	judged: [100_000],
	async run(bench, size) {
		const {early, late} = await watchOnce(bench, size, 'memory-growth');
		return {ours: [late], theirs: [early], note: `over ${Math.round(bench.watching / 1000)} s.`};
	},
};

/** Peaks in KiB: before a watch, after its first half, and at its end. */
type Watched = {readonly indexed: number; readonly early: number; readonly late: number; readonly refreshes: number};

/** Both measures are of the same watch, because it takes so long. */
const watchOnce = createShared(async (bench, size): Promise<Watched> =>
	watch(await bench.account(size), bench.watching),
);

async function watch(account: Account, milliseconds: number): Promise<Watched> {
	await using home = makeHome();
	await using terminal = openChainbell(account, home.path);
	await untilIndexed(terminal, account);
	const indexed = await peakMemory(terminal.pid);
	terminal.press('w');
	await terminal.until('Watching', ([header = '']) => header.includes('every 5 s'), patience.key);
	const since = performance.now();
	let early: number | undefined;
	let refreshes = 0;
	while (performance.now() - since < milliseconds || refreshes < 2) {
		await terminal.until('A refresh', ([header = '']) => header.includes('refreshing'));
		await terminal.until(
			'The new listing',
			lines => isComplete(lines, account.size) && isNewlyListed(lines) && isIndexed(lines),
		);
		refreshes++;
		if (performance.now() - since >= milliseconds / 2) {
			early ??= await peakMemory(terminal.pid);
		}
	}

	const late = await peakMemory(terminal.pid);
	return {indexed, early: early ?? late, late, refreshes};
}

async function untilIndexed(terminal: TimedTerminal, {size}: Account): Promise<void> {
	await terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, size) && isIndexed(lines));
}
