import {readFileSync} from 'node:fs';
import process from 'node:process';

/** A process, such that another one that is given its number later is not taken for it. */
export type Owner = {
	readonly pid: number;
	/** The start-up of the machine and the clock ticks from there to the start of the process; undefined where that cannot be known. */
	readonly started: string | undefined;
};

let here: Owner | undefined;

export function thisProcess(): Owner {
	here ??= {pid: process.pid, started: statusOf(process.pid)?.started};
	return here;
}

export const isThisProcess = ({pid, started}: Owner): boolean => pid === thisProcess().pid && started === thisProcess().started;

/** Whether a process of this machine is still running. Where its start cannot be told, any process of its number counts. */
export function isAlive({pid, started}: Owner): boolean {
	if (!isRunning(pid)) {
		return false;
	}

	const status = statusOf(pid);
	// A zombie was killed, and only waits for its parent to hear of it.
	const isZombie = status !== undefined && /[XZ]/v.test(status.state);
	const isOther = status !== undefined && started !== undefined && status.started !== started;
	return !isZombie && !isOther;
}

function isRunning(pid: number): boolean {
	try {
		// 0 and negative numbers name groups.
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** What Linux says of a process: fields 3 and 22 of proc_pid_stat(5). Undefined elsewhere. */
function statusOf(pid: number): {state: string; started: string} | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The second field, the name of the program, may hold spaces and parentheses.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
		return {state: fields[0]!, started: `${boot} ${fields[19]!}`};
	} catch {
		return undefined;
	}
}
