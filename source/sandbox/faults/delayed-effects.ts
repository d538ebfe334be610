/** Changes that were confirmed but have not taken effect yet. */
export type DelayedEffects = {
	/** Adds a change that takes effect at a time, which `effect` receives. */
	readonly add: (at: number, effect: (at: number) => void) => void;
	/** Applies the changes that are due by a time, in order. */
	readonly settle: (until: number) => void;
};

/** Creates an empty queue. No timer is needed, because due changes are applied before the next request is handled. */
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
