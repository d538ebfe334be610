import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {sizes, type Account} from '../account.ts';
import type {Measure} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete, isPainted, selectedRow} from '../screen.ts';
import {median} from '../statistics.ts';
import {patience, type TimedTerminal} from '../timed-terminal.ts';

/** The longest that a key waits for its effect while a fresh account loads: ↓ and ↑ in turn, from the first rows on. */
export const stallWhileLoading: Measure = {
	name: 'stall',
	what: 'longest stall of keys while it loads',
	against: undefined,
	budget: 50,
	needs: [],
	sizes,
	judged: [100_000],
	async run({runs, folder, account: accountOf}, size) {
		const account = await accountOf(size);
		const loads: Load[] = [];
		for (let run = 0; run < runs.long; run++) {
			loads.push(await timeLoad(account, path.join(folder, 'gaps')));
		}

		const gaps = loads.map(({gap}) => gap);
		const unanswered = loads.filter(({answered}) => answered === 0).length;
		return {
			ours: loads.map(({stall}) => stall),
			note: [
				`${Math.round(median(loads.map(({answered}) => answered)))} keys were answered in a load (median);`,
				unanswered === 0 ? '' : `in ${unanswered} of ${loads.length} loads none was before the listing was complete, and the stall is the time from the first painted bytes until then;`,
				`the event loop's longest gap, seen from inside, was ${Math.round(median(gaps))} ms (median of the loads), ${Math.round(Math.max(...gaps))} ms at most.`,
			].filter(Boolean).join(' '),
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
	const terminal = openChainbell(account, home.path, {
		preload: new URL('../event-loop-probe.ts', import.meta.url).href,
		env: {CHAINBELL_BENCH_PROBE: gapsFile},
	});
	const seen = await (async () => {
		await using _ended = terminal;
		const painted = await terminal.until('Something', isPainted);
		const rows = await terminal.until('The first rows', hasRows);
		return {painted: painted.at, rows: rows.at, ...await pressUntilComplete(terminal, account.size)};
	})();

	const {painted, rows, complete, waits, answered} = seen;
	const from = answered === 0 ? painted : rows;
	const gaps = JSON.parse(await readFile(gapsFile, 'utf8')) as Array<[at: number, gap: number]>;
	const within = gaps.filter(([at]) => at - performance.timeOrigin > from && at - performance.timeOrigin < complete);
	return {
		stall: Math.max(...waits, answered === 0 ? complete - painted : 0),
		gap: Math.max(0, ...within.map(([, gap]) => gap)),
		answered,
	};
}

/** Milliseconds between two presses, where the answer does not take longer. */
const interval = 10;

/** What is loaded is still sorted and indexed when the count is complete. */
const pressesAfter = 20;

async function pressUntilComplete(terminal: TimedTerminal, size: number): Promise<{complete: number; waits: number[]; answered: number}> {
	const waits: number[] = [];
	const isDone = (lines: readonly string[]) => isComplete(lines, size);
	const sighting = terminal.until('The complete listing', isDone);
	// Whatever fails first is what is reported.
	sighting.catch(() => undefined);
	let answered = isDone(terminal.lines) ? 0 : undefined;
	for (let left = pressesAfter; left > 0;) {
		const before = selectedRow(terminal.lines);
		const pressed = terminal.press(waits.length % 2 === 0 ? 'Down' : 'Up');
		const moved = await terminal.until('The selection to move', lines => selectedRow(lines) !== before, patience.key);
		waits.push(moved.at - pressed);
		if (isDone(terminal.lines)) {
			answered ??= waits.length - 1;
			left--;
		}

		await delay(Math.max(0, pressed + interval - performance.now()));
	}

	const {at} = await sighting;
	return {complete: at, waits, answered: answered ?? 0};
}
