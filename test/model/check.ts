import fc from 'fast-check';
import {everyLife, livesWith, type Life, type LifeFault} from './life.ts';
import {live, type Place} from './live.ts';
import type {Invariant} from './record.ts';

/** How many lives are tried, and which invariants must hold in them. */
export type CheckOptions = {
	readonly runs: number;
	/** Random unless given. */
	readonly seed?: number | undefined;
	readonly invariants: readonly Invariant[];
	/** What the lives may have besides, all at once; by default one fault of the service at most, and everything else. */
	readonly faults?: readonly LifeFault[] | undefined;
	/** Called after each life. */
	readonly onLife?: () => void;
};

export type CheckResult = {
	readonly seed: number;
	/** What went wrong in the simplest life found; undefined if nothing did. */
	readonly failure: {readonly life: Life; readonly report: string} | undefined;
};

/** What went wrong in a life, and everything that happened in it; undefined if nothing went wrong. */
export async function reportOf(
	place: Place,
	life: Life,
	invariants: readonly Invariant[],
): Promise<string | undefined> {
	const {violations, trace} = await live(place, life);
	const broken = violations.filter(({invariant}) => invariants.includes(invariant));
	return broken.length === 0
		? undefined
		: [...broken.map(({invariant, what}) => `✗ ${invariant}: ${what}`), '', ...trace].join('\n');
}

const livesOf = (faults: readonly LifeFault[] | undefined) => (faults === undefined ? everyLife() : livesWith(faults));

/** Tries lives, and simplifies the first one in which an invariant does not hold. */
export async function checkLives(
	place: Place,
	{runs, seed, invariants, faults, onLife}: CheckOptions,
): Promise<CheckResult> {
	const property = fc.asyncProperty(livesOf(faults), async life => {
		const report = await reportOf(place, life, invariants);
		onLife?.();
		if (report !== undefined) {
			throw new Error(report);
		}
	});
	const details = await fc.check(property, {numRuns: runs, ...(seed !== undefined && {seed})});
	if (!details.failed || details.counterexample === null) {
		return {seed: details.seed, failure: undefined};
	}

	const life = await withoutNeedlessSteps(place, details.counterexample[0], invariants);
	return {seed: details.seed, failure: {life, report: (await reportOf(place, life, invariants)) ?? ''}};
}

/** Counts in how many of some lives each invariant does not hold. */
export async function countFailures(
	place: Place,
	{runs, seed, invariants, faults, onLife}: CheckOptions & {readonly seed: number},
): Promise<ReadonlyMap<Invariant | 'any', number>> {
	const counts = new Map<Invariant | 'any', number>();
	for (const life of fc.sample(livesOf(faults), {numRuns: runs, seed})) {
		const {violations} = await live(place, life);
		const broken = new Set(
			violations.map(({invariant}) => invariant).filter(invariant => invariants.includes(invariant)),
		);
		for (const name of broken.size === 0 ? [] : ['any' as const, ...broken]) {
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}

		onLife?.();
	}

	return counts;
}

/** Leaves out the steps without which a life fails as well. */
async function withoutNeedlessSteps(place: Place, life: Life, invariants: readonly Invariant[]): Promise<Life> {
	for (const index of life.steps.keys()) {
		const simpler = {...life, steps: life.steps.toSpliced(index, 1)};
		if ((await reportOf(place, simpler, invariants)) !== undefined) {
			return withoutNeedlessSteps(place, simpler, invariants);
		}
	}

	return life;
}
