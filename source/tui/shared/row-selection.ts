import {fitWindow, type ListWindow} from './list-window.ts';

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
	};

/** The row under the cursor as found among changed rows. */
export type LocatedRow = ListWindow & {readonly isFound: boolean};

/** Finds the row under the cursor by its key. It keeps its position on the screen. If it no longer exists, the cursor stays where it was. */
export function locateRow({selected, top, key}: RowSelection, rows: KeyedRows): LocatedRow {
	const found = key === undefined || rows.keyAt(selected) === key ? selected : rows.indexOf(key);
	const now = found === -1 ? selected : found;
	return {selected: now, top: top + now - selected, isFound: found !== -1};
}

/**
Keeps the cursor on its row. If a new search does not find the row, the cursor moves to the first match. If the order or grouping changed and the cursor was at the top, it stays at the top.

@param selection - The previous selection.
@param located - The current position of its row.
@param rows - The current rows.
@param height - Rows that fit on the screen.
@param view - The way in which the rows are shown.
@returns Undefined if nothing changes.
*/
export function followView(
	selection: RowSelection,
	located: LocatedRow,
	rows: KeyedRows,
	height: number,
	view: RowsView,
): RowSelection | undefined {
	const {selected, key, arrangement, search} = selection;
	const top = {selected: 0, top: 0, key: rows.keyAt(0), ...view};
	if (search !== view.search) {
		// Without any match the selection is kept, so that the row is selected again by a search that finds it.
		return located.isFound || rows.length === 0 ? {...selection, ...view} : top;
	}

	if (arrangement !== view.arrangement) {
		return selected === 0 ? top : {...selection, ...view};
	}

	if (key !== undefined) {
		// Remember the row's position, where the cursor stays if the row is removed later.
		return located.isFound && located.selected !== selected
			? {...selection, selected: located.selected, top: located.top}
			: undefined;
	}

	// Select the row by its key, so that rows arriving above do not move the cursor to another one.
	const window = fitWindow(located, rows.length, height);
	return rows.length > 0 ? {...window, key: rows.keyAt(window.selected), ...view} : undefined;
}
