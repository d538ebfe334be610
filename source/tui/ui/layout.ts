import {widthOf} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';

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

/** The selected row and the first visible row, as indexes from 0. */
export type ListWindow = {
	readonly selected: number;
	readonly top: number;
};

/** The ways to move in a list or a text. */
export const moveNames = ['up', 'down', 'page-up', 'page-down', 'first', 'last'] as const;

export type Move = (typeof moveNames)[number];

/**
Moves the selection. Scrolls the window only as far as needed to show it.

@param window - The current state.
@param move - The direction.
@param count - Rows in total.
@param height - Rows that fit on the screen, at least 1.
*/
export function moveWindow(window: ListWindow, move: Move, count: number, height: number): ListWindow {
	const {selected} = window;
	const steps = {up: -1, down: 1, 'page-up': -height, 'page-down': height, first: -selected, last: count - selected};
	return fitWindow({...window, selected: selected + steps[move]}, count, height);
}

/** Adapts the window to another count or height, so that the selected row exists and is visible, and no space is left empty that rows could fill. */
export function fitWindow({selected, top}: ListWindow, count: number, height: number): ListWindow {
	const inside = Math.max(0, Math.min(selected, count - 1));
	const scrolled = Math.min(Math.max(top, inside - height + 1), inside);
	return {selected: inside, top: Math.max(0, Math.min(scrolled, count - height))};
}

/** Rows with a unique key each. */
export type KeyedRows = {
	readonly length: number;
	readonly keyAt: (index: number) => string | undefined;
	/** Returns the index of a row; -1 if there is none. It may search all rows, because it is called once for each change of them. */
	readonly indexOf: (key: string) => number;
};

/** The way in which rows are arranged and searched. */
export type RowsView = {
	/** The identity of the order and grouping. A selection at the top stays at the top when this changes. */
	readonly arrangement: string;
	/** The identity of the search. Another object or text is another search. */
	readonly search: unknown;
};

/** The row under the cursor, and the window over the rows. */
export type RowSelection = ListWindow &
	RowsView & {
		/** The key of the row, which stays the same when its index changes. */
		readonly key: string | undefined;
		/** Whether the row was chosen, and is not there yet. */
		readonly isAwaited?: boolean | undefined;
	};

/**
Keeps the cursor on its row, at its place of the screen. If the row no longer exists, the cursor stays where it was. If a new search does not find it, the cursor moves to the first match; without any match it is kept for a search that finds the row. If the order or grouping changed and the cursor was at the top, it stays at the top.

@param before - The selection among the rows of before.
@param rows - The current rows.
@param view - The way in which these are shown.
@returns The same object if nothing changes.
*/
export function followRows(before: RowSelection, rows: KeyedRows, view: RowsView): RowSelection {
	const {selected, top, key, isAwaited} = before;
	const found = key === undefined || rows.keyAt(selected) === key ? selected : rows.indexOf(key);
	const now = found === -1 ? selected : found;
	let next: RowSelection = {
		...view,
		selected: now,
		top: top + now - selected,
		key,
		isAwaited: isAwaited && found === -1,
	};
	const isLost = before.search !== view.search && found === -1 && rows.length > 0;
	if (isLost || (before.search === view.search && before.arrangement !== view.arrangement && selected === 0)) {
		next = {...view, selected: 0, top: 0, key: rows.keyAt(0)};
	} else if (key === undefined) {
		// From now on rows that arrive above do not move the cursor to another one.
		next = {...next, key: rows.keyAt(Math.min(selected, rows.length - 1))};
	}

	return Object.entries(next).every(([name, value]) => before[name as keyof RowSelection] === value) ? before : next;
}

/** The range of visible lines of a text that does not fit, in several wordings, the longest first; none if it fits, or if no line of it does. */
export function scrollStatus(top: number, height: number, count: number): string[] {
	const range = `${numberText(top + 1)}–${numberText(Math.min(count, top + height))}`;
	return count <= height || height < 1
		? []
		: [`lines ${range} of ${numberText(count)}`, `${range} of ${numberText(count)}`, `${range}/${numberText(count)}`];
}
