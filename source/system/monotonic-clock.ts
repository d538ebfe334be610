import {randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {performance} from 'node:perf_hooks';
import process from 'node:process';

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
		? createMonotonicClock(randomUUID(), () => Math.floor(performance.now()))
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
export function createSleepClock(timeOfDay: () => number): () => number {
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
