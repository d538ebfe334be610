/** A list of items, each of which can be taken a limited number of times. */
export type Countdown<Item> = {
	/** Adds an item. Without a count it can be taken any number of times. */
	readonly add: (item: Item, count?: number) => void;
	/** Takes the first item that matches, in the order in which they were added. */
	readonly take: (isMatching: (item: Item) => boolean) => Item | undefined;
	/** Whether an item matches. */
	readonly has: (isMatching: (item: Item) => boolean) => boolean;
	/** Removes all items that match. */
	readonly remove: (isMatching: (item: Item) => boolean) => void;
};

/** Creates an empty list. */
export function createCountdown<Item>(): Countdown<Item> {
	let entries: ReadonlyArray<{readonly item: Item; remaining: number}> = [];

	return {
		add(item, count = Infinity) {
			entries = [...entries, {item, remaining: count}];
		},
		take(isMatching) {
			const entry = entries.find(({item}) => isMatching(item));
			if (entry && --entry.remaining === 0) {
				entries = entries.filter(other => other !== entry);
			}

			return entry?.item;
		},
		has: isMatching => entries.some(({item}) => isMatching(item)),
		remove(isMatching) {
			entries = entries.filter(({item}) => !isMatching(item));
		},
	};
}
