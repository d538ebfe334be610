import {writeFileSync} from 'node:fs';
import process from 'node:process';

/*
Loaded into the program by NODE_OPTIONS: writes the gaps of its event loop to the file that BENCH_GAPS names, when the
program ends. Each has when it ended, in milliseconds since the epoch, and those for which the main thread was on a CPU
in it: on a busy machine only these are the program's own.
*/

const file = process.env.BENCH_GAPS!;
const gaps: Array<readonly [end: number, cpu: number]> = [];
let last = process.threadCpuUsage();

// What the program starts is not measured.
delete process.env.NODE_OPTIONS;
setInterval(() => {
	const now = process.threadCpuUsage();
	gaps.push([Date.now(), (now.user + now.system - last.user - last.system) / 1000]);
	last = now;
}, 5).unref();
process.once('exit', () => writeFileSync(file, JSON.stringify(gaps)));
