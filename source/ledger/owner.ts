import {readFileSync} from 'node:fs';
import process from 'node:process';
import {bootId} from '../platform/clock.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Colleague} from './item.ts';
import {fromStored, type DatabaseRow} from './stored-json.ts';

/** What works on a pending change: another process of this machine, by its PID, or a colleague on another machine; or why it is not known here how far it is: not all of it has come from the team's board, or a newer chainbell has worked on it. */
export type Holder = {readonly pid: number} | Colleague | {readonly blocked: 'gap' | 'newer'};

/** The words for a colleague: `anna on ci-7`; safe to show. */
export const colleagueText = ({operator, host}: Colleague): string => sanitise(`${operator} on ${host}`);

/** The sentences for what another process or a colleague is working on. `what` is safe to show. */
export function busyText(holder: Holder, what: string): string {
	if ('blocked' in holder) {
		return holder.blocked === 'newer'
			? `A newer chainbell has worked on ${what}. Update chainbell, then try again.`
			: `Not everything that colleagues did to ${what} has come from the team's board yet. Try again later.`;
	}

	return 'pid' in holder
		? `Another chainbell (process ${holder.pid}) is working on ${what}. Try again when it has finished.`
		: `${colleagueText(holder)} is working on ${what}. Try again when they have finished.`;
}

/** How a change is being made, to follow `is`; safe to show. */
export function runningText(holder: Holder): string {
	if ('blocked' in holder) {
		return holder.blocked === 'newer' ? 'known only to a newer chainbell' : 'not known here as a whole yet';
	}

	return 'pid' in holder
		? `running in another chainbell (process ${holder.pid})`
		: `being made by ${colleagueText(holder)}`;
}

let own: [number, string | null] | undefined;

/** The values of the columns `owner_pid` and `owner_started` for this process. The start tells it from a later process with the same PID. */
export function ownerColumns(): [number, string | null] {
	own ??= [process.pid, statusOf(process.pid)?.started ?? null];
	return own;
}

/** Whether this process owns a set. */
export function isOwnedHere({owner_pid, owner_started}: DatabaseRow): boolean {
	const [pid, started] = ownerColumns();
	return owner_pid === pid && owner_started === started;
}

/** Whether another running process, or a colleague on another machine, owns a set. */
export const isOwnedElsewhere = (row: DatabaseRow): boolean => holderOf(row) !== undefined;

/** The other process or the colleague that owns a set; undefined if there is none. */
export function holderOf(row: DatabaseRow): Holder | undefined {
	const {owner_pid: pid, owner_started: started, holder, blocked} = row;
	if (pid !== null && !isOwnedHere(row) && isAlive(Number(pid), started)) {
		return {pid: Number(pid)};
	}

	if (typeof holder === 'string') {
		return fromStored<Colleague>(holder);
	}

	return typeof blocked === 'string' ? {blocked: blocked as 'gap' | 'newer'} : undefined;
}

/** Whether a process of this machine is still running. If its start is not known, any process with its PID counts as the same. */
function isAlive(pid: number, started: unknown): boolean {
	if (!isRunning(pid)) {
		return false;
	}

	const status = statusOf(pid);
	// A zombie has ended, but its parent has not read its exit status yet.
	return status === undefined || (!/[XZ]/v.test(status.state) && (started === null || status.started === started));
}

function isRunning(pid: number): boolean {
	try {
		// PIDs of 0 and below address process groups.
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** The state of a process, and the boot ID with its start in clock ticks since boot: fields 3 and 22 of its status on Linux (proc_pid_stat(5)). Undefined on other systems. */
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
