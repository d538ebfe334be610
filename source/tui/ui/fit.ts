import {sanitiseCell} from '../../terminal/sanitise.ts';
import {share, truncate, truncateValue, widthOf} from '../../terminal/width.ts';

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

/** Fields of a notification side by side in at most `columns`, without the empty ones. Short ones are whole, and long ones are cut, each to one width: a cut of the joined text would swallow fields. Safe to show. */
export function joinedFields(texts: readonly string[], columns: number): string {
	const shown = texts.filter(text => text !== '').map(text => sanitiseCell(text));
	const widths = share(
		columns - fieldGap.length * (shown.length - 1),
		shown.map(text => widthOf(text)),
	);
	return truncate(shown.map((text, index) => truncateValue(text, widths[index]!)).join(fieldGap), columns);
}

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
