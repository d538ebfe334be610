import {Box, Text} from 'ink';
import {fit} from '../../terminal/width.ts';
import {theme} from '../theme.ts';

export type RowsProps = {
	/** One per row, safe to show. Only those in the window are drawn. */
	readonly lines: readonly string[];
	readonly selected: number;
	readonly top: number;
	readonly height: number;
	/** Terminal columns. */
	readonly width: number;
};

/** A list of lines, one of them selected. */
export function Rows({lines, selected, top, height, width}: RowsProps) {
	return (
		<Box flexDirection='column' flexShrink={0}>
			{lines.slice(top, top + height).map((line, index) => (
				<Text key={top + index} {...(top + index === selected ? theme.selected : {})} wrap='truncate-end'>
					{fit(`${top + index === selected ? '>' : ' '} ${line}`, width)}
				</Text>
			))}
		</Box>
	);
}
