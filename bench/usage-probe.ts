import {writeFileSync} from 'node:fs';
import process from 'node:process';

/*
Loaded before a program with `node --import`: writes down what it used, when it ends, as JSON to the file that CHAINBELL_BENCH_USAGE names: the CPU in milliseconds, all its threads together, and the peak of its memory in KiB.
*/

process.once('exit', () => {
	const {userCPUTime, systemCPUTime, maxRSS} = process.resourceUsage();
	writeFileSync(
		process.env.CHAINBELL_BENCH_USAGE!,
		JSON.stringify({cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS}),
	);
});
