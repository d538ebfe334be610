import {setTimeout as delay} from 'node:timers/promises';
import {createSystemMonotonicClock, type MonotonicClock} from './monotonic-clock.ts';

/** The current time and timers; tests replace it. No other file uses the system's clock. */
export type Clock = {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Calls `tick` every `milliseconds`; the returned function stops it. Does not keep the process alive. */
	readonly every: (milliseconds: number, tick: () => void) => () => void;
	/** Resolves after `milliseconds`; rejects with an AbortError when the signal fires first. */
	readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	/** Measures time that passes, whatever `now` is set to. */
	readonly elapsed: MonotonicClock;
};

/** A longer timer fires immediately (https://nodejs.org/api/timers.html). */
const longestTimer = (2 ** 31) - 1;

/** Real time, for everything but tests. */
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
};
