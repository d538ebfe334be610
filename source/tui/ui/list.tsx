import {Box, Text, Transform, useIsScreenReaderEnabled, useWindowSize} from 'ink';
import type {ReactNode} from 'react';
import {fit} from '../../terminal/width.ts';
import {useClick} from '../keys/use-mouse.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {readerRowLine} from '../shared/reader.ts';
import type {KeyedRows, RowsView} from '../shared/list-window.ts';
import {useCursor} from '../shared/use-list-window.ts';
import {theme} from '../theme.ts';
import type {Line} from './line.ts';
import {styledText} from './lines.tsx';

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

export type ListProps = {
	readonly of: Pick<ReturnType<typeof useList>, 'selected' | 'top' | 'count' | 'height' | 'selectAt'>;
	/** A row, safe to show; only those in the window are asked for. */
	readonly textAt: (index: number) => string | Line;
	/** The titles of the columns, on a line of their own above the rows. */
	readonly title?: string | undefined;
	/** Draws a row, where it is more than the sign of the cursor and its text. */
	readonly drawAt?: (index: number, isSelected: boolean) => ReactNode;
};

/** The visible rows of a list, one line each; for a screen reader the one under the cursor. A click selects a row. */
export function List({of: {selected, top, count, height, selectAt}, textAt, title, drawAt}: ListProps) {
	const {columns} = useWindowSize();
	const isReader = useIsScreenReaderEnabled();
	const box = useClick(row => {
		selectAt(top + row);
	});
	if (isReader) {
		const isRow = selected >= 0 && selected < count;
		return isRow ? <Text>{readerRow(textAt(selected), selected, count)}</Text> : null;
	}

	const draw = (index: number) => {
		const line = lineOf(textAt(index));
		const isHere = index === selected;
		const text = fit(`${cursorSign(isHere)} ${line.text}`, columns);
		return (
			<Text key={index} {...(isHere ? theme.selected : {})} wrap="truncate-end">
				{isHere || (line.spans ?? line.tone) === undefined ? (
					text
				) : (
					<Transform transform={() => `  ${styledText(line)}`}>{text}</Transform>
				)}
			</Text>
		);
	};

	const rows = (
		<Box ref={box} flexDirection="column" flexShrink={0}>
			{Array.from({length: Math.max(0, Math.min(height, count - top))}, (_, line) =>
				drawAt === undefined ? draw(top + line) : drawAt(top + line, top + line === selected),
			)}
		</Box>
	);
	return title === undefined ? (
		rows
	) : (
		<>
			<Text {...theme.label}>{`  ${title}`}</Text>
			{rows}
		</>
	);
}

const lineOf = (row: string | Line): Line => (typeof row === 'string' ? {text: row} : row);

/** A row as a screen reader reads it, with its place. */
export function readerRow(row: string | Line, index: number, count: number): string {
	const {text, spoken = text} = lineOf(row);
	return readerRowLine(spoken, index, count);
}
