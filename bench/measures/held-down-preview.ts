import {makeHome} from '../../test/helpers/terminal-home.ts';
import {holdDown} from '../hold-down.ts';
import {openFullList} from '../lists.ts';
import type {Measure} from '../measure.ts';

/** From each press of a held ↓ to the frame that shows the next row selected, with the preview beside the list; the presses without it come in between. */
export const heldDownPreview: Measure = {
	name: 'held-down-preview',
	what: '↓ held at 30 Hz beside the preview, key to frame',
	against: 'the same without the preview',
	budget: 1.1,
	needs: [],
	sizes: [10_000],
	judged: [10_000],
	async run({presses, account: accountOf}, size) {
		const account = await accountOf(size);
		await using withHome = makeHome();
		await using withoutHome = makeHome();
		await using withPreview = await openFullList(account, withHome.path, 'preview: on\n');
		await using withoutPreview = await openFullList(account, withoutHome.path, 'preview: off\n');
		return await holdDown(withPreview, withoutPreview, presses);
	},
};
