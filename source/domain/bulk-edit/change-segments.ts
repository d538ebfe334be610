/** A changed text: what both have at the start, the old and the new part, and what both have at the end. */
export type ChangeSegments = {readonly start: string; readonly old: string; readonly new: string; readonly end: string};

/** A UTF-16 unit of a word. Surrogates and marks are, so that no character is split. */
const wordUnit = /^[\p{Letter}\p{Number}\p{Mark}\p{Surrogate}\u{200D}]/v;

const isWord = (unit: string | undefined): boolean => unit !== undefined && wordUnit.test(unit);

/** Finds the part that differs between two texts, widened to whole words: `events` → `events2`, not `` → `2`. */
export function changeSegments(old: string, changed: string): ChangeSegments {
	const shortest = Math.min(old.length, changed.length);
	let start = 0;
	while (start < shortest && old[start] === changed[start]) {
		start++;
	}

	while (start > 0 && isWord(old[start - 1]) && (isWord(old[start]) || isWord(changed[start]))) {
		start--;
	}

	let end = 0;
	while (end < shortest - start && old.at(-1 - end) === changed.at(-1 - end)) {
		end++;
	}

	while (
		end > 0 &&
		isWord(old.at(-end)) &&
		(isWord(old[old.length - end - 1]) || isWord(changed[changed.length - end - 1]))
	) {
		end--;
	}

	return {
		start: old.slice(0, start),
		old: old.slice(start, old.length - end),
		new: changed.slice(start, changed.length - end),
		end: old.slice(old.length - end),
	};
}
