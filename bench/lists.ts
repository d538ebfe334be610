import {makeHome} from '../test/helpers/terminal-home.ts';
import type {Account} from './account.ts';
import {openChainbell, openFzf} from './programs.ts';
import {hasFound, hasRows, isComplete, isIndexed, selectedRow} from './screen.ts';
import type {TimedTerminal} from './timed-terminal.ts';

/** The same rows in this program and in fzf, each in a terminal, loaded and waiting for keys. */
export type Lists = AsyncDisposable & {readonly ours: TimedTerminal; readonly theirs: TimedTerminal};

/** Opens both, and waits until both have read everything. */
export async function openLists(account: Account, linesFile: string, fzfArguments: readonly string[] = []): Promise<Lists> {
	await using stack = new AsyncDisposableStack();
	const home = stack.use(makeHome());
	const ours = stack.use(openChainbell(account, home.path));
	const theirs = stack.use(openFzf(linesFile, home.path, fzfArguments));
	const {size} = account;
	await ours.until('The complete listing', lines => hasRows(lines) && isComplete(lines, size) && isIndexed(lines));
	await theirs.until('fzf to read everything', lines => hasFound(lines, size, size) && selectedRow(lines) !== undefined);
	const opened = stack.move();
	return {
		ours,
		theirs,
		async [Symbol.asyncDispose]() {
			await opened.disposeAsync();
		},
	};
}
