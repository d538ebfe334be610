import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {cpus, loadavg, tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {builtProgram} from '../test/helpers/terminal-home.ts';
import {buildCommit, programAt} from './program.ts';
import {resultsText, tableOf, type Finding, type Row} from './report.ts';
import {measures, type Measure} from './rows.ts';

/*
`npm run bench` measures every row and writes results.md. `-- --against REF` measures another commit, too, each run
beside one of this tree. `--only NAME`, which can be repeated, and `--runs N` only print.
*/

const {values: options} = parseArgs({
	options: {against: {type: 'string'}, only: {type: 'string', multiple: true}, runs: {type: 'string'}},
});
const {only, against} = options;
const names = measures.flatMap(({rows}) => rows.map(([name]) => name));
assert(only?.every(name => names.includes(name)) ?? true, `The rows are ${names.join(', ')}.`);

// Homes and files are made below it.
const folder = mkdtempSync(path.join(tmpdir(), 'chainbell-bench-'));
process.env.TMPDIR = folder;
process.once('exit', () => rmSync(folder, {recursive: true, force: true}));
process.once('SIGINT', () => process.exit());
process.once('SIGTERM', () => process.exit());

const here = programAt(builtProgram);
const before = against === undefined ? undefined : buildCommit(against);
const load = loadavg()[0]!;
const findings: Finding[] = [];
for (const measure of measures) {
	const isWanted = ([name]: Row) => only?.includes(name) ?? true;
	if (measure.rows.some(isWanted)) {
		const since = performance.now();
		const found = await measured(measure);
		findings.push(...found.filter(({row}) => isWanted(row)));
		// How long it took tells which rows make the whole run long.
		console.error(`${measure.rows[0]![0]}: ${Math.round((performance.now() - since) / 1000)} s`);
	}
}

console.log(tableOf(findings, against));
if (only === undefined && options.runs === undefined) {
	const file = path.join(import.meta.dirname, 'results.md');
	const versions = ['fzf', 'jq', 'curl'].map(tool => {
		const printed = spawnSync(tool, ['--version'], {encoding: 'utf8'}).stdout;
		return `${tool} ${/\d+\.[\d.]+/v.exec(printed)?.[0] ?? 'is missing'}`;
	});
	const machine = `Node ${process.versions.node}, ${versions.join(', ')}; ${cpus().length} CPUs (${cpus()[0]?.model}), ${process.platform} ${process.arch}. Load ${load.toFixed(1)} when it began; it took ${Math.ceil(performance.now() / 60_000)} minutes.`;
	await writeFile(file, resultsText(findings, against, machine, await readFile(file, 'utf8')));
}

/** Measures this tree, what it is compared with and the other commit in turns: what else the machine does meets all. */
async function measured({rows, against: goal, runs = 3, ours, theirs}: Measure): Promise<Finding[]> {
	const sides: Array<((run: number) => Promise<readonly number[]>) | undefined> = [
		async run => ours(here, run),
		theirs && (async run => theirs(here, run)),
		before && (async run => ours(before, run)),
	];
	const found = sides.map((): Array<readonly number[]> => []);
	let problem = '';
	// The first run of what is repeated often warms the caches, and does not count.
	for (let run = runs > 3 ? -1 : 0; run < Number(options.runs ?? runs); run++) {
		for (const turn of sides.keys()) {
			// Each is first in its turn.
			const index = (turn + run + 1) % sides.length;
			try {
				const values = (await sides[index]?.(run)) ?? [];
				found[index]!.push(...(run < 0 ? [] : [values]));
			} catch (error) {
				console.error(error);
				problem = `not measured: ${(error as Error).message.split('\n', 1)[0]}`;
				[sides[index], found[index]] = [undefined, []];
			}
		}
	}

	return rows.map((row, index) => {
		const [own = [], tool = [], other = []] = found.map(runsOf =>
			runsOf.map(values => values[index] ?? values[0] ?? NaN),
		);
		return {row, against: goal, here: own, tool, before: other, problem};
	});
}
