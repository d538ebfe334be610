/** Rows of the screen that move up, or down where `by` is negative. */
export type Scroll = {
	/** The first row that takes part, from 0, and the one after the last. */
	readonly from: number;
	readonly to: number;
	readonly by: number;
};

/** Fewer rows are as well drawn again. */
const leastSaved = 8;

/** A list moves by one row, or by a few that were pressed in one frame. */
const longestScroll = 4;

/** Finds what moved between two frames of as many lines, where that leaves far fewer rows to draw again. */
export function findScroll(previous: readonly string[], next: readonly string[]): Scroll | undefined {
	const from = next.findIndex((line, row) => line !== previous[row]);
	const to = next.findLastIndex((line, row) => line !== previous[row]) + 1;
	let best: Scroll | undefined;
	let fewest = changedRows(previous, next, from, to) - leastSaved;
	for (let distance = 1; distance <= longestScroll && fewest >= 0; distance++) {
		for (const by of [distance, -distance]) {
			const scroll = {from, to, by};
			const left = changedRows(scrolledRows(previous, scroll), next, from, to);
			if (left <= fewest) {
				[best, fewest] = [scroll, left - 1];
			}
		}
	}

	return best;
}

function changedRows(previous: readonly string[], next: readonly string[], from: number, to: number): number {
	let changed = 0;
	for (let row = from; row < to; row++) {
		changed += next[row] === previous[row] ? 0 : 1;
	}

	return changed;
}

/** The rows of the screen after a scroll. */
export function scrolledRows(rows: readonly string[], {from, to, by}: Scroll): string[] {
	const blank = Array.from({length: Math.min(Math.abs(by), to - from)}, () => '');
	return by > 0
		? [...rows.slice(0, from), ...rows.slice(from + by, to), ...blank, ...rows.slice(to)]
		: [...rows.slice(0, from), ...blank, ...rows.slice(from, to + by), ...rows.slice(to)];
}

/**
What makes the terminal scroll: lines are deleted at one end and inserted at the other (DL and IL). A scroll region would stay set if the program were killed in between, and the Linux console cannot scroll one by command.

The cursor is in the first row before and after.
*/
export function scrollSequence({from, to, by}: Scroll): string {
	const count = Math.abs(by);
	const number = count === 1 ? '' : String(count);
	const [top, bottom] = [`\u{1B}[${number}${by > 0 ? 'M' : 'L'}`, `\u{1B}[${number}${by > 0 ? 'L' : 'M'}`];
	const distance = to - count - from;
	const down = (rows: number) => rows === 0 ? '' : `\u{1B}[${rows}E`;
	const up = (rows: number) => rows === 0 ? '' : `\u{1B}[${rows}A`;
	// What is deleted comes first: otherwise the last rows of the screen would fall off its edge.
	return by > 0
		? `${down(from)}${top}${down(distance)}${bottom}${up(to - count)}`
		: `${down(to - count)}${bottom}${up(distance)}${top}${up(from)}`;
}
