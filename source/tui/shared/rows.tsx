import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useClick} from '../keys/use-mouse.ts';
import {fit} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {cursorSign} from './cursor-sign.ts';
import {ReaderRow} from './reader-row.tsx';

export type RowsProps = {
	/** The text of each row, safe to show. Only rows in the window are drawn. */
	readonly lines: readonly string[];
	readonly selected: number;
	readonly top: number;
	readonly height: number;
	/** The width in terminal columns. */
	readonly width: number;
	/** Called with the row that was clicked, to move the cursor to it. */
	readonly onPoint: (index: number) => void;
};

/** The columns of a row for the cursor before its text. */
export const rowMargin = 2;

/** A list of lines with one selected, which is the one that a screen reader reads. */
export function Rows({lines, selected, top, height, width, onPoint}: RowsProps) {
	const isReader = useIsScreenReaderEnabled();
	const box = useClick(row => {
		onPoint(top + row);
	});
	if (isReader) {
		return <ReaderRow line={lines[selected]} index={selected} count={lines.length} />;
	}

	return (
		<Box ref={box} flexDirection="column" flexShrink={0}>
			{lines.slice(top, top + height).map((line, index) => (
				<Text key={top + index} {...(top + index === selected ? theme.selected : {})} wrap="truncate-end">
					{fit(`${cursorSign(top + index === selected)} ${line}`, width)}
				</Text>
			))}
		</Box>
	);
}
