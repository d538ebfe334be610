import {useMemo, useState} from 'react';
import {fitWindow, moveWindow, type ListWindow, type Move} from './list-window.ts';
import {followView, locateRow, type KeyedRows, type RowSelection, type RowsView} from './row-selection.ts';

/** The handlers of the actions that move in a list. */
export type Moves = Readonly<Record<Move, () => void>>;

type SelectionHandle = ListWindow & {
	/** The key of the selected row. */
	readonly key: string | undefined;
	readonly moves: Moves;
	/** Selects the row with a key. */
	readonly select: (key: string) => void;
	/** Selects the row at an index, if there is one. */
	readonly selectAt: (index: number) => void;
};

const plainView: RowsView = {arrangement: '', search: undefined};

/**
The same as `useSelection`, for rows that are not in an array. They are searched again only if the object changes.

@param rows - The rows.
@param height - Rows that fit on the screen.
@param view - The way in which the rows are arranged and searched.
@param first - Where the cursor is at first; by default on the first row.
*/
export function useRowSelection(
	rows: KeyedRows,
	height: number,
	view = plainView,
	first?: Pick<RowSelection, 'selected' | 'top' | 'key'>,
): SelectionHandle {
	const [selection, setSelection] = useState<RowSelection>({selected: 0, top: 0, key: undefined, ...first, ...view});
	const located = useMemo(() => locateRow(selection, rows), [selection, rows]);
	const window = fitWindow(located, rows.length, height);
	const followed = followView(selection, located, rows, height, view);
	if (followed !== undefined) {
		setSelection(followed);
	}

	const moves = movesOf(move => {
		setSelection(current => {
			const moved = moveWindow(fitWindow(locateRow(current, rows), rows.length, height), move, rows.length, height);
			return {...moved, key: rows.keyAt(moved.selected), arrangement: view.arrangement, search: view.search};
		});
	});

	return {
		...window,
		key: selection.key,
		moves,
		select(key) {
			setSelection({...window, key, arrangement: view.arrangement, search: view.search});
		},
		selectAt(index) {
			const key = rows.keyAt(index);
			if (key !== undefined) {
				setSelection({selected: index, top: window.top, key, arrangement: view.arrangement, search: view.search});
			}
		},
	};
}

/**
The scroll position of a text.

@param count - The number of lines.
@param height - Lines that fit on the screen.
@returns The first line to show, from 0.
*/
export function useScroll(count: number, height: number): {readonly top: number; readonly moves: Moves} {
	const [top, setTop] = useState(0);
	const tops = Math.max(1, count - height + 1);
	const moves = movesOf(move => {
		setTop(current => moveWindow({selected: current, top: 0}, move, tops, height).selected);
	});

	return {top: Math.min(top, tops - 1), moves};
}

/** The handlers of the actions that move, each of which calls `move`. */
export function movesOf(move: (move: Move) => void): Moves {
	const to = (name: Move) => () => {
		move(name);
	};

	return {
		up: to('up'),
		down: to('down'),
		'page-up': to('page-up'),
		'page-down': to('page-down'),
		first: to('first'),
		last: to('last'),
	};
}
