import path from 'node:path';
import {makeHome} from '../test/helpers/terminal-home.ts';
import type {Account} from './account.ts';
import {gapsIn, longestOf, withGapProbe} from './event-loop-gaps.ts';
import {startFreshAccount} from './fresh-account.ts';
import {openChainbell} from './programs.ts';
import type {TimedTerminal} from './timed-terminal.ts';

/** The longest gap of the event loop in each of several changes of a fresh account. `change` makes them, and calls `measured` with each time, as of `performance.now()`, from which until now is looked at. */
export async function gapsOfChanges(
	folder: string,
	size: number,
	change: (terminal: TimedTerminal, account: Account, measured: (from: number) => void) => Promise<void>,
) {
	await using account = await startFreshAccount(folder, size);
	await using home = makeHome();
	const file = path.join(home.path, 'gaps');
	const spans: Array<readonly [from: number, to: number]> = [];
	{
		await using terminal = openChainbell(account, home.path, withGapProbe(file));
		await change(terminal, account, from => {
			spans.push([from, performance.now()]);
		});
	}

	return await Promise.all(spans.map(async span => longestOf(await gapsIn(file, ...span))));
}
