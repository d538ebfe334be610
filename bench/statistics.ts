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
export function ratio(ours: readonly number[], theirs: readonly number[], statistic: (values: readonly number[]) => number): number {
	return statistic(ours) / statistic(theirs);
}

function ascending(values: readonly number[]): number[] {
	if (values.length === 0) {
		throw new RangeError('There is no statistic of no values');
	}

	return values.toSorted((a, b) => a - b);
}
