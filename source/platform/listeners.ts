/** Functions that are called when something happens. */
type Listeners<Event extends readonly unknown[]> = {
	/** Adds one. The returned function removes it. */
	readonly add: (listener: (...event: Event) => void) => () => void;
	/** Calls each, in the order in which they were added. */
	readonly notify: (...event: Event) => void;
	readonly isEmpty: () => boolean;
};

/** Creates an empty set of listeners. One that is added twice is called once. */
export function createListeners<Event extends readonly unknown[] = []>(): Listeners<Event> {
	const listeners = new Set<(...event: Event) => void>();
	return {
		add(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		notify(...event) {
			for (const listener of listeners) {
				listener(...event);
			}
		},
		isEmpty: () => listeners.size === 0,
	};
}
