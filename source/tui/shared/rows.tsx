import {Box, Text} from 'ink';
import {useClick} from '../keys/use-mouse.ts';
import {fit} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {cursorSign} from './cursor-sign.ts';

export type RowsProps = {
	/** One per row, safe to show. Only those in the window are drawn. */
	readonly lines: readonly string[];
	readonly selected: number;
	readonly top: number;
	readonly height: number;
	/** Terminal columns. */
	readonly width: number;
	/** Moves the cursor to a row that was clicked. */
	readonly onPoint: (index: number) => void;
};

/** A list of lines, one of them selected. */
export function Rows({lines, selected, top, height, width, onPoint}: RowsProps) {
	const box = useClick(row => {
		onPoint(top + row);
	});

	return (
		<Box ref={box} flexDirection='column' flexShrink={0}>
			{lines.slice(top, top + height).map((line, index) => (
				<Text key={top + index} {...(top + index === selected ? theme.selected : {})} wrap='truncate-end'>
					{fit(`${cursorSign(top + index === selected)} ${line}`, width)}
				</Text>
			))}
		</Box>
	);
}
