import {setTimeout as delay} from 'node:timers/promises';
import type {Samples} from './measure.ts';
import {timeMove} from './time-move.ts';
import type {TimedTerminal} from './timed-terminal.ts';

/** Milliseconds: 30 presses a second. */
const interval = 1000 / 30;

/** Times each press of a held ↓ in two terminals, those in one between those in the other. */
export async function holdDown(ours: TimedTerminal, theirs: TimedTerminal, presses: number): Promise<Samples> {
	const samples = {ours: [] as number[], theirs: [] as number[]};
	const startedAt = performance.now();
	for (let press = 0; press < presses; press++) {
		samples.ours.push(await timeMove(ours, 'Down'));
		await delay(Math.max(0, startedAt + (press + 0.5) * interval - performance.now()));
		samples.theirs.push(await timeMove(theirs, 'Down'));
		await delay(Math.max(0, startedAt + (press + 1) * interval - performance.now()));
	}

	return samples;
}
