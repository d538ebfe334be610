import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';

/** What a part of the program must do with any input. */
export type Target = {
	readonly name: string;
	/** What must hold, in words. */
	readonly property: string;
	/** Throws unless the property holds for an input. */
	readonly check: (input: unknown) => void | Promise<void>;
	/** Tries random inputs; the same seed tries the same ones. */
	readonly tryRandom: (options: TrialOptions) => Promise<Trials>;
};

type TrialOptions = {
	readonly seed: number;
	/** How many at most. */
	readonly runs: number;
	/** Ends after so many milliseconds. */
	readonly time?: number;
	/** An input that takes longer than so many milliseconds fails. */
	readonly slowest?: number;
};

/** How many inputs were tried, and the simplest one for which the property does not hold. */
type Trials = {
	readonly runs: number;
	readonly failure?: {readonly input: unknown; readonly message: string};
};

/**
Defines a target.

@param name - Also of its folder of fixtures.
@param property - What must hold, in words.
@param inputs - Any input; what JSON can hold, so that it can be kept as a fixture.
@param check - Throws unless the property holds.
*/
export function defineTarget<T>(
	name: string,
	property: string,
	inputs: fc.Arbitrary<T>,
	check: (input: T) => void | Promise<void>,
): Target {
	const timed = async (input: T, slowest: number): Promise<void> => {
		const start = performance.now();
		await check(input);
		const time = performance.now() - start;
		if (time > slowest) {
			throw new Error(`It took ${Math.round(time)} ms.`);
		}
	};

	return {
		name,
		property,
		check: async input => check(input as T),
		async tryRandom({seed, runs, time, slowest = Infinity}) {
			const trial = fc.asyncProperty(inputs, async input => timed(input, slowest));
			// What replaces these options leaves the counterexample without a type.
			const details = await fc.check(trial, {
				seed,
				numRuns: runs,
				// oxlint-disable-next-line typescript/no-deprecated
				...(time !== undefined && {interruptAfterTimeLimit: time, markInterruptAsFailure: false}),
			});
			if (!details.failed || details.counterexample === null) {
				return {runs: details.numRuns};
			}

			const {errorInstance} = details;
			return {
				runs: details.numRuns,
				failure: {
					input: details.counterexample[0],
					message: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
				},
			};
		},
	};
}

/** An input that once failed, or is worth being tried each time. */
export type Fixture = {
	readonly target: string;
	readonly name: string;
	/** What it is. */
	readonly why: string;
	readonly input: unknown;
};

/** Where the fixtures are: a folder a target, a file a fixture. */
export const fixtureFolder: string = path.join(import.meta.dirname, 'fixtures');

/** All fixtures. */
export function readFixtures(): Fixture[] {
	return readdirSync(fixtureFolder).flatMap(target =>
		readdirSync(path.join(fixtureFolder, target)).map(file => ({
			target,
			name: path.parse(file).name,
			...(JSON.parse(readFileSync(path.join(fixtureFolder, target, file), 'utf8')) as Pick<Fixture, 'why' | 'input'>),
		})),
	);
}
