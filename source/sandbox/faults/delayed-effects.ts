/** Changes that were answered and have not taken effect yet. */
export type DelayedEffects = {
	/** Adds a change that takes effect at a time; `effect` is given that time. */
	readonly add: (at: number, effect: (at: number) => void) => void;
	/** Makes the changes that are due by a time, in their order. */
	readonly settle: (until: number) => void;
};

/** Creates an empty queue. No timer is needed: what is due takes effect before the next request is handled, and nobody can see the difference. */
export function createDelayedEffects(): DelayedEffects {
	let waiting: ReadonlyArray<{readonly at: number; readonly effect: (at: number) => void}> = [];

	return {
		add(at, effect) {
			waiting = [...waiting, {at, effect}].toSorted((one, other) => one.at - other.at);
		},
		settle(until) {
			const due = waiting.filter(({at}) => at <= until);
			waiting = waiting.filter(({at}) => at > until);
			for (const {at, effect} of due) {
				effect(at);
			}
		},
	};
}
