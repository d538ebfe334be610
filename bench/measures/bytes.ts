import {makeHome} from '../../test/helpers/terminal-home.ts';
import {outerSizes} from '../account.ts';
import {openFullList, openLists} from '../lists.ts';
import {interleave, type Measure} from '../measure.ts';
import {timeMove} from '../time-move.ts';
import {bytesWrittenBy, mostBytes} from '../written-by.ts';

/** What a ↓ writes to the terminal while the page stays. fzf draws no preview, so this program draws none here. */
export const bytes: Measure = {
	name: 'bytes',
	what: 'bytes a ↓ writes, inside the page, without the preview',
	against: 'fzf on the same rows',
	budget: 0.9,
	needs: ['fzf'],
	sizes: outerSizes,
	judged: [100_000],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		await using lists = await openLists(account, account.rowsFile, {settings: 'preview: off\n'});
		return await interleave(
			runs.short,
			async () => bytesWrittenBy(lists.ours, async () => timeMove(lists.ours, 'Down')),
			async () => bytesWrittenBy(lists.theirs, async () => timeMove(lists.theirs, 'Down')),
		);
	},
};

/** What a ↓ writes that is followed by a rest, in which the preview is drawn. */
export const bytesPreview: Measure = {
	name: 'bytes-preview',
	what: 'bytes a ↓ writes with the preview',
	against: undefined,
	unit: 'bytes',
	budget: mostBytes,
	needs: [],
	sizes: [100],
	judged: [100],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		await using home = makeHome();
		await using terminal = await openFullList(account, home.path, 'preview: on\n');
		const ours: number[] = [];
		for (let run = 0; run < runs.short; run++) {
			ours.push(await bytesWrittenBy(terminal, async () => timeMove(terminal, 'Down')));
		}

		return {ours};
	},
};
