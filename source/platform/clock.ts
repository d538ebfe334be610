import {setTimeout as delay} from 'node:timers/promises';
import {readFileSync} from 'node:fs';
import {performance} from 'node:perf_hooks';
import process from 'node:process';

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

/** A point in time that changes of the system's clock do not affect. */
export type Moment = {
	/** The era, within which moments can be compared: one boot of a machine or, if that is not known, one process. */
	readonly era: string;
	/** Milliseconds since the era began. */
	readonly at: number;
};

/** A clock that measures elapsed time, also across processes. Time while the machine sleeps may not count, so it never measures too much. */
export type MonotonicClock = {
	readonly now: () => Moment;
	/** Returns the milliseconds from one moment to a later one. A moment of another era counts from when this clock was created, which is later. */
	readonly between: (from: Moment | undefined, to: Moment) => number;
};

/** Creates a clock from an era and a source of milliseconds. */
export function createMonotonicClock(era: string, milliseconds: () => number): MonotonicClock {
	const createdAt = milliseconds();
	return {
		now: () => ({era, at: milliseconds()}),
		between: (from, to) => to.at - (from?.era === era ? from.at : createdAt),
	};
}

/** Creates the clock of this machine since it was booted, in whole milliseconds, as the journal stores them. On Linux all processes of a boot share it (boot_id, proc(5); clock_gettime(2), CLOCK_MONOTONIC); elsewhere each process has its own era. */
export function createSystemMonotonicClock(): MonotonicClock {
	const boot = bootId();
	return boot === undefined
		? createMonotonicClock(crypto.randomUUID(), () => Math.floor(performance.now()))
		: createMonotonicClock(boot, () => Number(process.hrtime.bigint() / 1_000_000n));
}

/** The ID of the machine's current boot (boot_id, proc(5)); undefined on systems other than Linux. */
export function bootId(): string | undefined {
	try {
		return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
	} catch {
		return undefined;
	}
}

/**
Creates a clock that counts time while the machine sleeps: on Linux that since it was booted (/proc/uptime, proc(5)). Elsewhere it goes on by what the monotonic clock or the time of day has gone on, whichever is more.

@param timeOfDay - Milliseconds since the epoch.
*/
function createSleepClock(timeOfDay: () => number): () => number {
	let last = {monotonic: performance.now(), time: timeOfDay()};
	let passed = 0;
	return () => {
		try {
			return Math.ceil(Number(readFileSync('/proc/uptime', 'utf8').split(' ', 1)[0]) * 1000);
		} catch {
			const next = {monotonic: performance.now(), time: timeOfDay()};
			passed += Math.max(next.monotonic - last.monotonic, next.time - last.time);
			last = next;
			return passed;
		}
	};
}

/** The number of items that had ended at a time, in milliseconds. */
export type PaceSample = {readonly at: number; readonly ended: number};

/** Milliseconds over which the rate is measured: long enough to be steady, short enough to follow changes. */
const span = 10_000;

/** Adds a sample and drops those that are no longer needed. The last sample before the span is kept as its start. */
export function addSample(samples: readonly PaceSample[], sample: PaceSample): readonly PaceSample[] {
	const begin = samples.findLastIndex(({at}) => at <= sample.at - span);
	return [...samples.slice(Math.max(0, begin)), sample];
}

type Pace = {
	readonly perSecond: number;
	/** The estimated milliseconds until all have ended. */
	readonly left: number;
};

/** The rate and the time left; undefined if the samples are not sufficient. */
export function paceOf(samples: readonly PaceSample[], total: number): Pace | undefined {
	const [first, last] = [samples[0], samples.at(-1)];
	if (first === undefined || last === undefined || last.at <= first.at || last.ended <= first.ended) {
		return undefined;
	}

	const perSecond = ((last.ended - first.ended) * 1000) / (last.at - first.at);
	return {perSecond, left: (Math.max(0, total - last.ended) * 1000) / perSecond};
}

/** A time span in words, rounded more if it is long. */
export function spanText(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1000);
	if (seconds < 90) {
		return `${seconds} s`;
	}

	const minutes = Math.ceil(seconds / 60);
	return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** The settings of delays between retries. */
export type Backoff = {
	/** The delay before the first retry in milliseconds. Each further delay is twice as long. */
	readonly first: number;
	/** The longest delay in milliseconds; by default delays grow without limit. */
	readonly longest?: number;
	/** The number of retries; by default it is unlimited. */
	readonly retries?: number;
	/** The longest Retry-After in seconds that is waited for, usually `longestRetryAfter`. After a longer one there is no retry. */
	readonly longestRetryAfter?: number;
};

/** The longest Retry-After in seconds that is waited for, for any request. After a longer one nothing is sent, and the operator is told the date. */
export const longestRetryAfter = 300;

/** The longest Retry-After in seconds that is believed; a longer one counts as this. Retry-After is advice (RFC 9110, section 10.2.3), and one that names a far year, by mistake or because a clock is wrong, must not stop every request until the program is started again. Rate limits rarely count over more than an hour, and a request that comes too early is only refused again. */
export const longestBelieved = 3600;

/**
Returns the delay before a retry: exponential, and never shorter than the service asks for (Retry-After: RFC 9110, section 10.2.3).

@param backoff - The settings.
@param retry - The number of this retry in a row, from 1.
@param retryAfter - The Retry-After in seconds, if the service sent one.
@returns Milliseconds; undefined if there should be no further retry.
*/
export function delayBefore(backoff: Backoff, retry: number, retryAfter = 0): number | undefined {
	const {first, longest = Infinity, retries = Infinity, longestRetryAfter: longestAsked = Infinity} = backoff;
	return retry > retries || retryAfter > longestAsked
		? undefined
		: Math.max(Math.min(first * 2 ** (retry - 1), longest), retryAfter * 1000);
}

/** All delays of a limited backoff, in order. */
export function delaysOf(backoff: Backoff & {readonly retries: number}): number[] {
	return Array.from({length: backoff.retries}, (_, index) => delayBefore(backoff, index + 1)!);
}

/** A timeout that can be restarted. Starts a timeout in milliseconds. Does not keep the process alive. */
export function startDeadline(milliseconds: number) {
	const controller = new AbortController();
	const timer = setTimeout(() => {
		controller.abort();
	}, milliseconds);
	timer.unref();

	return {
		/** Aborted when the time is over. */
		signal: controller.signal,
		/** Restarts the timeout. */
		restart() {
			timer.refresh();
		},
		[Symbol.dispose]() {
			clearTimeout(timer);
		},
	};
}

// Only a script can be interrupted in Node; its module is loaded when it is first needed.
let call: ((work: () => void, milliseconds: number) => void) | undefined;

/** The milliseconds for which this process has had a processor. */
function processorTime(): number {
	const {user, system} = process.cpuUsage();
	return (user + system) / 1000;
}

/**
Runs a function that may take too long, such as a regular expression that backtracks, and interrupts it after a time limit. A busy machine that gave this process no processor for that long is no reason to stop: then the function is begun again.

@param milliseconds - The time limit.
@param work - The function. It may be interrupted and begun again.
@param now - Returns the time for which the process has had a processor, in milliseconds.
@returns Whether it ran to its end.
@throws The error that the function throws.
*/
export function hasRunWithin(milliseconds: number, work: () => void, now = processorTime): boolean {
	call ??= createCall();
	const end = now() + milliseconds / 2;
	do {
		try {
			call(work, milliseconds);
			return true;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
				throw error;
			}
		}
	} while (now() < end);

	return false;
}

function createCall(): NonNullable<typeof call> {
	const {createContext, Script} = process.getBuiltinModule('node:vm');
	const context: {work?: () => void} = {};
	createContext(context);
	const script = new Script('work()');
	return (work, timeout) => {
		context.work = work;
		try {
			script.runInContext(context, {timeout});
		} finally {
			delete context.work;
		}
	};
}
