import {writeFileSync} from 'node:fs';
import process from 'node:process';
import {performance} from 'node:perf_hooks';

/*
Loaded before the program with `node --import`: writes down when its event loop stood still, and for how long, as a JSON array of `[at, gap]`
(milliseconds since the epoch; milliseconds) to the file that CHAINBELL_BENCH_PROBE names, when the program ends.
*/

const interval = 5;
const gaps: Array<readonly [number, number]> = [];
let last = performance.now();

setInterval(() => {
	const now = performance.now();
	if (now - last > 2 * interval) {
		gaps.push([performance.timeOrigin + now, now - last]);
	}

	last = now;
}, interval).unref();

process.once('exit', () => {
	writeFileSync(process.env.CHAINBELL_BENCH_PROBE!, JSON.stringify(gaps));
});
