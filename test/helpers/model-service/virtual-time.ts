/** Time that passes only when a test says so. */
export type VirtualTime = {
	/** Milliseconds since the beginning. */
	readonly now: () => number;
	/** Lets time pass. What was scheduled for it happens on the way, each at its own moment. */
	readonly advance: (milliseconds: number) => void;
	/** Has something happen so many milliseconds from now; with 0 it happens before this returns. */
	readonly schedule: (delay: number, happen: () => void) => void;
	/** When the last thing that is scheduled happens; now if nothing is. */
	readonly restsAt: () => number;
};

/** Time that begins at 0. */
export function createVirtualTime(): VirtualTime {
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
		now: () => now,
		advance(milliseconds) {
			advanceTo(now + milliseconds);
		},
		schedule(delay, happen) {
			scheduled = [...scheduled, {at: now + delay, happen}].toSorted((a, b) => a.at - b.at);
			advanceTo(now);
		},
		restsAt: () => scheduled.at(-1)?.at ?? now,
	};
}
