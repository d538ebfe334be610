import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import process from 'node:process';
import {promisify} from 'node:util';

/** The most memory a running process held so far (resident set), in KiB. Only Linux remembers it; elsewhere this is what it holds now. */
export async function peakMemory(pid: number): Promise<number> {
	if (process.platform !== 'linux') {
		const {stdout} = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
		return Number(stdout);
	}

	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB$/mv.exec(status)![1]);
}
