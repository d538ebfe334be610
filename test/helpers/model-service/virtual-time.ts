export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** Time that begins at 0, and passes only when a test says so. */
export function createVirtualTime() {
	let now = 0;
	// Sorted; of the same moment, what was scheduled first comes first.
	let scheduled: ReadonlyArray<{readonly at: number; readonly happen: () => void}> = [];

	const advanceTo = (target: number) => {
		for (let next = scheduled[0]; next !== undefined && next.at <= target; next = scheduled[0]) {
			scheduled = scheduled.slice(1);
			now = next.at;
			next.happen();
		}

		now = target;
	};

	return {
		/** Milliseconds since the beginning. */
		now: () => now,
		/** Lets time pass. What was scheduled for it happens on the way, each at its own moment. */
		advance(milliseconds: number) {
			advanceTo(now + milliseconds);
		},
		/** Has something happen so many milliseconds from now; with 0 it happens before this returns. */
		schedule(delay: number, happen: () => void) {
			scheduled = [...scheduled, {at: now + delay, happen}].toSorted((a, b) => a.at - b.at);
			advanceTo(now);
		},
		/** When the last thing that is scheduled happens; now if nothing is. */
		restsAt: () => scheduled.at(-1)?.at ?? now,
	};
}
