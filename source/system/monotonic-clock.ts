import {randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {performance} from 'node:perf_hooks';
import process from 'node:process';

/** A point in time that no change of the system's clock moves. */
export type Moment = {
	/** Moments of the same era can be compared: one boot of a machine or, where that is not known, one process. */
	readonly era: string;
	/** Milliseconds since the era began. */
	readonly at: number;
};

/** Measures how much time has passed, also across processes. Sleep of the machine may not count, so it never measures too much. */
export type MonotonicClock = {
	readonly now: () => Moment;
	/** Milliseconds from one moment to a later one. A moment of another era counts from when this clock was created, which is later. */
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

/** The clock of this machine since it was booted. On Linux every process of a boot shares it (boot_id, proc(5); clock_gettime(2), CLOCK_MONOTONIC); elsewhere each process has an era of its own. */
export function createSystemMonotonicClock(): MonotonicClock {
	const boot = bootId();
	return boot === undefined
		? createMonotonicClock(randomUUID(), () => performance.now())
		: createMonotonicClock(boot, () => Number(process.hrtime.bigint() / 1_000_000n));
}

/** Which boot of the machine this is (boot_id, proc(5)); undefined on other systems than Linux. */
export function bootId(): string | undefined {
	try {
		return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
	} catch {
		return undefined;
	}
}
