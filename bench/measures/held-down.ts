import {setTimeout as delay} from 'node:timers/promises';
import {sizes} from '../account.ts';
import {openLists} from '../lists.ts';
import type {Measure} from '../measure.ts';
import {timeMove} from '../time-move.ts';

/** Milliseconds: 30 presses a second. */
const interval = 1000 / 30;

/** From each press of a held ↓ to the frame that shows the next row selected; the presses in fzf come between those here. */
export const heldDown: Measure = {
	name: 'held-down',
	what: '↓ held at 30 Hz, key to frame',
	against: 'fzf on the same rows',
	budget: 0.65,
	needs: ['fzf'],
	sizes,
	judged: [100_000],
	async run({presses, account: accountOf}, size) {
		const account = await accountOf(size);
		await using lists = await openLists(account, account.rowsFile);
		const samples = {ours: [] as number[], theirs: [] as number[]};
		const startedAt = performance.now();
		// A short list comes to its end.
		for (let press = 0; press < Math.min(presses, size - 10); press++) {
			samples.ours.push(await timeMove(lists.ours, 'Down'));
			await delay(Math.max(0, startedAt + ((press + 0.5) * interval) - performance.now()));
			samples.theirs.push(await timeMove(lists.theirs, 'Down'));
			await delay(Math.max(0, startedAt + ((press + 1) * interval) - performance.now()));
		}

		return samples;
	},
};
