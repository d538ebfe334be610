import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {stringify} from 'yaml';
import type {JsonObject} from '../../source/platform/json.ts';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {interleave, type Bench, type Measure} from '../measure.ts';
import {measuredProgram, timeCommand} from '../programs.ts';

const entries = 10_000;

/** The memory that a file may take, in KiB. */
const allowed = 200_000_000 / 1024;

const yamlModule = fileURLToPath(import.meta.resolve('yaml'));

/** What a large file costs that is compared with the account: half of its entries are listed, half are new. */
export const planMeasures: readonly Measure[] = [
	{
		name: 'plan-cpu',
		what: 'CPU of `chainbell plan` with a file of 10,000 entries',
		against: "`chainbell list` and `yaml`'s `parseDocument` of the file",
		budget: 1.3,
		needs: [],
		sizes: [100_000],
		judged: [100_000],
		async run(bench, size) {
			const account = await bench.account(size);
			const files = await filesOf(bench, account);
			return interleave(
				bench.runs.long,
				async () => {
					const {cpu} = await chainbellUsage(bench, account, ['plan', files.full]);
					return cpu;
				},
				async () => {
					const listing = await chainbellUsage(bench, account, ['list', '-o', 'jsonl']);
					const parsing = await parsingUsage(bench, files.full);
					return listing.cpu + parsing.cpu;
				},
			);
		},
	},
	{
		name: 'plan-memory',
		what: 'memory (peak) of `chainbell plan` with a file of 10,000 entries',
		against: 'that with a file without entries, and 200 MB',
		budget: 1,
		needs: [],
		sizes: [100_000],
		judged: [100_000],
		async run(bench, size) {
			const account = await bench.account(size);
			const files = await filesOf(bench, account);
			const peakOf = async (file: string) => {
				const {peak} = await chainbellUsage(bench, account, ['plan', file]);
				return peak;
			};

			return interleave(
				bench.runs.long,
				async () => peakOf(files.full),
				async () => (await peakOf(files.empty)) + allowed,
			);
		},
	},
];

/** A file without entries, and one with those that are listed first and as many that are not. */
async function filesOf({folder}: Bench, {url, headerFile}: Account) {
	const header = await readFile(headerFile, 'utf8');
	const [name = '', value = ''] = header.trim().split(': ');
	const response = await fetch(url, {headers: {[name]: value}});
	const all = (await response.json()) as JsonObject[];
	const listed = all.slice(0, entries / 2).map(({id, ...body}) => body);
	const [full, empty] = ['full.yaml', 'empty.yaml'].map(file => path.join(folder, file)) as [string, string];
	await writeFile(
		full,
		`version: 1\n${stringify({notifications: [...listed, ...listed.map((body, index) => ({...body, external_user_id: `new-${index}`}))]}, {aliasDuplicateObjects: false})}`,
	);
	await writeFile(empty, 'version: 1\nnotifications: []\n');
	return {full, empty};
}

type Usage = {readonly cpu: number; readonly peak: number};

async function chainbellUsage(bench: Bench, account: Account, args: readonly string[]): Promise<Usage> {
	await using home = makeHome();
	return await usageOf(bench, [measuredProgram(), ...args], {...home.environment, ...account.environment});
}

const parsingUsage = async (bench: Bench, file: string): Promise<Usage> =>
	usageOf(
		bench,
		[
			'-e',
			'require(process.argv[1]).parseDocument(require("node:fs").readFileSync(process.argv[2], "utf8"))',
			yamlModule,
			file,
		],
		{},
	);

async function usageOf(
	{folder}: Bench,
	args: readonly string[],
	env: Readonly<Record<string, string>>,
): Promise<Usage> {
	const [usage, output] = ['usage.json', 'planned'].map(file => path.join(folder, file)) as [string, string];
	const probe = new URL('../usage-probe.ts', import.meta.url).href;
	await timeCommand({
		file: process.execPath,
		args: ['--import', probe, ...args],
		env: {...env, CHAINBELL_BENCH_USAGE: usage},
		output,
	});
	return JSON.parse(await readFile(usage, 'utf8')) as Usage;
}
