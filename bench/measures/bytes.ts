import {setTimeout as delay} from 'node:timers/promises';
import {sizes} from '../account.ts';
import {openLists} from '../lists.ts';
import {interleave, type Measure} from '../measure.ts';
import {timeMove} from '../time-move.ts';
import type {TimedTerminal} from '../timed-terminal.ts';

/** Milliseconds after which what a key causes is written; no event says so. */
const quiet = 100;

/** What a ↓ writes to the terminal while the page stays. */
export const bytes: Measure = {
	name: 'bytes',
	what: 'bytes a ↓ writes, inside the page',
	against: 'fzf on the same rows',
	budget: 1.1,
	needs: ['fzf'],
	sizes,
	judged: [100_000],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		await using lists = await openLists(account, account.rowsFile);
		return await interleave(runs.short, async () => countBytes(lists.ours), async () => countBytes(lists.theirs));
	},
};

async function countBytes(terminal: TimedTerminal): Promise<number> {
	const before = terminal.written;
	await timeMove(terminal, 'Down');
	await delay(quiet);
	return terminal.written - before;
}
