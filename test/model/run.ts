/**
`npm run model -- --runs N [--seed S] [--invariant NAME]`: lives N random lives of an account on the model of a service, and checks that the operations keep their promises (test/model/record.ts). It prints the seed; the same seed makes the same lives. Of a failure it prints the simplest life that shows it, and what happened in it.
*/
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {inspect, parseArgs} from 'node:util';
import {startModelServer} from '../helpers/model-service/server.ts';
import {checkLives, countFailures} from './check.ts';
import {lifeFaults} from './life.ts';
import {invariants} from './record.ts';

const {values: options} = parseArgs({
	options: {
		runs: {type: 'string', default: '1000'},
		seed: {type: 'string'},
		invariant: {type: 'string', multiple: true, default: [...invariants]},
		fault: {type: 'string', multiple: true},
		all: {type: 'boolean', default: false},
		count: {type: 'boolean', default: false},
	},
});

// Every commit of SQLite waits for the disk; a file system in memory serves as well.
const folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'chainbell-model-'));
process.on('exit', () => {
	rmSync(folder, {recursive: true, force: true});
});

const runs = Number(options.runs);
const seed = options.seed === undefined ? Date.now() % 2 ** 31 : Number(options.seed);
console.log(`${runs.toLocaleString('en')} lives, seed ${seed}`);

let lived = 0;
await using server = await startModelServer();
const place = {server, folder};
const settings = {
	runs,
	seed,
	invariants: invariants.filter(name => options.invariant.includes(name)),
	faults:
		options.all || options.fault !== undefined
			? lifeFaults.filter(name => options.all || options.fault!.includes(name))
			: undefined,
	onLife() {
		lived++;
		if (lived % 500 === 0) {
			console.log(`${lived.toLocaleString('en')} lived`);
		}
	},
};
const {failure} = options.count ? {failure: undefined} : await checkLives(place, settings);
if (options.count) {
	console.log('Lives in which an invariant did not hold:', Object.fromEntries(await countFailures(place, settings)));
} else if (failure === undefined) {
	console.log(`Every invariant held in ${runs.toLocaleString('en')} lives, seed ${seed}.`);
} else {
	console.log(`\nAn invariant did not hold (seed ${seed}). The simplest life that shows it:\n`);
	console.log(inspect(failure.life, {depth: Infinity, breakLength: 160}));
	console.log(`\n${failure.report}`);
	process.exitCode = 1;
}
