import {million, type Size} from './account.ts';
import type {Bench, Measure} from './measure.ts';
import {useProgram} from './programs.ts';
import {median, ratioInterval, type Interval} from './statistics.ts';

/** How this tree compares with another one in a measure: below 1 it is less. */
export type Comparison = {readonly name: string; readonly size: Size; readonly interval: Interval};

/** Pairs of a comparison: enough for an interval. */
const pairs = 20;

/** A measure counts as worse when even the lower end of its interval is above this. */
const tolerated = 1.03;

/** Measures two builds in turns, so that whatever else the machine does meets both. The first pair warms the caches and is dropped. */
export async function compare(
	measure: Measure,
	bench: Bench,
	size: Size,
	{ours, theirs}: {readonly ours: string; readonly theirs: string},
): Promise<Comparison> {
	const medianOf = async (program: string) => {
		useProgram(program);
		const samples = await measure.run(bench, size);
		return median(samples.ours);
	};

	const ratios: number[] = [];
	for (let pair = 0; pair <= pairs; pair++) {
		// Each goes first in every other pair.
		const [first, second] = pair % 2 === 0 ? [ours, theirs] : [theirs, ours];
		const [one, other] = [await medianOf(first), await medianOf(second)];
		if (pair > 0) {
			ratios.push(first === ours ? one / other : other / one);
		}
	}

	return {name: measure.name, size, interval: ratioInterval(ratios)};
}

/** The sizes that a measure is compared with: those that its budget is about, but for a million, which takes too long. */
export const comparedSizes = ({judged}: Measure): readonly Size[] => judged.filter(size => size !== million);

/** One line of a comparison: `search 100000: 0.97 (0.94 to 1.01)`. */
export function comparisonLine({name, size, interval: {mean, low, high}}: Comparison): string {
	const betterOrEqual = high < 1 ? '  better' : '';
	const verdict = low > tolerated ? '  worse' : betterOrEqual;
	return `${name} ${size}: ${mean.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})${verdict}`;
}
