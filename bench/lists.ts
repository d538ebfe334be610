import {makeHome} from '../test/helpers/terminal-home.ts';
import type {Account} from './account.ts';
import {configureHome} from './config-file.ts';
import {openChainbell, openFzf} from './programs.ts';
import {hasFound, hasRows, isComplete, isIndexed, selectedRow} from './screen.ts';
import type {TimedTerminal} from './timed-terminal.ts';

/** The same rows in this program and in fzf, each in a terminal, loaded and waiting for keys. */
export type Lists = AsyncDisposable & {readonly ours: TimedTerminal; readonly theirs: TimedTerminal};

export type ListsOptions = {
	/** Lines of config.yaml. */
	readonly settings?: string;
	readonly fzfArguments?: readonly string[];
};

/** Opens both, and waits until both have read everything. */
export async function openLists(
	account: Account,
	linesFile: string,
	{settings, fzfArguments = []}: ListsOptions = {},
): Promise<Lists> {
	await using stack = new AsyncDisposableStack();
	const home = stack.use(makeHome());
	const theirs = stack.use(openFzf(linesFile, home.path, fzfArguments));
	const ours = stack.use(await openFullList(account, home.path, settings));
	await theirs.until(
		'fzf to read everything',
		lines => hasFound(lines, account.size, account.size) && selectedRow(lines) !== undefined,
	);
	const opened = stack.move();
	return {
		ours,
		theirs,
		async [Symbol.asyncDispose]() {
			await opened.disposeAsync();
		},
	};
}

/** Opens this program in a home, and waits until it has read everything. `settings`: lines of config.yaml. */
export async function openFullList(account: Account, home: string, settings?: string): Promise<TimedTerminal> {
	const terminal = openChainbell(settings === undefined ? account : await configureHome(account, home, settings), home);
	await terminal.until(
		'The complete listing',
		lines => hasRows(lines) && isComplete(lines, account.size) && isIndexed(lines),
	);
	return terminal;
}
