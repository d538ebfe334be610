import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {type FieldId, readField} from '../../domain/fields.ts';
import {numberText} from '../../platform/text.ts';
import {sanitise, sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {firstFitting, fit, truncate, widthOf} from '../../terminal/width.ts';
import {labelOf} from '../form/form.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus, fitWindow} from '../shared/list-window.ts';
import {useTextSize} from '../shared/reader.ts';
import {TextField} from '../shared/text-field.tsx';
import {useRowSelection} from '../shared/use-list-window.ts';
import {theme} from '../theme.ts';
import {linesOf, warning} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {type BulkEditView, focusedText} from './bulk-edit.ts';
import {editRow, editSign, type RowPiece, editReason} from './edit-row.ts';
import {countsText, fewerCounts, fieldHint, fieldPosition, fieldText} from './edit-texts.ts';
import {useEditKeys, type EditModelHandle} from './use-edit-keys.ts';

export type EditViewProps = {
	readonly model: EditModelHandle;
	readonly onEditor: () => void;
};

/** The share of the lines that the fields, or the distinct values with their title, take at most, unless the notifications leave more. */
const fieldsShare = 0.45;
const valuesShare = 0.6;

/** The fields of a bulk edit or the distinct values of one, and below them the effect on every notification. */
export function EditView({model, onEditor}: EditViewProps) {
	const {view} = model;
	const {columns, rows} = useTextSize();
	const values = view.values.get(view.focus);
	const wanted = view.mode === 'values' ? (values?.length ?? 0) + 1 : Math.max(1, view.values.size);
	const spare = view.items.length === 0 ? 0 : rows - 1 - view.items.length;
	const share = view.mode === 'values' ? valuesShare : fieldsShare;
	const top = Math.max(1, Math.min(wanted, Math.max(Math.floor(rows * share), spare)));
	// In fewer lines the counts are in the header, so that old → new is seen.
	const hasCounts = rows >= 3;
	const height = Math.max(1, rows - top - (hasCounts ? 1 : 0));
	const selection = useRowSelection(keyedItems(view.items), height);
	const keys = useEditKeys({
		model,
		selection,
		valueHeight: Math.max(1, top - 1),
		onEditor,
		onUnprotect: model.unprotect.ask,
	});
	const problem = view.problems.get(view.focus);
	const edit = view.edits.get(view.focus);
	const positions = view.mode === 'values' ? [] : fieldPosition(view, top);
	const counted = [countsText(view.counts), ...(view.isBusy ? ['computing …'] : [])].join(' · ');
	const counts = firstFitting(
		[...positions.map(position => `${position} · ${counted}`), ...fewerCounts(counted)],
		columns - 2,
	);

	return (
		<Frame
			keys={keys}
			header={
				<Header
					title={`edit ${view.items.length === 0 ? '…' : numberText(view.items.length)}`}
					status={hasCounts ? scrollStatus(selection.top, height, view.items.length) : fewerCounts(counted)}
				/>
			}
			idle={view.mode === 'fields' ? fieldHint(values, edit, view.focus, columns - 2) : ''}
		>
			{view.mode === 'values' ? (
				<EditValues view={view} columns={columns} height={top} />
			) : (
				<EditFields view={view} columns={columns} height={top} />
			)}
			{hasCounts &&
				(problem === undefined ? (
					<Box height={1} flexShrink={0}>
						<Text
							{...(view.counts.invalid + view.counts.refused > 0 ? theme.warning : theme.label)}
							wrap="truncate-end"
						>
							{' '}
							{counts}
						</Text>
					</Box>
				) : (
					<Lines lines={linesOf(warning(`! ${sanitise(problem)}`), columns)} height={1} />
				))}
			<EditRows
				view={view}
				columns={columns}
				top={selection.top}
				height={height}
				selected={view.mode === 'rows' ? selection.selected : undefined}
			/>
		</Frame>
	);
}

const keyedByItems = new WeakMap<object, Parameters<typeof useRowSelection>[0]>();

/** The notifications as rows, the same object for the same notifications. */
function keyedItems(items: EditModelHandle['view']['items']): Parameters<typeof useRowSelection>[0] {
	const known = keyedByItems.get(items) ?? {
		length: items.length,
		keyAt: (index: number) => items[index]?.of.id,
		indexOf: (key: string) => items.findIndex(({of}) => of.id === key),
	};
	keyedByItems.set(items, known);
	return known;
}

export type EditFieldsProps = {
	readonly view: BulkEditView;
	readonly columns: number;
	readonly height: number;
};

/** The width of the sign and the label, in columns. */
const margin = 20;

/** The fields of a bulk edit, each with the value that all notifications share, the number of their values, or its edit. */
export function EditFields({view, columns, height}: EditFieldsProps) {
	const isReader = useIsScreenReaderEnabled();
	const fields = view.values.size === 0 ? [view.focus] : view.values.keys().toArray();
	const {top} = fitWindow({selected: Math.max(0, fields.indexOf(view.focus)), top: 0}, fields.length, height);
	const width = Math.max(3, columns - margin - 1);
	const focused = focusedText(view, view.values);
	if (isReader) {
		return <Text>{readerField(view)}</Text>;
	}

	return (
		<Box flexDirection="column" flexShrink={0} height={height}>
			{fields.slice(top, top + height).map(field => {
				const hasFocus = view.mode === 'fields' && field === view.focus;
				const values = view.values.get(field);
				const edit = view.edits.get(field);
				const {text, isFaint} = fieldText(
					values,
					edit,
					isUnknown(field, view) ? 'not known (the API does not return it)' : 'none',
				);
				return (
					<Box key={field} height={1}>
						<Box width={margin} flexShrink={0}>
							<Text {...(hasFocus ? theme.focus : theme.label)}>
								{fit(`${cursorSign(hasFocus)}${edit === undefined ? ' ' : '*'}${labelOf(field)}`, margin)}
							</Text>
						</Box>
						{hasFocus && edit?.kind !== 'values' ? (
							<TextField
								text={focused.text}
								cursor={focused.cursor}
								isSelected={focused.isSelected}
								width={width}
								placeholder={text}
							/>
						) : (
							<Text {...(isFaint ? theme.faint : {})} wrap="truncate-end">
								{truncate(sanitiseCell(text), width)}
							</Text>
						)}
					</Box>
				);
			})}
		</Box>
	);
}

/** Whether a field is one that listings never return, and some notifications may have it. */
const isUnknown = (field: FieldId, {items}: BulkEditView): boolean =>
	(field === 'template' || field.startsWith('topic.')) && items.some(({isContentUnknown}) => isContentUnknown);

/** The share of the columns that an old value takes at most, beside its new one. */
const oldShare = 0.45;

/** The distinct values of the focused field with their counts. The one under the cursor is edited. */
export function EditValues({view, columns, height}: EditFieldsProps) {
	const isReader = useIsScreenReaderEnabled();
	const values = view.values.get(view.focus) ?? [];
	const room = Math.max(1, height - 1);
	const {top} = fitWindow({selected: view.valueIndex, top: 0}, values.length, room);
	const title = `${labelOf(view.focus)}: ${numberText(values.length)} values`;
	if (isReader) {
		return <Text>{readerValue(view)}</Text>;
	}

	const countWidth = Math.max(1, ...values.slice(0, 1).map(({count}) => numberText(count).length));

	return (
		<Box flexDirection="column" flexShrink={0} height={height}>
			<Text {...theme.label} wrap="truncate-end">
				{' '}
				{firstFitting([`${title}, and how many have each`, title], columns - 1)}
			</Text>
			{values.slice(top, top + room).map(({value, count}, index) => (
				<ValueLine
					key={top + index}
					view={view}
					isHere={top + index === view.valueIndex}
					value={value}
					count={numberText(count).padStart(countWidth)}
					columns={columns}
				/>
			))}
		</Box>
	);
}

type ValueLineProps = {
	readonly view: BulkEditView;
	readonly isHere: boolean;
	readonly value: string;
	readonly count: string;
	readonly columns: number;
};

function ValueLine({view, isHere, value, count, columns}: ValueLineProps) {
	const edit = view.edits.get(view.focus);
	const changed = edit?.kind === 'values' ? edit.values.get(value) : undefined;
	const start = `${cursorSign(isHere)} ${count}  `;
	const old =
		changed === undefined ? '' : `${truncate(shownValue(value), Math.floor((columns - start.length) * oldShare))} → `;
	const width = Math.max(3, columns - start.length - widthOf(old) - 1);
	const focused = focusedText(view, view.values);

	return (
		<Box height={1}>
			<Text {...(isHere ? theme.focus : {})}>{start}</Text>
			<Text {...theme.faint}>{old}</Text>
			{isHere ? (
				<TextField
					text={focused.text}
					cursor={focused.cursor}
					isSelected={focused.isSelected}
					width={width}
					placeholder="none"
				/>
			) : (
				<Text {...(changed === undefined ? {} : theme.good)} wrap="truncate-end">
					{truncate(shownValue(changed ?? value), width)}
				</Text>
			)}
		</Box>
	);
}

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

/** The focused field of a bulk edit as a screen reader reads it: `Recipient: 53 values, field 3 of 56`. */
export function readerField({values, edits, focus}: BulkEditView): string {
	const edit = edits.get(focus);
	const fields = values.keys().toArray();
	const place = fields.length === 0 ? '' : `, field ${fields.indexOf(focus) + 1} of ${fields.length}`;
	return `${labelOf(focus)}: ${shownValue(fieldText(values.get(focus), edit).text)}${edit === undefined ? '' : ', changed'}${place}`;
}

/** The distinct value under the cursor: `Recipient, value 2 of 53: ops@example.com, 4 notifications, changed to noc@example.com`. */
export function readerValue({values, edits, focus, valueIndex}: BulkEditView): string {
	const all = values.get(focus) ?? [];
	const here = all[valueIndex];
	if (here === undefined) {
		return labelOf(focus);
	}

	const edit = edits.get(focus);
	const changed = edit?.kind === 'values' ? edit.values.get(here.value) : undefined;
	const count = `${numberText(here.count)} ${here.count === 1 ? 'notification' : 'notifications'}`;
	return `${labelOf(focus)}, value ${numberText(valueIndex + 1)} of ${numberText(all.length)}: ${shownValue(here.value)}, ${count}${changed === undefined ? '' : `, changed to ${shownValue(changed)}`}`;
}

/** A notification of a bulk edit: `207, Recipient from a@example.com to b@example.com, becomes a duplicate, row 3 of 59`. `focus`: the field whose value one that stays has. */
export function readerEditRow(
	{items, outcomes, leftOut}: BulkEditView,
	index: number,
	focus: FieldId,
	place: {readonly at: number; readonly count: number},
): string {
	const {of, before} = items[index]!;
	const outcome = outcomes[index];
	const isLeftOut = leftOut.has(of.id);
	const changes =
		isLeftOut || outcome?.isChanged !== true
			? [`${labelOf(focus)} stays ${shownValue(readField(before, focus))}`]
			: outcome.fields.map(
					field =>
						`${labelOf(field)} from ${shownValue(readField(before, field))} to ${shownValue(readField(outcome.after, field))}`,
				);
	const reason = editReason(outcome, isLeftOut);
	return [
		sanitiseCell(of.id),
		...changes,
		...(reason === '' ? [] : [reason]),
		`row ${numberText(place.at + 1)} of ${numberText(place.count)}`,
	].join(', ');
}
