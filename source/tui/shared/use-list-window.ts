import {useMemo, useState} from 'react';
import {
	fitWindow,
	moveWindow,
	type ListWindow,
	type Move,
} from './list-window.ts';

/** Handlers for the actions that move in a list. */
export type Moves = Readonly<Record<Move, () => void>>;

/** Rows with a key each. */
export type KeyedRows = {
	readonly length: number;
	readonly keyAt: (index: number) => string | undefined;
	/** -1 where there is no such row. It may search all rows: it is called once for each change of them. */
	readonly indexOf: (key: string) => number;
};

type Selection = ListWindow & {
	/** The key of the selected row, whatever its index becomes. */
	readonly key: string | undefined;
	/** What the rows are arranged by. A selection at the top stays at the top when this changes. */
	readonly arrangement: string;
};

type SelectionHandle = ListWindow & {
	readonly moves: Moves;
	/** Selects the row of a key. */
	readonly select: (key: string) => void;
};

/**
A selection and a window over rows. The selection follows its row's key when rows come and go; when that row is gone, it stays at its index.

@param keys - One a row, in order.
@param height - Rows that fit on the screen.
*/
export function useSelection(keys: readonly string[], height: number): SelectionHandle {
	return useRowSelection({length: keys.length, keyAt: index => keys[index], indexOf: key => keys.indexOf(key)}, height);
}

/** As `useSelection`. Rows that are the same object as before are not searched again. */
export function useRowSelection(rows: KeyedRows, height: number, arrangement = ''): SelectionHandle {
	const [selection, setSelection] = useState<Selection>({selected: 0, top: 0, key: undefined, arrangement});
	const located = useMemo(() => locate(selection, rows), [selection, rows]);
	const window = fitWindow(located, rows.length, height);
	if (selection.arrangement !== arrangement) {
		const isAtTop = selection.selected === 0;
		setSelection({...isAtTop ? {selected: 0, top: 0, key: rows.keyAt(0)} : selection, arrangement});
	} else if (selection.key === undefined && rows.length > 0) {
		// Rows that arrive above must not move another row under the cursor.
		setSelection({...window, key: rows.keyAt(window.selected), arrangement});
	}

	const moves = movesOf(move => {
		setSelection(current => {
			const moved = moveWindow(fitWindow(locate(current, rows), rows.length, height), move, rows.length, height);
			return {...moved, key: rows.keyAt(moved.selected), arrangement};
		});
	});

	return {
		...window,
		moves,
		select(key) {
			setSelection({...window, key, arrangement});
		},
	};
}

/**
How far a text is scrolled.

@param count - Lines in all.
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

function locate({selected, top, key}: Selection, rows: KeyedRows): ListWindow {
	const found = key === undefined || rows.keyAt(selected) === key ? selected : rows.indexOf(key);
	const now = found === -1 ? selected : found;
	// The row keeps its place on the screen.
	return {selected: now, top: top + now - selected};
}

function movesOf(move: (move: Move) => void): Moves {
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
