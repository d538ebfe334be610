import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {shownValue} from '../../terminal/sanitise.ts';
import {firstFitting, truncate, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import {labelOf} from '../form/form-labels.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {fitWindow} from '../shared/list-window.ts';
import {TextField} from '../shared/text-field.tsx';
import {theme} from '../theme.ts';
import type {BulkEditView} from './bulk-edit-model.ts';
import {focusedText} from './bulk-edit-state.ts';
import type {EditFieldsProps} from './edit-fields.tsx';
import {readerValue} from './edit-reader-lines.ts';

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
