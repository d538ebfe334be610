/**
`npm run fuzz -- --minutes N [--seed S] [--target NAME]`: tries random inputs on one target after the other until the time is over. It prints the seed; the same seed tries the same inputs in the same order. If a property does not hold, it prints the simplest input that shows it and keeps it in test/fuzz/fixtures/, where `npm test` tries it from then on.
*/
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {fixtureFolder, type Target} from './target.ts';
import {targets} from './targets.ts';

const {values: options} = parseArgs({
	options: {
		minutes: {type: 'string', default: '1'},
		seed: {type: 'string'},
		target: {type: 'string', multiple: true},
	},
});

const chosen = targets.filter(({name}) => options.target?.includes(name) ?? true);
const minutes = Number(options.minutes);
const seed = options.seed === undefined ? Date.now() % 2 ** 31 : Number(options.seed);
if (chosen.length === 0 || !(minutes > 0) || !Number.isSafeInteger(seed)) {
	throw new Error(
		`Usage: npm run fuzz -- --minutes N [--seed S] [--target NAME]; the targets are ${targets.map(({name}) => name).join(', ')}.`,
	);
}

/** Milliseconds of a target's turn. */
const turnTime = 2000;

/** An input that takes longer fails, in milliseconds. Most take less than one. */
const slowest = 2000;

const totals = new Map<Target, {runs: number; time: number}>(chosen.map(target => [target, {runs: 0, time: 0}]));

/** Tries a target for a while; false if its property does not hold. */
async function didHold(target: Target, turn: number, time: number): Promise<boolean> {
	const start = performance.now();
	const {runs, failure} = await target.tryRandom({seed: seed + turn, runs: 1_000_000, time, slowest});
	const total = totals.get(target)!;
	total.runs += runs;
	total.time += performance.now() - start;
	if (failure === undefined) {
		return true;
	}

	const folder = path.join(fixtureFolder, target.name);
	const file = path.join(folder, `seed-${seed + turn}.json`);
	mkdirSync(folder, {recursive: true});
	writeFileSync(
		file,
		`${JSON.stringify({why: failure.message.split('\n', 1)[0], input: failure.input}, undefined, '\t')}\n`,
	);
	console.log(`\n✗ ${target.name}: ${target.property}\n\n${failure.message}\n`);
	console.log(
		`The simplest input that shows it is in ${path.relative(process.cwd(), file)}:\n${JSON.stringify(failure.input, undefined, 2).slice(0, 5000)}\n`,
	);
	return false;
}

function printTotals(): void {
	for (const [{name}, {runs, time}] of totals) {
		console.log(
			`${name.padEnd(10)} ${runs.toLocaleString('en').padStart(12)} inputs  ${Math.round(
				runs / Math.max(time / 1000, 0.001),
			)
				.toLocaleString('en')
				.padStart(8)}/s`,
		);
	}
}

console.log(
	`Seed ${seed}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}: ${chosen.map(({name}) => name).join(', ')}`,
);
const end = performance.now() + minutes * 60_000;
let isHolds = true;
for (let turn = 0; isHolds && performance.now() < end; turn++) {
	for (const target of chosen) {
		isHolds &&= performance.now() >= end || (await didHold(target, turn, Math.min(turnTime, end - performance.now())));
	}
}

printTotals();
if (!isHolds) {
	process.exitCode = 1;
}
