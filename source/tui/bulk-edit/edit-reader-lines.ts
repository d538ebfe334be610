import {readField, type FieldId} from '../../domain/fields.ts';
import {sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';
import {labelOf} from '../form/form-labels.ts';
import type {BulkEditView} from './bulk-edit-model.ts';
import {editReason} from './edit-row.ts';
import {fieldText} from './edit-texts.ts';

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
