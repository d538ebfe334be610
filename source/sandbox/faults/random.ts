/** Creates a generator of numbers from 0 up to 1, the same in every run: the multiplicative congruential one of Park and Miller. */
export function createRandom(): () => number {
	let state = 1_000_003;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}
