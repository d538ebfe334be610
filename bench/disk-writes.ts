import {readFile} from 'node:fs/promises';
import process from 'node:process';
import type {TimedTerminal} from './timed-terminal.ts';

/**
How many bytes a running program has written so far, to files and to its few connections, but not to its terminal.

@throws Where there is no /proc to read it from.
*/
export async function writtenBesides({pid, written}: Pick<TimedTerminal, 'pid' | 'written'>): Promise<number> {
	if (process.platform !== 'linux') {
		throw new Error('only Linux says in /proc how many bytes a process has written');
	}

	const text = await readFile(`/proc/${pid}/io`, 'utf8');
	return Number(/^wchar: (?<bytes>\d+)$/mv.exec(text)?.groups?.bytes) - written;
}
