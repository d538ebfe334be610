import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {cpuTime} from '../cpu-time.ts';
import {createNow, startFreshAccount} from '../fresh-account.ts';
import {gapsOfChanges} from '../gaps-of-changes.ts';
import type {Measure} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete, isIndexed, isNewlyListed} from '../screen.ts';
import {median} from '../statistics.ts';
import {patience, type TimedTerminal} from '../timed-terminal.ts';

/** Milliseconds in which what follows a listing is done: columns are measured, and what changed is remembered. */
const timeAfter = 3000;

/** The processor time from the start until a search is ready, and the columns are measured, against that until the listing is on the screen. */
export const cpuIndexed: Measure = {
	name: 'cpu-indexed',
	what: 'CPU until a search is ready',
	against: 'until the listing is on the screen',
	budget: 1.5,
	needs: [],
	sizes: [10_000, 100_000],
	judged: [100_000],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		const samples = {ours: [] as number[], theirs: [] as number[], after: [] as number[]};
		for (let run = 0; run < runs.long; run++) {
			await using home = makeHome();
			await using terminal = openChainbell(account, home.path);
			await terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, size));
			samples.theirs.push(await cpuTime(terminal.pid));
			await terminal.until('The index', isIndexed);
			samples.ours.push(await cpuTime(terminal.pid));
			await delay(timeAfter);
			samples.after.push(await cpuTime(terminal.pid));
		}

		const [theirs, ours, after] = [samples.theirs, samples.ours, samples.after].map(each => Math.round(median(each)));
		return {...samples, note: `${theirs} ms, then ${ours} ms; ${after} ms in all, with the listing remembered.`};
	},
};

/** The processor time of a refresh that finds one new notification, with all that follows it. Every 30 seconds it would be 2 % of a core. */
export const cpuRefreshChange: Measure = {
	name: 'cpu-refresh-change',
	what: 'CPU of a refresh (`r`) that finds one new notification',
	against: undefined,
	budget: 600,
	needs: [],
	sizes: [10_000, 100_000],
	judged: [100_000],
	async run({runs, folder}, size) {
		await using account = await startFreshAccount(folder, size);
		await using home = makeHome();
		await using terminal = openChainbell(account, home.path);
		const ours: number[] = [];
		await refreshWithChanges(terminal, account, runs.long, async refresh => {
			const before = await cpuTime(terminal.pid);
			await refresh();
			ours.push((await cpuTime(terminal.pid)) - before);
		});
		return {ours};
	},
};

/** The longest gap of the event loop in such a refresh. */
export const stallWhileRefreshing: Measure = {
	name: 'stall-refresh',
	what: 'longest stall in a refresh that finds one new notification',
	against: undefined,
	budget: 50,
	needs: [],
	sizes: [100_000],
	judged: [100_000],
	async run({runs, folder}, size) {
		const gaps = await gapsOfChanges(folder, size, async (terminal, account, measured) =>
			refreshWithChanges(terminal, account, runs.long, async refresh => {
				const from = performance.now();
				await refresh();
				measured(from);
			}),
		);
		const computed = Math.round(Math.max(...gaps.map(({cpu}) => cpu)));
		return {
			ours: gaps.map(({wall}) => wall),
			note: `The longest gap of the event loop, seen from inside, until ${timeAfter / 1000} s after the new listing; in none was computed for more than ${computed} ms.`,
		};
	},
};

/** Opens the account; then, so many times, another client creates a notification, and `r` is pressed when `measure` asks for it. The first refresh loads what it needs, and is not measured. */
async function refreshWithChanges(
	terminal: TimedTerminal,
	account: Account,
	count: number,
	measure: (refresh: () => Promise<void>) => Promise<void>,
): Promise<void> {
	await terminal.until(
		'The complete listing',
		lines => hasRows(lines) && isComplete(lines, account.size) && isIndexed(lines),
	);
	await delay(timeAfter);
	for (let run = 0; run <= count; run++) {
		await createNow(account, `Bench ${run}`);
		const refresh = async () => {
			terminal.press('r');
			await terminal.until('A refresh', ([first = '']) => first.includes('refreshing'), patience.key);
			await terminal.until(
				'The new listing',
				lines => isComplete(lines, account.size + run + 1) && isNewlyListed(lines) && isIndexed(lines),
			);
			await delay(timeAfter);
		};

		await (run === 0 ? refresh() : measure(refresh));
	}
}
