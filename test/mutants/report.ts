import type {Mutant} from './mutate.ts';

/** What became of a mutant. README.md explains each. */
export type Verdict = 'tests' | 'types' | 'timeout' | 'survived' | 'no tests';

type Judged = readonly [mutant: Mutant, verdict: Verdict];

const isSurvivor = ([, verdict]: Judged): boolean => verdict === 'survived' || verdict === 'no tests';

const percent = (count: number, all: number) => `${((100 * count) / all).toFixed(1)} %`;

function shareOf(judged: readonly Judged[]): string {
	const caught = judged.filter(one => !isSurvivor(one)).length;
	return `Caught ${caught} of ${judged.length} (${percent(caught, judged.length)}).`;
}

/** `source/service/retry.ts` → `api`. */
const folderOf = (file: string): string => file.split('/').at(1)!;

/**
What a run found: the share caught in each folder, if there are several, and in all; then the survivors.

@param verdicts - What became of each mutant.
*/
export function reportLines(verdicts: ReadonlyMap<Mutant, Verdict>): string[] {
	const judged = [...verdicts];
	const folders = Map.groupBy(judged, ([{file}]) => folderOf(file))
		.entries()
		.toArray();
	const survivors = judged.filter(one => isSurvivor(one));
	return [
		...(folders.length > 1
			? folders.toSorted(([a], [b]) => a.localeCompare(b)).map(([folder, members]) => `${folder}: ${shareOf(members)}`)
			: []),
		shareOf(judged),
		...survivors.map(([{file, line, change}]) => `  survived  ${file}:${line}  ${change}`),
	];
}
