import {readFileSync} from 'node:fs';
import process from 'node:process';
import {bootId} from '../../platform/clock.ts';

/** A process. The start time distinguishes it from a later process with the same PID. */
type Owner = {
	readonly pid: number;
	/** The boot ID of the machine and the start of the process in clock ticks since boot. Undefined if not known, as on systems other than Linux. */
	readonly started: string | undefined;
};

let cached: Owner | undefined;

export function thisProcess(): Owner {
	cached ??= {pid: process.pid, started: statusOf(process.pid)?.started};
	return cached;
}

/** Whether a process of this machine is still running. If its start time is not known, any process with its PID counts as the same. */
export function isAlive({pid, started}: Owner): boolean {
	if (!isRunning(pid)) {
		return false;
	}

	const status = statusOf(pid);
	// A zombie has ended, but its parent has not read its exit status yet.
	const isZombie = status !== undefined && /[XZ]/v.test(status.state);
	const isOther = status !== undefined && started !== undefined && status.started !== started;
	return !isZombie && !isOther;
}

function isRunning(pid: number): boolean {
	try {
		// PIDs of 0 and below address process groups.
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Fields 3 and 22 of a process's status on Linux (proc_pid_stat(5)). Undefined on other systems. */
function statusOf(pid: number): {state: string; started: string} | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The second field, the program's name, may contain spaces and parentheses.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const boot = bootId();
		return boot === undefined ? undefined : {state: fields[0]!, started: `${boot} ${fields[19]!}`};
	} catch {
		return undefined;
	}
}
