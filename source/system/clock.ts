import {setTimeout as delay} from 'node:timers/promises';
import {createSleepClock, createSystemMonotonicClock, type MonotonicClock} from './monotonic-clock.ts';

/** The current time and timers, which tests replace. No other file uses the system's clock. */
export type Clock = {
	/** Returns milliseconds since the epoch. */
	readonly now: () => number;
	/** Calls `tick` every `milliseconds`; the returned function stops it. Does not keep the process alive. */
	readonly every: (milliseconds: number, tick: () => void) => () => void;
	/** Resolves after `milliseconds`; rejects with an AbortError if the signal is aborted first. */
	readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	/** Measures elapsed time, independently of changes to `now`. */
	readonly elapsed: MonotonicClock;
	/** Returns milliseconds since some moment that never changes while this process runs. Time while the machine sleeps counts: never less than has passed. */
	readonly withSleep: () => number;
};

/** The longest timer in milliseconds; longer ones fire immediately (https://nodejs.org/api/timers.html). */
const longestTimer = 2 ** 31 - 1;

/** The clock of the system, for everything except tests. */
export const systemClock: Clock = {
	now: () => Date.now(),
	every(milliseconds, tick) {
		const timer = setInterval(tick, milliseconds);
		timer.unref();
		return () => {
			clearInterval(timer);
		};
	},
	async sleep(milliseconds, signal) {
		await delay(Math.min(milliseconds, longestTimer), undefined, {signal});
	},
	elapsed: createSystemMonotonicClock(),
	withSleep: createSleepClock(() => Date.now()),
};
