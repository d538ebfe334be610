/** A computation that can be interrupted: it yields every few milliseconds, and returns its result. */
export type Sliced<T> = Generator<void, T, void>;

/** After how many records a computation yields: about a millisecond, where they have to be read. */
export const itemsPerSlice = 512;

/** The numbers from 0 to below `count`. By hand: spreading an iterator over 100,000 of them takes 50 ms. */
export function indexesBelow(count: number): number[] {
	const numbers: number[] = [];
	for (let number = 0; number < count; number++) {
		numbers.push(number);
	}

	return numbers;
}
