/** A range of screen rows that scrolls up, or down if `by` is negative. */
export type Scroll = {
	/** The first row of the range, from 0; `to` is the row after the last. */
	readonly from: number;
	readonly to: number;
	readonly by: number;
};

/** The minimum number of rows saved; fewer are just redrawn. */
const minSavedRows = 8;

/** The maximum number of rows to scroll: a list moves by one row, or by a few if several keys were pressed in one frame. */
const longestScroll = 4;

/** Finds the range that scrolled between two frames of equal height, if scrolling saves enough rows. */
export function findScroll(previous: readonly string[], next: readonly string[]): Scroll | undefined {
	const from = next.findIndex((line, row) => line !== previous[row]);
	const to = next.findLastIndex((line, row) => line !== previous[row]) + 1;
	let best: Scroll | undefined;
	let fewest = changedRows(previous, next, from, to) - minSavedRows;
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
Returns the sequence that makes the terminal scroll: lines are deleted at one end and inserted at the other (DL and IL). A scroll region would stay set if the program were killed in between, and the Linux console has no command to scroll one.

The cursor is in the first row before and after.
*/
export function scrollSequence({from, to, by}: Scroll): string {
	const count = Math.abs(by);
	const number = count === 1 ? '' : String(count);
	const [top, bottom] = [`\u{1B}[${number}${by > 0 ? 'M' : 'L'}`, `\u{1B}[${number}${by > 0 ? 'L' : 'M'}`];
	const distance = to - count - from;
	const down = (rows: number) => (rows === 0 ? '' : `\u{1B}[${rows}E`);
	const up = (rows: number) => (rows === 0 ? '' : `\u{1B}[${rows}A`);
	// Lines are deleted before others are inserted, so that the last rows of the screen are not pushed off its edge.
	return by > 0
		? `${down(from)}${top}${down(distance)}${bottom}${up(to - count)}`
		: `${down(to - count)}${bottom}${up(distance)}${top}${up(from)}`;
}
