import {cpus, loadavg} from 'node:os';
import process from 'node:process';
import packageJson from '../package.json' with {type: 'json'};
import {sizes} from './account.ts';
import type {Bench} from './measure.ts';
import {budgetTable, growthTable, notes, type Finding} from './report.ts';
import {tools, type Tool} from './tools.ts';

const begin = '<!-- by hand: kept when this file is written again -->';
const end = '<!-- /by hand -->';

/** What was found, and where. */
export type Results = {
	readonly findings: readonly Finding[];
	readonly versions: Readonly<Record<Tool, string | undefined>>;
	readonly runs: Bench['runs'];
	/** How busy the machine was when it began: processes that wanted a CPU. */
	readonly load: number;
	/** How long the whole run took, in minutes. */
	readonly minutes: number;
	/** The names of measures that were left out. */
	readonly skipped: readonly string[];
};

/** The machine's load now. */
export const currentLoad = (): number => loadavg()[0]!;

/** The text of results.md. The part by hand is kept from the text it had before. */
export function resultsText({findings, versions, runs, load, minutes, skipped}: Results, before: string): string {
	const kept = before.split(begin)[1]?.split(end)[0]?.trim() ?? '';
	return `# What \`npm run bench\` measured

Written by \`npm run bench\`; only the part “Where the time goes” is by hand.
Every number without a unit is a ratio: the median here divided by the median of what it is measured against, both in the same run, in turns, in terminals of 120x40.
In brackets the same of the p99s; of fewer than 100 runs that is the slowest.

${budgetTable(findings)}
${skipped.length === 0 ? '' : `\nNot measured in this run: ${skipped.join(', ')}.\n`}
What has a unit has nothing to be compared with: the median of what was measured, and in brackets the most, which is what its budget is about. Of the stall it is the longest of a load, in ${runs.long} loads. A link of 50 kB/s carries 10,000 bytes in 200 ms.

## How the cost grows with the account

The same, by the number of notifications, against the same tool on as many; after the ×, the time (the bytes, the memory) here as a multiple of that for 100.

${growthTable(findings, sizes)}

${notes(findings)}

## Where the time goes

${begin}
${kept}
${end}

## With what

${versionLines(versions)
	.map(line => `- ${line}`)
	.join('\n')}
- ${cpus().length} CPUs (${cpus()[0]?.model ?? 'of an unknown kind'}), ${process.platform} ${process.arch}; load ${load.toFixed(1)} when it began; the run took ${Math.ceil(minutes)} minutes
- ${runs.short} runs of what takes less than a second, ${runs.long} of what takes longer, after one that is not counted

\`\`\`sh
npm run bench                         # all of it; writes this file
npm run bench -- --quick              # fewer runs, only printed
npm run bench -- --only first-paint   # one measure, only printed
npm run bench -- --skip cpu-watching  # all but one measure; this file names it
npm run bench -- --only million       # 1,000,000 notifications; takes minutes, and is measured only so
BENCH_JQ=/opt/jq-1.8 npm run bench    # against another jq than the machine's
\`\`\`
`;
}

function versionLines(versions: Results['versions']): string[] {
	return [
		`node ${process.versions.node}`,
		`chainbell ${packageJson.version}`,
		...tools.map(tool => `${tool} ${versions[tool] ?? 'is missing'}`),
	];
}
