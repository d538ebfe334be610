/** The maximum number of results in one cache, enough for some dozen screens. */
const cacheSize = 1024;

/** Returns the result for a key, and makes it if it is missing. Most of a frame was in the one before. */
export function cacheIn<T>(map: Map<string, T>, key: string, make: () => T): T {
	let made = map.get(key);
	if (made === undefined) {
		made = make();
		if (map.size >= cacheSize) {
			map.clear();
		}

		map.set(key, made);
	}

	return made;
}
