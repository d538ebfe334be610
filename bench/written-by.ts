import {setTimeout as delay} from 'node:timers/promises';
import type {TimedTerminal} from './timed-terminal.ts';

/** What a link of 50 kB/s carries in 200 ms: the most bytes that one answer to a key may take. */
export const mostBytes = 10_000;

/** Milliseconds after which what a key causes is written; no event says so. */
const quiet = 100;

/** How many bytes a program writes because of something that is done to it. */
export async function bytesWrittenBy(terminal: TimedTerminal, act: () => Promise<unknown>): Promise<number> {
	const before = terminal.written;
	await act();
	await delay(quiet);
	return terminal.written - before;
}
