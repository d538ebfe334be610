/** The IDs in a listing so far. */
export type SeenIds = {
	/** Adds the ID of a record. Returns the number of the page that had the ID before; undefined for a new ID. */
	readonly add: (id: string, page: number) => number | undefined;
	/** Forgets all IDs except the stored ones. */
	readonly restart: () => void;
};

/**
Creates a set of seen IDs. As long as they only rise or only fall, as services number and sort them, it compares each with the last one and stores nothing.

@param stored - Returns every ID added so far and kept by the caller, with its page. Used when the order ends.
*/
export function createSeenIds(stored: () => Iterable<readonly [id: string, page: number]>): SeenIds {
	let pages: Map<string, number> | undefined;
	let last: string | undefined;
	let direction = 0;

	const isInOrder = (id: string): boolean => {
		if (!/^(?:0|[1-9]\d*)$/v.test(id)) {
			return false;
		}

		const order = last === undefined ? 0 : compareIntegers(last, id);
		if (last !== undefined && (order === 0 || order === -direction)) {
			return false;
		}

		direction = order;
		last = id;
		return true;
	};

	return {
		add(id, page) {
			if (pages === undefined) {
				if (isInOrder(id)) {
					return undefined;
				}

				pages = new Map(stored());
			}

			const before = pages.get(id);
			if (before === undefined) {
				pages.set(id, page);
			}

			return before;
		},
		restart() {
			const left = new Map(stored());
			pages = left.size === 0 ? undefined : left;
			last = undefined;
			direction = 0;
		},
	};
}

/** Compares two unsigned integers of any length without leading zeros: 1 if the second is greater, -1 if it is less, 0 if they are equal. */
function compareIntegers(one: string, other: string): number {
	if (one === other) {
		return 0;
	}

	return one.length === other.length ? (one < other ? 1 : -1) : Math.sign(other.length - one.length);
}
