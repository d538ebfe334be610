import {outerSizes} from '../account.ts';
import {holdDown} from '../hold-down.ts';
import {openLists} from '../lists.ts';
import type {Measure} from '../measure.ts';

/** From each press of a held ↓ to the frame that shows the next row selected; the presses in fzf come between those here. */
export const heldDown: Measure = {
	name: 'held-down',
	what: '↓ held at 30 Hz, key to frame',
	against: 'fzf on the same rows',
	budget: 0.65,
	needs: ['fzf'],
	sizes: outerSizes,
	judged: [100_000],
	async run({presses, account: accountOf}, size) {
		const account = await accountOf(size);
		await using lists = await openLists(account, account.rowsFile);
		// A short list comes to its end.
		return await holdDown(lists.ours, lists.theirs, Math.min(presses, size - 10));
	},
};
