import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {theme} from '../theme.ts';
import type {BulkEditView} from './bulk-edit-model.ts';
import {readerEditRow} from './edit-reader-lines.ts';
import {editRow, editSign, type RowPiece} from './edit-row.ts';

export type EditRowsProps = {
	readonly view: BulkEditView;
	/** The indexes of the notifications to show; by default all. */
	readonly indexes?: readonly number[];
	readonly columns: number;
	readonly top: number;
	readonly height: number;
	/** The row under the cursor; undefined if the cursor is elsewhere. */
	readonly selected?: number | undefined;
};

/** The share of the columns that IDs take at most: of a UUID the end tells them apart, and old → new needs the room. */
const idShare = 0.2;

/** The notifications of a bulk edit with what changes, those in the window. */
export function EditRows({view, indexes, columns, top, height, selected}: EditRowsProps) {
	const isReader = useIsScreenReaderEnabled();
	const {items, outcomes, leftOut, focus, edits, edited} = view;
	const shown =
		indexes === undefined
			? Array.from({length: Math.max(0, Math.min(height, items.length - top))}, (_, index) => top + index)
			: indexes.slice(top, top + height);
	const idWidth = Math.min(
		Math.floor(columns * idShare),
		Math.max(1, ...shown.map(index => widthOf(sanitiseCell(items[index]!.of.id)))),
	);
	const hasNames = edits.size !== 1 || edited.size > 0;
	// Those that stay show the field that changes in the others.
	const [firstEdited = focus] = edits.keys();
	const shownField = edits.has(focus) ? focus : firstEdited;

	if (isReader) {
		// While the cursor is elsewhere one example is enough: all would be read again with each key.
		const at = selected ?? top;
		const index = indexes === undefined ? at : indexes[at];
		const count = indexes?.length ?? items.length;
		return index === undefined || items[index] === undefined ? null : (
			<Text>{readerEditRow(view, index, shownField, {at, count})}</Text>
		);
	}

	return (
		<Box flexDirection="column" flexShrink={0}>
			{shown.map((index, at) => {
				const item = items[index]!;
				const outcome = outcomes[index];
				const isLeftOut = leftOut.has(item.of.id);
				const isHere = top + at === selected;
				const pieces = editRow({item, outcome, isLeftOut, focus: shownField, hasNames, idWidth, columns: columns - 4});
				return (
					<Text key={item.of.id} {...(isHere ? theme.selected : {})} wrap="truncate-end">
						{cursorSign(isHere)}
						<Text {...(isHere ? {} : signStyle(outcome?.error !== undefined, isLeftOut))}>
							{editSign(outcome, isLeftOut)}
						</Text>{' '}
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

const styleOf = ({role}: RowPiece) => (role === undefined ? {} : theme[role]);

const signStyle = (isInvalid: boolean, isLeftOut: boolean) =>
	isLeftOut ? theme.faint : isInvalid ? theme.bad : theme.warning;
