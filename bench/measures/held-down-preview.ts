import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {configureHome} from '../config-file.ts';
import {holdDown} from '../hold-down.ts';
import type {Measure} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete, isIndexed} from '../screen.ts';
import type {TimedTerminal} from '../timed-terminal.ts';

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
		await using withPreview = await openList(account, withHome.path, 'on');
		await using withoutPreview = await openList(account, withoutHome.path, 'off');
		return await holdDown(withPreview, withoutPreview, presses);
	},
};

async function openList(account: Account, home: string, preview: 'on' | 'off'): Promise<TimedTerminal> {
	const terminal = openChainbell(await configureHome(account, home, `preview: ${preview}\n`), home);
	await terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, account.size) && isIndexed(lines));
	return terminal;
}
