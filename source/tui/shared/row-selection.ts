import {fitWindow, type ListWindow} from './list-window.ts';

/** Rows with a key each. */
export type KeyedRows = {
	readonly length: number;
	readonly keyAt: (index: number) => string | undefined;
	/** -1 where there is no such row. It may search all rows: it is called once for each change of them. */
	readonly indexOf: (key: string) => number;
};

/** How rows are shown. */
export type RowsView = {
	/** What they are arranged by. A selection at the top stays at the top when this changes. */
	readonly arrangement: string;
	/** What they were searched for: another object or text is another search. */
	readonly search: unknown;
};

/** The row under the cursor, and the window over the rows. */
export type RowSelection = ListWindow & RowsView & {
	/** The key of the row, whatever its index becomes. */
	readonly key: string | undefined;
};

/** Where the row under the cursor is among other rows. */
export type LocatedRow = ListWindow & {readonly isFound: boolean};

/** Finds the row under the cursor by its key. It keeps its place on the screen; one that is gone leaves the cursor where it was. */
export function locateRow({selected, top, key}: RowSelection, rows: KeyedRows): LocatedRow {
	const found = key === undefined || rows.keyAt(selected) === key ? selected : rows.indexOf(key);
	const now = found === -1 ? selected : found;
	return {selected: now, top: top + now - selected, isFound: found !== -1};
}

/**
Keeps the cursor with its row. Where the way in which rows are shown has changed, moves it to the first match of a search that does not find its row, and to the top if it was there when rows are grouped otherwise.

@param selection - As it was.
@param located - Where its row is now.
@param rows - The present rows.
@param height - Rows that fit on the screen.
@param view - How they are shown.
@returns Undefined where nothing is to be changed.
*/
export function followView(selection: RowSelection, located: LocatedRow, rows: KeyedRows, height: number, view: RowsView): RowSelection | undefined {
	const {selected, key, arrangement, search} = selection;
	const top = {selected: 0, top: 0, key: rows.keyAt(0), ...view};
	if (search !== view.search) {
		// Where nothing is found, the row comes back with the search that finds it.
		return located.isFound || rows.length === 0 ? {...selection, ...view} : top;
	}

	if (arrangement !== view.arrangement) {
		return selected === 0 ? top : {...selection, ...view};
	}

	if (key !== undefined) {
		// When the row goes later, the cursor stays where it was then.
		return located.isFound && located.selected !== selected ? {...selection, selected: located.selected, top: located.top} : undefined;
	}

	// Rows that arrive above must not move another row under the cursor.
	const window = fitWindow(located, rows.length, height);
	return rows.length > 0 ? {...window, key: rows.keyAt(window.selected), ...view} : undefined;
}
