import {useLayoutEffect, useMemo, useReducer, useState} from 'react';
import {
	fitWindow,
	followRows,
	moveNames,
	moveWindow,
	type KeyedRows,
	type ListWindow,
	type Move,
	type RowSelection,
	type RowsView,
} from './list-window.ts';

/** The handlers of the actions that move in a list. */
export type Moves = Readonly<Record<Move, () => void>>;

const plainView: RowsView = {arrangement: '', search: undefined};

/**
The cursor over rows, which follows its row.

@param rows - The rows. They are searched again only if the object changes.
@param view - The way in which the rows are arranged and searched.
@param first - Where the cursor is at first; by default on the first row.
*/
export function useCursor(rows: KeyedRows, view = plainView, first?: Pick<RowSelection, 'selected' | 'top' | 'key'>) {
	const [stored, change] = useReducer(
		(before: RowSelection, {rows: now, view: arranged, act}: Change) => act(followRows(before, now, arranged)),
		{selected: 0, top: 0, key: undefined, ...first, ...view},
	);
	const selection = useMemo(() => followRows(stored, rows, view), [stored, rows, view]);
	// What happens to the rows next is followed from here.
	useLayoutEffect(() => {
		if (selection !== stored) {
			change({rows, view, act: followed => followed});
		}
	}, [selection, stored, rows, view]);

	const fitted = (at: ListWindow, height: number) => fitWindow(at, rows.length, height);
	return {
		/** The key of a row that was chosen and is not there yet. */
		awaited: selection.isAwaited === true ? selection.key : undefined,
		/** Selects the row with a key, now or once there is one. */
		select(key: string) {
			change({rows, view, act: followed => ({...followed, key, isAwaited: true})});
		},
		/** The window of `height` rows that shows the cursor. */
		within(height: number) {
			const window = fitted(selection, height);
			return {
				...window,
				moves: movesOf(move => {
					const act = (followed: RowSelection) => {
						const moved = moveWindow(fitted(followed, height), move, rows.length, height);
						return {...moved, ...view, key: rows.keyAt(moved.selected)};
					};

					change({rows, view, act});
				}),
				/** Selects the row at an index, if there is one. */
				selectAt(index: number) {
					const key = rows.keyAt(index);
					if (key !== undefined) {
						change({rows, view, act: () => ({...view, selected: index, top: window.top, key})});
					}
				},
			};
		},
	};
}

/** A change of the selection: among which rows, and what becomes of the one that follows them. */
type Change = {
	readonly rows: KeyedRows;
	readonly view: RowsView;
	readonly act: (followed: RowSelection) => RowSelection;
};

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
export const movesOf = (move: (move: Move) => void): Moves =>
	Object.fromEntries(
		moveNames.map(name => [
			name,
			() => {
				move(name);
			},
		]),
	) as Moves;
