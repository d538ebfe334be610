import path from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {outerSizes, type Account} from '../account.ts';
import {gapsIn, longestOf, withGapProbe} from '../event-loop-gaps.ts';
import type {Measure} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete, isPainted} from '../screen.ts';
import {median} from '../statistics.ts';
import {timeMove} from '../time-move.ts';

/** The longest that a key waits for its effect while a fresh account loads: ↓ and ↑ in turn, from the first rows on. */
export const stallWhileLoading: Measure = {
	name: 'stall',
	what: 'longest stall of keys while it loads',
	against: undefined,
	budget: 50,
	needs: [],
	sizes: outerSizes,
	judged: [100_000],
	async run({runs, folder, account: accountOf}, size) {
		const account = await accountOf(size);
		const loads: Load[] = [];
		for (let run = 0; run < runs.long; run++) {
			loads.push(await timeLoad(account, path.join(folder, `gaps-${size}-${run}`)));
		}

		const gaps = loads.map(({gap}) => gap);
		const unanswered = loads.filter(({answered}) => answered === 0).length;
		return {
			ours: loads.map(({stall}) => stall),
			note: [
				`${Math.round(median(loads.map(({answered}) => answered)))} keys were answered in a load (median);`,
				unanswered === 0
					? ''
					: `in ${unanswered} of ${loads.length} loads none was before the listing was complete, and the stall is the time from the first painted bytes to the first rows;`,
				`the event loop's longest gap, seen from inside, was ${Math.round(median(gaps))} ms (median of the loads), ${Math.round(Math.max(...gaps))} ms at most.`,
			]
				.filter(Boolean)
				.join(' '),
		};
	},
};

type Load = {
	/** Milliseconds, as the longest gap is. */
	readonly stall: number;
	readonly gap: number;
	/** Keys that had their effect before the listing was complete. */
	readonly answered: number;
};

async function timeLoad(account: Account, gapsFile: string): Promise<Load> {
	await using home = makeHome();
	const {from, to, stall, answered} = await pressWhileLoading(account, home.path, gapsFile);
	return {stall, answered, gap: longestOf(await gapsIn(gapsFile, from, to)).wall};
}

/** Milliseconds between two presses, where the answer does not take longer. */
const interval = 10;

/** What is loaded is still sorted and indexed when the count is complete. */
const pressesAfter = 20;

async function pressWhileLoading(
	{environment, size}: Account,
	home: string,
	gapsFile: string,
): Promise<Omit<Load, 'gap'> & {readonly from: number; readonly to: number}> {
	await using terminal = openChainbell({environment}, home, withGapProbe(gapsFile));
	const isDone = (lines: readonly string[]) => isComplete(lines, size);
	const painted = await terminal.until('Something', isPainted);
	const rows = await terminal.until('The first rows', hasRows);
	const waits: number[] = [];
	let answered = 0;
	for (let left = pressesAfter; left > 0;) {
		const next = delay(interval);
		const wasDone = isDone(terminal.lines);
		waits.push(await timeMove(terminal, waits.length % 2 === 0 ? 'Down' : 'Up'));
		answered += isDone(terminal.lines) ? 0 : 1;
		left -= wasDone ? 1 : 0;
		await next;
	}

	// Without rows there is nothing that a key could move.
	const from = answered === 0 ? painted.at : rows.at;
	return {from, to: performance.now(), answered, stall: Math.max(...waits, answered === 0 ? rows.at - from : 0)};
}
