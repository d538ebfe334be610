import {useState} from 'react';
import {
	fitWindow,
	moveWindow,
	type ListWindow,
	type Move,
} from '../state/list-window.ts';

/** Handlers for the actions that move in a list. */
export type Moves = Readonly<Record<Move, () => void>>;

type Selection = ListWindow & {
	/** What is selected, whatever its index becomes. */
	readonly key: string | undefined;
};

/**
A selection and a window over rows. The selection sticks to its row's key when rows come and go; where that row is gone, to its place.

@param keys - One a row, in order.
@param height - Rows that fit on the screen.
*/
export function useSelection(keys: readonly string[], height: number): ListWindow & {readonly moves: Moves} {
	const [selection, setSelection] = useState<Selection>({selected: 0, top: 0, key: undefined});
	const window = locate(selection, keys, height);
	const moves = movesOf(move => {
		setSelection(current => {
			const moved = moveWindow(locate(current, keys, height), move, keys.length, height);
			return {...moved, key: keys[moved.selected]};
		});
	});

	return {...window, moves};
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

function locate({selected, top, key}: Selection, keys: readonly string[], height: number): ListWindow {
	const found = key === undefined || keys[selected] === key ? selected : keys.indexOf(key);
	const now = found === -1 ? selected : found;
	// The row keeps its place on the screen.
	return fitWindow({selected: now, top: top + now - selected}, keys.length, height);
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
