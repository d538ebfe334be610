import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../test/helpers/terminal-home.ts';
import type {Account} from './account.ts';
import {cpuTime} from './cpu-time.ts';
import {openChainbell} from './programs.ts';
import {hasRows, isComplete, isIndexed} from './screen.ts';
import {createShared} from './shared.ts';
import {patience, type TimedTerminal} from './timed-terminal.ts';

/** How much a program used, of something that is counted, and in how many milliseconds. */
export type Use = {readonly amount: number; readonly milliseconds: number};

/** Milliseconds in which a program that has loaded comes to rest: what it listed is remembered, memory is given back. */
const timeToRest = 5000;

/** Milliseconds in which V8 has also collected what the load left behind, twice, the second time some twenty seconds after it: that is part of the load, and idle is what follows. */
const timeToIdle = 30_000;

/** Opens an account, lets the program come to rest, and counts what it uses while nobody presses a key. */
export async function useAtRest(
	account: Account,
	milliseconds: number,
	count: (terminal: TimedTerminal) => Promise<number>,
): Promise<Use> {
	await using home = makeHome();
	await using terminal = openChainbell(account, home.path);
	await untilLoaded(terminal, account);
	await delay(timeToIdle);
	const [before, since] = [await count(terminal), performance.now()];
	await delay(milliseconds);
	return {amount: (await count(terminal)) - before, milliseconds: performance.now() - since};
}

/** Watches an account every 30 seconds, and counts what the program uses from the end of one refresh to that of another: whole rounds, however long they take. `change` is called before each, and what it does is waited for; `after` at the end. */
export async function useWhileWatching(
	account: Account,
	rounds: number,
	count: (terminal: TimedTerminal) => Promise<number>,
	{
		change,
		after,
	}: {
		readonly change?: (round: number) => Promise<void>;
		readonly after?: (terminal: TimedTerminal) => Promise<void>;
	} = {},
): Promise<Use> {
	await using home = makeHome();
	await using terminal = openChainbell(account, home.path);
	await untilLoaded(terminal, account);
	terminal.press('w');
	await terminal.until('Watching', headerWith('every 5 s'), patience.key);
	terminal.press('w');
	await terminal.until('Watching less often', headerWith('every 30 s'), patience.key);
	await untilRefreshed(terminal);
	const [before, since] = [await count(terminal), performance.now()];
	for (let round = 0; round < rounds; round++) {
		await change?.(round);
		await untilRefreshed(terminal);
		if (change !== undefined) {
			await terminal.until('The change', headerWith(`+${round + 1}`));
		}
	}

	const use = {amount: (await count(terminal)) - before, milliseconds: performance.now() - since};
	await after?.(terminal);
	return use;
}

/** Lists in full, and counts what the program uses for that. */
export async function useOfRefresh(
	terminal: TimedTerminal,
	count: (terminal: TimedTerminal) => Promise<number>,
): Promise<number> {
	const before = await count(terminal);
	terminal.press('r');
	await terminal.until('The refresh', headerWith('refreshing'), patience.key);
	await terminal.until('The full listing', headerWith('listed just now'));
	await delay(timeToRest);
	return (await count(terminal)) - before;
}

/** What a watch uses of a processor, in milliseconds, and writes to the terminal, in bytes, in how many milliseconds. */
export type Watch = {readonly cpu: number; readonly written: number; readonly milliseconds: number};

/** Watches an account that does not change, and counts both. */
export const watchUnchanged = createShared(async (bench, size): Promise<Watch> => {
	const written: number[] = [];
	const {amount, milliseconds} = await useWhileWatching(await bench.account(size), bench.rounds, async terminal => {
		written.push(terminal.written);
		return cpuTime(terminal.pid);
	});
	return {cpu: amount, written: written.at(-1)! - written[0]!, milliseconds};
});

const headerWith =
	(words: string) =>
	([first = '']: readonly string[]): boolean =>
		first.includes(words);

async function untilLoaded(terminal: TimedTerminal, {size}: Account): Promise<void> {
	await terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, size) && isIndexed(lines));
}

async function untilRefreshed(terminal: TimedTerminal): Promise<void> {
	await terminal.until('An older listing', headerWith('ed 20 s ago'));
	await terminal.until('A refresh', headerWith('ed just now'));
}
