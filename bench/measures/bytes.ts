import {sizes} from '../account.ts';
import {openLists} from '../lists.ts';
import {interleave, type Measure} from '../measure.ts';
import {timeMove} from '../time-move.ts';
import {bytesWrittenBy} from '../written-by.ts';

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
		return await interleave(
			runs.short,
			async () => bytesWrittenBy(lists.ours, async () => timeMove(lists.ours, 'Down')),
			async () => bytesWrittenBy(lists.theirs, async () => timeMove(lists.theirs, 'Down')),
		);
	},
};
