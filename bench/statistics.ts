/** The value in the middle; of an even number of values the mean of the middle two. Needs at least one. */
export function median(values: readonly number[]): number {
	const middle = (values.length - 1) / 2;
	const sorted = ascending(values);
	return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** The smallest value that 99 of 100 do not exceed (nearest rank): of fewer than 100 values the largest. Needs at least one. */
export function p99(values: readonly number[]): number {
	return ascending(values)[Math.ceil(values.length * 0.99) - 1]!;
}

/** How a statistic of one list compares with that of another: 0.5 is half of it. */
export function ratio(
	ours: readonly number[],
	theirs: readonly number[],
	statistic: (values: readonly number[]) => number,
): number {
	return statistic(ours) / statistic(theirs);
}

/** A mean, and between what it lies with a confidence of 95 %. */
export type Interval = {readonly mean: number; readonly low: number; readonly high: number};

/** The 97.5 % point of Student's t distribution for 19 degrees of freedom; for more it is less. */
const studentT = 2.093;

/** The geometric mean of at least 20 ratios, and its interval. */
export function ratioInterval(ratios: readonly number[]): Interval {
	if (ratios.length < 20) {
		throw new RangeError('An interval needs 20 ratios');
	}

	const logs = ratios.map(each => Math.log(each));
	const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
	const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (logs.length - 1);
	const margin = studentT * Math.sqrt(variance / logs.length);
	return {mean: Math.exp(mean), low: Math.exp(mean - margin), high: Math.exp(mean + margin)};
}

function ascending(values: readonly number[]): number[] {
	if (values.length === 0) {
		throw new RangeError('There is no statistic of no values');
	}

	return values.toSorted((a, b) => a - b);
}
