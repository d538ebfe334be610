import {mkdtempSync, rmSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {million, sizes} from './account.ts';
import {openBench} from './bench.ts';
import {compare, comparedSizes, comparisonLine} from './compare.ts';
import {find} from './find.ts';
import {measures} from './measures/index.ts';
import {readOptions} from './options.ts';
import {buildCommit} from './other-tree.ts';
import {measuredProgram} from './programs.ts';
import {budgetTable, growthTable, notes, valueOf, type Finding} from './report.ts';
import {currentLoad, resultsText} from './results.ts';
import {findTools} from './tools.ts';

// `npm run bench`: see results.md, which it writes.

const {isQuick, only, skip, against} = readOptions(
	process.argv.slice(2),
	measures.map(({name}) => name),
);
const chosen = measures.filter(
	({name, isOnDemand}) => !skip.includes(name) && (only.length === 0 ? isOnDemand !== true : only.includes(name)),
);
const versions = await findTools();
const load = currentLoad();

const folder = mkdtempSync(path.join(tmpdir(), 'chainbell-bench-'));
// Homes are made below it too, and so removed with it whatever happens.
process.env.TMPDIR = folder;
process.once('exit', () => {
	rmSync(folder, {recursive: true, force: true, maxRetries: 3});
});
for (const [signal, number] of [
	['SIGINT', 2],
	['SIGTERM', 15],
] as const) {
	process.once(signal, () => {
		process.exit(128 + number);
	});
}

if (against === undefined) {
	await measureAll();
} else {
	using other = buildCommit(against, folder);
	await using bench = openBench(folder, true);
	const builds = {ours: measuredProgram(), theirs: other.program};
	console.log(`This tree against ${against}: the mean ratio of 20 pairs, and its 95 % interval`);
	for (const measure of chosen) {
		const missing = measure.needs.filter(tool => versions[tool] === undefined);
		if (missing.length > 0) {
			console.log(`${measure.name}: not measured: ${missing.join(' and ')} missing`);
			continue;
		}

		for (const size of comparedSizes(measure)) {
			console.log(comparisonLine(await compare(measure, bench, size, builds)));
		}
	}
}

async function measureAll(): Promise<void> {
	await using bench = openBench(folder, isQuick);
	const findings: Finding[] = [];
	const begun = performance.now();
	for (const size of [...sizes, million] as const) {
		const measured = chosen.filter(each => each.sizes.includes(size));
		for (const measure of measured) {
			const startedAt = performance.now();
			const finding = await find(measure, bench, size, versions);
			findings.push(finding);
			const said =
				'samples' in finding ? valueOf(finding.samples, measure).median.toFixed(2) : `not measured: ${finding.problem}`;
			// How long it took tells which measures make the whole run long.
			console.error(`${measure.name} ${size}: ${said} (${Math.round((performance.now() - startedAt) / 1000)} s)`);
		}
	}

	findings.sort((a, b) => chosen.indexOf(a.measure) - chosen.indexOf(b.measure));
	console.log(`${budgetTable(findings)}\n\n${growthTable(findings, sizes)}\n\n${notes(findings)}`);
	if (!isQuick && only.length === 0) {
		const file = path.join(import.meta.dirname, 'results.md');
		const before = await readFile(file, 'utf8').catch(() => '');
		await writeFile(
			file,
			resultsText(
				{
					findings,
					versions,
					runs: bench.runs,
					load,
					minutes: (performance.now() - begun) / 60_000,
					skipped: skip,
				},
				before,
			),
		);
	}
}
