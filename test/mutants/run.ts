/**
`npm run mutants`: makes small changes to source files, one at a time, and counts how many of them a test notices. README.md says how to read it.

It works on copies of the tree in the temporary directory, so the tree itself is never changed.
*/
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {applyMutant, findMutants, sample, type Mutant} from './mutate.ts';
import {createRelatedTests} from './related-tests.ts';
import {reportLines, type Verdict} from './report.ts';

const root = path.resolve(import.meta.dirname, '../..');

const folders = globSync('source/*/', {cwd: root})
	.map(folder => path.basename(folder))
	.toSorted();
const patternsOf = (folder: string): string[] => [`source/${folder}/**/*.{ts,tsx}`];

const {values: options} = parseArgs({
	options: {
		folder: {type: 'string', multiple: true, default: folders},
		file: {type: 'string', multiple: true, default: []},
		sample: {type: 'string', default: '40'},
		seed: {type: 'string', default: '1'},
		workers: {type: 'string', default: String(os.availableParallelism())},
		timeout: {type: 'string', default: '300'},
		near: {type: 'boolean', default: false},
	},
});

const relatedTests = createRelatedTests(root);

/** Milliseconds for tests without a mutant, which all run to their end. */
const untriedTimeout = 3_600_000;

/** Takes the mutants of some files. */
function choose(patterns: readonly string[]): Mutant[] {
	const files = patterns.flatMap(pattern => globSync(pattern, {cwd: root})).toSorted();
	const all = files.flatMap(file => findMutants(file, readFileSync(path.join(root, file), 'utf8')));
	return sample(all, Number(options.sample), {
		seed: options.seed,
		nameOf: ({file, start, change}) => `${file} ${start} ${change}`,
	});
}

/** Makes a copy of the tree that shares its node_modules. */
function copyTree(): string {
	const copy = mkdtempSync(path.join(os.tmpdir(), 'chainbell-mutants-'));
	for (const name of [
		'source',
		'test',
		'bench',
		'media',
		'docs',
		'man',
		'scripts',
		'README.md',
		'package.json',
		'tsconfig.json',
		'rolldown.config.ts',
		'vitest.config.ts',
	]) {
		cpSync(path.join(root, name), path.join(copy, name), {recursive: true});
	}

	symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
	return copy;
}

const running = new Set<ChildProcess>();

/** Kills a command and the processes that it has started. */
const killGroup = ({pid}: ChildProcess) => {
	process.kill(-pid!, 'SIGKILL');
};

/** Runs a command in a copy. Returns whether it succeeded, undefined if it took too long. */
async function succeeds(
	copy: string,
	command: string,
	parameters: readonly string[],
	milliseconds = Number(options.timeout) * 1000,
): Promise<boolean | undefined> {
	const bin = path.join(copy, 'node_modules/.bin');
	const child = spawn(path.join(bin, command), parameters, {
		cwd: copy,
		stdio: 'ignore',
		detached: true,
		env: {...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`},
	});
	running.add(child);
	let isLate = false;
	const timer = setTimeout(() => {
		isLate = true;
		killGroup(child);
	}, milliseconds);
	const [code] = (await once(child, 'close')) as [number | null];
	clearTimeout(timer);
	running.delete(child);
	return isLate ? undefined : code === 0;
}

/** Whether each test file passes without any mutant, and in how many milliseconds, for those that were tried. */
const baseline = new Map<string, {readonly isPassed: boolean; readonly duration: number}>();

/** Milliseconds that tests may take with a mutant in them: one that never ends is found sooner than `--timeout`. */
const timeoutOf = (files: readonly string[]): number =>
	Math.min(
		Number(options.timeout) * 1000,
		60_000 + 5 * files.reduce((sum, file) => sum + (baseline.get(file)?.duration ?? 0), 0),
	);

/** Leaves out the test files that fail in an unchanged copy: they prove nothing. */
async function passingTests(copy: string, files: readonly string[]): Promise<readonly string[]> {
	const untried = files.filter(file => !baseline.has(file));
	if (untried.length > 0) {
		const report = path.join(copy, 'report.json');
		await succeeds(
			copy,
			'vitest',
			['run', '--reporter=json', `--outputFile.json=${report}`, ...untried],
			untriedTimeout,
		);
		const {testResults} = JSON.parse(readFileSync(report, 'utf8')) as {
			testResults: ReadonlyArray<{name: string; status: string; startTime: number; endTime: number}>;
		};
		for (const {name, status, startTime, endTime} of testResults) {
			baseline.set(path.relative(copy, name), {isPassed: status === 'passed', duration: endTime - startTime});
			if (status !== 'passed') {
				console.log(`     left out: ${path.relative(copy, name)} fails without any mutant`);
			}
		}
	}

	return files.filter(file => baseline.get(file)?.isPassed === true);
}

async function judge(copy: string, mutant: Mutant): Promise<Verdict> {
	const {near, far} = relatedTests(mutant.file);
	if (near.length + far.length === 0) {
		return 'no tests';
	}

	for (const related of options.near ? [near] : [near, far]) {
		const files = await passingTests(copy, related);
		const isPassed =
			files.length === 0 ||
			(await withMutant(copy, mutant, async () =>
				succeeds(copy, 'vitest', ['run', '--bail=1', '--reporter=dot', ...files], timeoutOf(files)),
			));
		if (isPassed !== true) {
			return isPassed === undefined ? 'timeout' : 'tests';
		}
	}

	return (await isRefused(copy, mutant)) ? 'types' : 'survived';
}

/** Checks the types of a copy, as `npm run types` does. */
const checkTypes = async (copy: string) => succeeds(copy, 'node', ['node_modules/typescript/bin/tsc']);

let unchangedCheck: Promise<boolean | undefined> | undefined;

/** Whether tsc refuses a mutant. Where it refuses the unchanged copy too, it proves nothing. */
async function isRefused(copy: string, mutant: Mutant): Promise<boolean> {
	unchangedCheck ??= checkTypes(copy);
	if ((await unchangedCheck) !== true) {
		throw new Error('tsc refuses the tree without any mutant.');
	}

	return (await withMutant(copy, mutant, async () => checkTypes(copy))) === false;
}

async function withMutant<T>(copy: string, mutant: Mutant, act: () => Promise<T>): Promise<T> {
	const target = path.join(copy, mutant.file);
	const text = readFileSync(target, 'utf8');
	writeFileSync(target, applyMutant(text, mutant));
	try {
		return await act();
	} finally {
		writeFileSync(target, text);
	}
}

const mutants =
	options.file.length > 0 ? choose(options.file) : options.folder.flatMap(folder => choose(patternsOf(folder)));
const copies = Array.from({length: Math.min(Number(options.workers), mutants.length)}, () => copyTree());
const removeCopies = () => {
	for (const copy of copies) {
		rmSync(copy, {recursive: true, force: true});
	}
};

process.on('exit', removeCopies);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		for (const child of running) {
			killGroup(child);
		}

		removeCopies();
		process.kill(process.pid, signal);
	});
}

console.log(`${mutants.length} mutants, seed ${options.seed}`);
const verdicts = new Map<Mutant, Verdict>();
const queue = mutants.values();
await Promise.all(
	copies.map(async copy => {
		for (const mutant of queue) {
			const verdict = await judge(copy, mutant);
			verdicts.set(mutant, verdict);
			console.log(
				`${String(verdicts.size).padStart(4)} ${verdict.padEnd(8)} ${mutant.file}:${mutant.line}  ${mutant.change}`,
			);
		}
	}),
);

console.log(`\n${reportLines(verdicts).join('\n')}`);
