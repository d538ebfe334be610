import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import type {FieldId} from '../../domain/fields.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate} from '../../terminal/width.ts';
import {labelOf} from '../form/form-labels.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {fitWindow} from '../shared/list-window.ts';
import {TextField} from '../shared/text-field.tsx';
import {theme} from '../theme.ts';
import type {BulkEditView} from './bulk-edit-model.ts';
import {focusedText} from './bulk-edit-state.ts';
import {readerField} from './edit-reader-lines.ts';
import {fieldText} from './edit-texts.ts';

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
