import {isDeepStrictEqual} from 'node:util';
import {Box, Text} from 'ink';
import {memo} from 'react';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {TextField} from '../shared/text-field.tsx';
import {useThemeChanges} from '../shared/theme-context.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {cellWidths} from './cell-widths.ts';
import type {FormCell, FormLine} from './lines.ts';

export type FormViewProps = {
	readonly lines: readonly FormLine[];
	/** The width in terminal columns. */
	readonly width: number;
	/** Whether the focused field shows the cursor. */
	readonly hasCursor: boolean;
};

/** The width of the margin in columns: the focus mark, the label and the mark of a required field. */
export const formMargin = 14;

/** Draws lines of the form. */
export function FormView({lines, width, hasCursor}: FormViewProps) {
	return (
		<Box flexDirection="column" flexShrink={0}>
			{lines.map((line, index) => (
				<Line key={index} line={line} width={width} hasCursor={hasCursor} />
			))}
		</Box>
	);
}

type LineProps = Omit<FormViewProps, 'lines'> & {readonly line: FormLine};

/** One line of the form. Redrawn when it changes. The line with the cursor is always redrawn, because its field measures its position on the screen. */
const Line = memo(
	({line, width, hasCursor}: LineProps) => {
		useThemeChanges();
		const room = Math.max(3, width - formMargin - 1);
		const indent = ' '.repeat(formMargin);

		switch (line.kind) {
			case 'issue': {
				const isError = line.severity === 'error';
				return (
					<Text {...(isError ? theme.bad : theme.warning)} wrap="truncate-end">
						{indent}
						{line.isFirst ? (isError ? '✗' : '!') : ' '} {truncate(line.text, room - 2)}
					</Text>
				);
			}

			case 'text': {
				return (
					<Text wrap="truncate-end">
						<Text {...theme.label}>{fit(`  ${line.label}`, formMargin)}</Text>
						<Text {...(line.isFaint ? theme.faint : {})}>{truncate(sanitise(line.text), room)}</Text>
					</Text>
				);
			}

			case 'suggestion': {
				return (
					<Text {...(line.isHighlighted ? theme.focus : {})} wrap="truncate-end">
						{indent}
						{cursorSign(line.isHighlighted)} {truncateMiddle(sanitise(line.text), room - 2)}
					</Text>
				);
			}

			case 'fields': {
				return (
					<Box height={1}>
						<Box width={formMargin} flexShrink={0}>
							<Text {...(line.isFocused ? theme.focus : theme.label)}>
								{cursorSign(line.isFocused)} {line.label}
								{line.isRequired ? ' *' : ''}
							</Text>
						</Box>
						<Cells cells={line.cells} width={room} hasCursor={hasCursor} />
					</Box>
				);
			}
		}
	},
	(before, after) => !hasFocus(after.line) && isDeepStrictEqual(before, after),
);

const hasFocus = (line: FormLine): boolean => line.kind === 'fields' && line.isFocused;

type CellsProps = Omit<FormViewProps, 'lines'> & {readonly cells: readonly FormCell[]};

function Cells({cells, width, hasCursor}: CellsProps) {
	const widths = cellWidths(cells, width - (cells.length - 1));

	return (
		<Box columnGap={1}>
			{cells.map(({text, placeholder, cursor, isSelected = false}, index) => (
				<Box key={index} width={widths[index]} flexShrink={0}>
					<TextField
						text={text}
						placeholder={placeholder}
						width={widths[index]!}
						cursor={hasCursor ? cursor : undefined}
						isSelected={isSelected}
					/>
				</Box>
			))}
		</Box>
	);
}
