/** Things that can be taken a number of times each. */
export type Countdown<Item> = {
	/** Adds one; it can be taken for ever unless a count is given. */
	readonly add: (item: Item, count?: number) => void;
	/** Takes the first that fits, in the order they were added. */
	readonly take: (isIt: (item: Item) => boolean) => Item | undefined;
	/** Removes all that fit. */
	readonly remove: (isIt: (item: Item) => boolean) => void;
};

/** Makes an empty one. */
export function createCountdown<Item>(): Countdown<Item> {
	let entries: ReadonlyArray<{readonly item: Item; left: number}> = [];

	return {
		add(item, count = Infinity) {
			entries = [...entries, {item, left: count}];
		},
		take(isIt) {
			const entry = entries.find(({item}) => isIt(item));
			if (entry && --entry.left === 0) {
				entries = entries.filter(other => other !== entry);
			}

			return entry?.item;
		},
		remove(isIt) {
			entries = entries.filter(({item}) => !isIt(item));
		},
	};
}
