import {Box, Text, useIsScreenReaderEnabled, useWindowSize} from 'ink';
import {useLayoutEffect, useMemo, useReducer} from 'react';
import {fit} from '../../terminal/width.ts';
import {useClick} from '../keys/use-keys.ts';
import {
	type KeyedRows,
	type ListWindow,
	type Move,
	type RowSelection,
	type RowsView,
	cursorSign,
	fitWindow,
	followRows,
	moveNames,
	moveWindow,
} from './layout.ts';
import {styled} from './theme.ts';
import {type Line, Painted, styledText} from './line.tsx';
import {numberText, range} from '../../platform/text.ts';
import {useBodySize} from './frame.tsx';

/** The width of the sign of the cursor and of the space behind it. */
export const rowMargin = 2;

/** The cursor over rows and the window that shows it. `rows`: their number, or a key for each, which the cursor follows; `height`: the rows that fit. */
export function useList(rows: number | readonly string[] | KeyedRows, height: number, view?: RowsView) {
	const keyed = keyedRows(rows);
	const {select, within} = useCursor(keyed, view);
	return {...within(height), select, count: keyed.length, height};
}

function keyedRows(rows: number | readonly string[] | KeyedRows): KeyedRows {
	if (typeof rows === 'number') {
		return {length: rows, keyAt: index => (index < rows ? String(index) : undefined), indexOf: Number};
	}

	return 'keyAt' in rows ? rows : {length: rows.length, keyAt: index => rows[index], indexOf: key => rows.indexOf(key)};
}

/** Rows in columns, one line each. */
export type ListRows = {
	readonly count: number;
	/** The titles of the columns. */
	readonly title: string;
	readonly lineAt: (index: number) => Line;
};

type ListProps = {
	readonly of: Pick<ReturnType<typeof useList>, 'selected' | 'top' | 'count' | 'height' | 'selectAt'>;
	/** A row, safe to show; only those in the window are asked for. */
	readonly textAt: (index: number) => string | Line;
	/** The titles of the columns, on a line of their own above the rows. */
	readonly title?: string | undefined;
};

/** The visible rows of a list, one line each; for a screen reader the one under the cursor. A click selects a row. */
export function List({of: {selected, top, count, height, selectAt}, textAt, title}: ListProps) {
	const {columns} = useWindowSize();
	const isReader = useIsScreenReaderEnabled();
	const box = useClick(row => {
		selectAt(top + row);
	});
	if (isReader) {
		const isRow = selected >= 0 && selected < count;
		return isRow ? <Text>{readerRow(textAt(selected), selected, count)}</Text> : null;
	}

	const rows = range(Math.max(0, Math.min(height, count - top))).map(row => {
		const index = top + row;
		const line = lineOf(textAt(index));
		const isHere = index === selected;
		const whole = fit(`${cursorSign(isHere)} ${line.text}`, columns);
		const isPlain = isHere || line.spans === undefined;
		return isPlain ? styled(isHere ? 'selected' : line.tone, whole) : `  ${styledText(line)}`;
	});
	return (
		<>
			{title !== undefined && <Painted lines={[styled('label', `  ${title}`)]} />}
			<Box ref={box}>
				<Painted lines={rows} />
			</Box>
		</>
	);
}

const lineOf = (row: string | Line): Line => (typeof row === 'string' ? {text: row} : row);

/** A row as a screen reader reads it, with its place. */
export function readerRow(row: string | Line, index: number, count: number): string {
	const {text, spoken = text} = lineOf(row);
	return readerRowLine(spoken, index, count);
}

/** The handlers of the actions that move in a list. */
export type Moves = Readonly<Record<Move, () => void>>;

/** A state that is changed from what it is by then. */
const useChanged = <T,>(initial: T) => useReducer((before: T, act: (before: T) => T) => act(before), initial);

const plainView: RowsView = {arrangement: '', search: undefined};

/**
The cursor over rows, which follows its row.

@param rows - The rows. They are searched again only if the object changes.
@param view - The way in which the rows are arranged and searched.
@param first - Where the cursor is at first; by default on the first row.
*/
export function useCursor(rows: KeyedRows, view = plainView, first?: Pick<RowSelection, 'selected' | 'top' | 'key'>) {
	const [stored, change] = useChanged<RowSelection>({selected: 0, top: 0, key: undefined, ...first, ...view});
	const selection = useMemo(() => followRows(stored, rows, view), [stored, rows, view]);
	// What happens to the rows next is followed from here.
	useLayoutEffect(() => {
		if (selection !== stored) {
			change(before => followRows(before, rows, view));
		}
	}, [selection, stored, rows, view, change]);

	const update = (act: (followed: RowSelection) => RowSelection) => {
		change(before => act(followRows(before, rows, view)));
	};

	const fitted = (at: ListWindow, height: number) => fitWindow(at, rows.length, height);
	return {
		/** The key of a row that was chosen and is not there yet. */
		awaited: selection.isAwaited === true ? selection.key : undefined,
		/** Selects the row with a key, now or once there is one. */
		select(key: string) {
			update(followed => ({...followed, key, isAwaited: true}));
		},
		/** The window of `height` rows that shows the cursor. */
		within(height: number) {
			const window = fitted(selection, height);
			return {
				...window,
				moves: movesOf(move => {
					update(followed => {
						const moved = moveWindow(fitted(followed, height), move, rows.length, height);
						return {...moved, ...view, key: rows.keyAt(moved.selected)};
					});
				}),
				/** Selects the row at an index, if there is one. */
				selectAt(index: number) {
					const key = rows.keyAt(index);
					if (key !== undefined) {
						update(() => ({...view, selected: index, top: window.top, key}));
					}
				},
			};
		},
	};
}

/**
The scroll position of a text.

@param count - The number of lines.
@param height - Lines that fit on the screen.
@param required - How many lines, from the first on, have to be shown.
@param id - Its identity: another one begins at the top, unread.
@returns The first line to show, from 0, and how many of the required lines were not shown yet.
*/
export function useScroll(count: number, height: number, required = 0, id = '') {
	const [stored, change] = useChanged({id, top: 0, seen: 0});
	const before = stored.id === id ? stored : {top: 0, seen: 0};
	const tops = Math.max(1, count - height + 1);
	const top = Math.min(before.top, tops - 1);
	// Lines that a jump passes over were not shown.
	const seen = top <= before.seen ? Math.max(before.seen, Math.min(required, top + height)) : before.seen;
	// What was shown stays read, also while a notice leaves less room.
	useLayoutEffect(() => {
		change(() => ({id, top, seen}));
	}, [id, top, seen, change]);
	const moves = movesOf(move => {
		change(current => {
			const {seen: read, top: from} = current;
			// After a jump, what it passed over comes next.
			const next = move === 'down' && read < Math.min(required, from) ? read : undefined;
			return {...current, top: next ?? moveWindow({selected: from, top: 0}, move, tops, height).selected};
		});
	});
	return {top, unread: Math.max(0, required - seen), moves};
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

/** The width of a line for a screen reader, in columns: wider than nearly all values, because it reads a sentence or a value as a whole. */
export const readerWidth = 1000;

/** The size of a screen of text: `useBodySize`, with lines that a screen reader reads as a whole. `atOnce`: the number of list items shown at once at most, because each key reads all again. */
export function useTextSize() {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	return {columns: isReader ? readerWidth : columns, rows, atOnce: isReader ? 1 : Infinity};
}

/** A row of a list as a screen reader reads it: its parts with commas instead of the spaces that align them, and its place. `14 s ago, deleted 59 notifications, row 1 of 3` */
export const readerRowLine = (line: string, index: number, count: number): string =>
	`${line.trim().replaceAll(/ {2,}/gv, ', ')}, row ${numberText(index + 1)} of ${numberText(count)}`;
