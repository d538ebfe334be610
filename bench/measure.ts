import type {Account, Size} from './account.ts';
import type {Tool} from './tools.ts';

/** What was measured, in the same unit; without `theirs` the budget is one of the measure's unit. */
export type Samples = {
	readonly ours: readonly number[];
	readonly theirs?: readonly number[];
	/** What else the reader must know, as a sentence. */
	readonly note?: string;
};

/** What a measure works with. */
export type Bench = {
	/** How often a measure is repeated that takes less than a second, and one that takes longer. */
	readonly runs: {readonly short: number; readonly long: number};
	/** How many key presses are timed at most. */
	readonly presses: number;
	/** How long something is measured that lasts, in milliseconds, and for how many rounds of watching: a minute. */
	readonly minute: number;
	readonly rounds: number;
	/** How long a watch lasts that is to show whether it takes ever more memory, in milliseconds. */
	readonly watching: number;
	/** For files; removed at the end. */
	readonly folder: string;
	readonly account: (size: Size) => Promise<Account>;
	/** A home in which the account was listed before. */
	readonly usedHome: (size: Size) => Promise<string>;
};

/** What is measured where there is nothing to measure it against. */
export type Unit = 'ms' | 'bytes' | '% of a core';

/** One row of the design's table of budgets. */
export type Measure = {
	/** For `--only`. */
	readonly name: string;
	readonly what: string;
	/** What it is measured against in the same run; undefined where the budget is a plain number. */
	readonly against: string | undefined;
	/** Of a plain number; milliseconds unless given. */
	readonly unit?: Unit;
	/** The largest ratio, or the most of the unit; undefined for what is only to be known. */
	readonly budget: number | undefined;
	readonly needs: readonly Tool[];
	/** The accounts it is measured with. */
	readonly sizes: readonly Size[];
	/** The ones the budget is about. */
	readonly judged: readonly Size[];
	/** It takes so long that it is measured only when it is named. */
	readonly isOnDemand?: boolean;
	readonly run: (bench: Bench, size: Size) => Promise<Samples>;
};

/** Times one after the other, again and again, so that whatever else the machine does meets both. The first pair warms the caches and is dropped. */
export async function interleave(
	runs: number,
	ours: (run: number) => Promise<number>,
	theirs: (run: number) => Promise<number>,
): Promise<Required<Pick<Samples, 'ours' | 'theirs'>>> {
	const samples = {ours: [] as number[], theirs: [] as number[]};
	for (let run = -1; run < runs; run++) {
		const pair = {ours: await ours(run), theirs: await theirs(run)};
		if (!(run >= 0)) {
			continue;
		}

		samples.ours.push(pair.ours);
		samples.theirs.push(pair.theirs);
	}

	return samples;
}
