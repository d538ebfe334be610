import {writeFileSync} from 'node:fs';
import process from 'node:process';
import {performance} from 'node:perf_hooks';

/*
Loaded before the program with `node --import`: writes down when its event loop stood still, for how long, and how long its thread used a CPU meanwhile, as a JSON array of `[at, wall, cpu]` (milliseconds since the epoch; milliseconds) to the file that CHAINBELL_BENCH_PROBE names, when the program ends. On a shared machine only the time on a CPU says what the program itself did.
*/

const interval = 5;
const gaps: Array<readonly [at: number, wall: number, cpu: number]> = [];
/** In milliseconds. */
const cpuTime = (): number => {
	const {user, system} = process.threadCpuUsage();
	return (user + system) / 1000;
};

let last = performance.now();
let lastCpu = cpuTime();

setInterval(() => {
	const now = performance.now();
	const cpu = cpuTime();
	if (now - last > 2 * interval) {
		gaps.push([performance.timeOrigin + now, now - last, cpu - lastCpu]);
	}

	last = now;
	lastCpu = cpu;
}, interval).unref();

process.once('exit', () => {
	writeFileSync(process.env.CHAINBELL_BENCH_PROBE!, JSON.stringify(gaps));
});
