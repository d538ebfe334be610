import {setTimeout as delay} from 'node:timers/promises';

/** The one place that touches time, so that tests can hold it still. */
export type Clock = {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Calls `tick` every `milliseconds`; the returned function stops it. Never keeps the process alive. */
	readonly every: (milliseconds: number, tick: () => void) => () => void;
	/** Resolves after `milliseconds`; rejects with an AbortError when the signal fires first. */
	readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
};

/** A longer one would fire at once (https://nodejs.org/api/timers.html). */
const longestTimer = (2 ** 31) - 1;

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
};
