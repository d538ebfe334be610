/** The integers from 0 up to, but not including, `count`. It uses a loop, because spreading an iterator over 100,000 of them takes 50 ms. */
export function range(count: number): number[] {
	const numbers: number[] = [];
	for (let number = 0; number < count; number++) {
		numbers.push(number);
	}

	return numbers;
}
