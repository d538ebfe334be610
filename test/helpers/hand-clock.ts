import {createMonotonicClock, type Clock} from '../../source/platform/clock.ts';
import {waitUntil} from './wait.ts';

/** Shorter sleeps are the pauses between listings and retries. */
const longestPause = 4000;

/** A clock that a test moves. */
export type HandClock = ReturnType<typeof createHandClock>;

/** Creates a clock that moves by hand. Pauses end at once, and their time passes; a longer sleep, such as the wait for the effect of a request, ends when the test lets that much time pass. */
export function createHandClock() {
	let passed = 0;
	let offset = Date.UTC(2026, 0, 1);
	const first = () => (sleeping.length > 0 ? true : undefined);
	const listeners = new Set<() => void>();
	const intervals = new Set<{readonly milliseconds: number; next: number; readonly tick: () => void}>();
	let sleeping: ReadonlyArray<{readonly until: number; readonly wake: () => void}> = [];

	const clock: Clock = {
		now: () => offset + passed,
		every(milliseconds, tick) {
			const interval = {milliseconds, next: passed + milliseconds, tick};
			intervals.add(interval);
			return () => {
				intervals.delete(interval);
			};
		},
		async sleep(milliseconds, signal) {
			signal?.throwIfAborted();
			if (milliseconds <= longestPause) {
				passed += Math.ceil(milliseconds);
				return;
			}

			const {promise, resolve, reject} = Promise.withResolvers<void>();
			const sleeper = {until: passed + milliseconds, wake: resolve};
			sleeping = [...sleeping, sleeper];
			for (const listener of listeners) {
				listener();
			}

			signal?.addEventListener(
				'abort',
				() => {
					sleeping = sleeping.filter(other => other !== sleeper);
					reject(signal.reason as Error);
				},
				{once: true},
			);
			await promise;
		},
		elapsed: createMonotonicClock('test', () => passed),
		withSleep: () => passed,
	};
	return {
		...clock,
		/** Lets time pass: sleeps that are over then end, and what happens at intervals happens. */
		pass(milliseconds: number) {
			passed += milliseconds;
			const due = sleeping.filter(({until}) => until <= passed);
			sleeping = sleeping.filter(({until}) => until > passed);
			for (const {wake} of due) {
				wake();
			}

			for (const interval of intervals) {
				if (interval.next > passed) {
					continue;
				}

				// However long it was: a timer that is late fires once.
				interval.next = passed + interval.milliseconds;
				interval.tick();
			}
		},
		/** Resolves when something sleeps for longer than a pause. */
		async asleep() {
			await waitUntil(
				first,
				listener => {
					listeners.add(listener);
					return () => {
						listeners.delete(listener);
					};
				},
				() => 'nothing sleeps',
			);
		},
		/** Sets the time of day, as an operator or NTP does; no time passes. */
		set(milliseconds: number) {
			offset = milliseconds - passed;
		},
	};
}
