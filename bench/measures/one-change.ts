import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {writtenBesides} from '../disk-writes.ts';
import {createNow, startFreshAccount} from '../fresh-account.ts';
import type {Account} from '../account.ts';
import type {Bench, Measure, Samples} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete, isIndexed, isNewlyListed} from '../screen.ts';
import {patience, type TimedTerminal} from '../timed-terminal.ts';
import {timeCreate} from './create.ts';

/** Milliseconds in which the program comes to rest: what it listed is cached, and its columns are measured. */
const timeToRest = 3000;

/** The number of changes that are measured, at most: they differ little. */
const maxChanges = 3;

/** The most bytes that a change may write. */
const mostWritten = 1_000_000;

const shared = {
	against: undefined,
	unit: 'bytes',
	budget: mostWritten,
	needs: [],
	sizes: [100_000],
	judged: [100_000],
} as const;

/** What is written because one notification of many is new: the cached listing, the journal. */
export const oneChangeMeasures: readonly Measure[] = [
	{
		...shared,
		name: 'written-refresh',
		what: 'bytes a refresh with one new notification writes, besides the terminal',
		run: async (bench, size) => writtenFor(bench, size, refresh),
	},
	{
		...shared,
		name: 'written-create',
		what: 'bytes a create writes, besides the terminal',
		run: async (bench, size) =>
			writtenFor(bench, size, async (terminal, _account, count) => {
				await timeCreate(terminal, `created${count}`);
			}),
	},
];

/** Changes an account again and again, and counts what the program writes for each change until it is at rest again. */
async function writtenFor(
	{runs, folder}: Bench,
	size: number,
	change: (terminal: TimedTerminal, account: Account, count: number) => Promise<void>,
): Promise<Samples> {
	await using account = await startFreshAccount(folder, size);
	await using home = makeHome();
	await using terminal = openChainbell(account, home.path);
	await terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, size) && isIndexed(lines));
	await delay(timeToRest);
	const ours: number[] = [];
	// The first change compiles what the others run.
	for (let run = 0; run <= Math.min(runs.long, maxChanges); run++) {
		const before = await writtenBesides(terminal);
		await change(terminal, account, size + run + 1);
		await delay(timeToRest);
		ours.push((await writtenBesides(terminal)) - before);
	}

	return {ours: ours.slice(1)};
}

/** Somebody else creates a notification, and the account is listed again. */
async function refresh(terminal: TimedTerminal, account: Account, count: number): Promise<void> {
	await createNow(account, `new${count}`);
	terminal.press('r');
	await terminal.until('A refresh', ([first = '']) => first.includes('refreshing'), patience.key);
	await terminal.until(
		'The new listing',
		lines => isComplete(lines, count) && isNewlyListed(lines) && isIndexed(lines),
	);
}
