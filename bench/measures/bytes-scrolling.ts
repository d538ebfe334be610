import {outerSizes} from '../account.ts';
import {openLists} from '../lists.ts';
import {interleave, type Measure} from '../measure.ts';
import {terminalSize} from '../timed-terminal.ts';
import {timeMove} from '../time-move.ts';
import {bytesWrittenBy} from '../written-by.ts';

/** What a ↓ writes to the terminal while the list scrolls. */
export const bytesScrolling: Measure = {
	name: 'bytes-scrolling',
	what: 'bytes a ↓ writes, while the list scrolls',
	against: 'fzf on the same rows',
	budget: 0.2,
	needs: ['fzf'],
	sizes: outerSizes,
	judged: [100_000],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		await using lists = await openLists(account, account.rowsFile);
		for (const terminal of [lists.ours, lists.theirs]) {
			// To the last row of the page.
			for (let row = 0; row < terminalSize.rows; row++) {
				await timeMove(terminal, 'Down');
			}
		}

		return await interleave(
			runs.short,
			async () => bytesWrittenBy(lists.ours, async () => timeMove(lists.ours, 'Down')),
			async () => bytesWrittenBy(lists.theirs, async () => timeMove(lists.theirs, 'Down')),
		);
	},
};
