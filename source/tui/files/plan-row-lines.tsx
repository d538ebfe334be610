import {Box, Text} from 'ink';
import {widthOf} from '../../terminal/width.ts';
import type {FileChange} from '../../files/changes.ts';
import type {RowPiece} from '../bulk-edit/edit-row.ts';
import {useClick} from '../keys/use-mouse.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {theme} from '../theme.ts';
import {planRow, shownId, type PlanRow} from './file-plan-rows.ts';

export type PlanRowLinesProps = {
	readonly rows: readonly PlanRow[];
	readonly isLeftOut: (change: FileChange) => boolean;
	readonly columns: number;
	readonly top: number;
	readonly height: number;
	/** The row under the cursor; undefined if there is none. */
	readonly selected?: number | undefined;
	/** Called with the row that was clicked. */
	readonly onPoint?: (index: number) => void;
};

/** The share of the columns that IDs take at most. */
const idShare = 0.3;

/** The width of the cursor's sign and the space after it. */
const margin = 2;

/** The rows of a plan that are in the window. */
export function PlanRowLines({rows, isLeftOut, columns, top, height, selected, onPoint}: PlanRowLinesProps) {
	const box = useClick(row => {
		onPoint?.(top + row);
	});
	const shown = rows.slice(top, top + height);
	const idWidth = Math.min(Math.floor(columns * idShare), Math.max(1, ...shown.map(row => widthOf(shownId(row)))));
	return (
		<Box ref={box} flexDirection="column" flexShrink={0}>
			{shown.map((row, at) => {
				const isHere = top + at === selected;
				const pieces = planRow(row, {
					isLeftOut: row.kind === 'change' && isLeftOut(row.change),
					idWidth,
					columns: columns - margin - 1,
				});
				return (
					<Text key={top + at} {...(isHere ? theme.selected : {})} wrap="truncate-end">
						{cursorSign(isHere)}{' '}
						{pieces.map((piece, part) => (
							<Text key={part} {...(isHere ? {} : styleOf(piece))}>
								{piece.text}
							</Text>
						))}
					</Text>
				);
			})}
		</Box>
	);
}

const styleOf = ({role}: RowPiece) => (role === 'plain' ? {} : theme[role]);
