import {widthOf} from '../../terminal/width.ts';

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** How many texts, from the first on, fit side by side. `gap`: the columns between two. */
export function countFitting(texts: readonly string[], columns: number, gap = 0): number {
	let room = columns + gap;
	const end = texts.findIndex(text => {
		room -= widthOf(text) + gap;
		return room < 0;
	});
	return end === -1 ? texts.length : end;
}

/** What stands between two fields. */
export const fieldGap = ' · ';

/** A line across a pane, `width` columns wide. */
export const rule = (width: number): string => '─'.repeat(Math.max(0, width));

/** The sign before the row, field or choice under the cursor; a space before any other. It is the same on all screens. */
export const cursorSign = (isHere: boolean): string => (isHere ? '▌' : ' ');

/** The terminal height in rows from which separating lines are drawn. A smaller terminal needs them for content. */
const roomyRows = 30;

/** Whether a terminal has room for a blank line below the header and a rule below the column titles. */
export function isRoomy(terminalRows: number): boolean {
	return terminalRows >= roomyRows;
}
