/** The maximum number of edits between a mistyped name and the suggested one. */
const maxEdits = 2;

/** The known name that is most similar to a mistyped one; undefined if none is similar. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
	let best: {readonly name: string; readonly edits: number} | undefined;
	for (const name of names) {
		if (name.startsWith(typed) && typed.length > 1) {
			return name;
		}

		// As many letters at least must be inserted or removed.
		if (Math.abs(name.length - typed.length) > maxEdits) {
			continue;
		}

		const edits = editDistance(typed, name);
		// Two edits turn any short word into any other.
		if (edits <= Math.min(maxEdits, Math.floor(name.length / 2)) && (best === undefined || edits < best.edits)) {
			best = {name, edits};
		}
	}

	return best?.name;
}

/** The end of a sentence that suggests a name; empty if there is none. */
export const suggestion = (name: string | undefined): string => (name === undefined ? '' : ` Did you mean ${name}?`);

/** The number of letters to insert, remove, replace, or swap with their neighbour (optimal string alignment distance). */
function editDistance(from: string, to: string): number {
	let beforePrevious: number[] = [];
	let previous = Array.from({length: to.length + 1}, (_, column) => column);
	for (let row = 1; row <= from.length; row++) {
		const current = [row];
		for (let column = 1; column <= to.length; column++) {
			const isEqual = from[row - 1] === to[column - 1];
			const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			current.push(
				Math.min(
					previous[column]! + 1,
					current[column - 1]! + 1,
					previous[column - 1]! + (isEqual ? 0 : 1),
					isSwapped ? beforePrevious[column - 2]! + 1 : Infinity,
				),
			);
		}

		beforePrevious = previous;
		previous = current;
	}

	return previous[to.length]!;
}
