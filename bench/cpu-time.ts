import {readFile} from 'node:fs/promises';
import process from 'node:process';

/** Linux counts it in hundredths of a second, whatever the machine's timer (proc_pid_stat(5), USER_HZ). */
const tick = 10;

/**
How long a running process has used a CPU so far, in milliseconds, all its threads together.

@throws Where there is no /proc to read it from.
*/
export async function cpuTime(pid: number): Promise<number> {
	if (process.platform !== 'linux') {
		throw new Error('only Linux says in /proc how long a process has used a CPU');
	}

	const text = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The name in parentheses may hold anything; user and system time are the 14th and 15th field.
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * tick;
}
