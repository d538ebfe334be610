import {changeSegments, type ChangeSegments} from '../../domain/bulk-edit/change-segments.ts';
import type {EditItem, EditOutcome} from '../../domain/bulk-edit/edit-outcomes.ts';
import {nameOfField} from '../../domain/draft/change.ts';
import {readField, type FieldId} from '../../domain/draft/draft.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {labelOf} from '../form/form-labels.ts';
import {fit, truncate, truncateMiddle, truncateStart, widthOf} from '../../terminal/width.ts';

/** A piece of a row with its style. */
export type RowPiece = {readonly role: 'plain' | 'faint' | 'good' | 'bad' | 'warning'; readonly text: string};

export type EditRowOptions = {
	readonly item: EditItem;
	readonly outcome: EditOutcome | undefined;
	readonly isLeftOut: boolean;
	/** The field whose value an unchanged notification shows. */
	readonly focus: FieldId;
	/** Whether the changed field is named, because several fields change. */
	readonly hasNames: boolean;
	readonly idWidth: number;
	/** The width of the row in columns, without the sign before it. */
	readonly columns: number;
};

/** The sign of a row: left out, invalid, a duplicate, or none. */
export function editSign(outcome: EditOutcome | undefined, isLeftOut: boolean): string {
	if (isLeftOut) {
		return '-';
	}

	return outcome?.error === undefined ? (outcome?.isDuplicate === true ? '!' : ' ') : '✗';
}

/** The share of the columns that a reason takes at most, if the change needs the rest. */
const reasonShare = 0.5;

/** A notification of a bulk edit on one line: its ID, `old → new` of what changes with the changed part marked, and why it is invalid. Safe to show. */
export function editRow({item, outcome, isLeftOut, focus, hasNames, idWidth, columns}: EditRowOptions): RowPiece[] {
	const id = `${fit(truncateStart(sanitiseCell(item.of.id), idWidth), idWidth)}  `;
	const reason = reasonOf(outcome, isLeftOut);
	const whole = columns - widthOf(id);
	const room = Math.max(4, whole - (reason === '' ? 0 : Math.min(widthOf(reason), Math.floor(columns * reasonShare)) + 2));
	const pieces = isLeftOut || outcome?.isChanged !== true
		? [{role: 'faint', text: truncateMiddle(shown(readField(item.before, focus)), room)} as const]
		: changePieces(item, outcome, hasNames, room);
	const used = pieces.reduce((sum, {text}) => sum + widthOf(text), 0);
	const shownReason = truncate(reason, whole - used - 2);
	return [
		{role: 'plain', text: id},
		...pieces,
		...reason === '' ? [] : [{role: 'plain', text: ' '.repeat(Math.max(2, whole - used - widthOf(shownReason)))} as const, {role: isLeftOut ? 'faint' : (outcome?.error === undefined ? 'warning' : 'bad'), text: shownReason} as const],
	];
}

function reasonOf(outcome: EditOutcome | undefined, isLeftOut: boolean): string {
	if (isLeftOut) {
		return 'left out';
	}

	return outcome?.error === undefined
		? (outcome?.isDuplicate === true ? 'becomes a duplicate' : '')
		: `${labelOf(outcome.error.field)} ${sanitise(outcome.error.message)}`;
}

function changePieces({before}: EditItem, {fields, after}: EditOutcome, hasNames: boolean, room: number): RowPiece[] {
	if (fields.length === 0) {
		return [{role: 'plain', text: truncate('members that the service does not document', room)}];
	}

	const separators = 3 * (fields.length - 1);
	const each = Math.max(12, Math.floor((room - separators) / fields.length));
	return fields.flatMap((field, index): RowPiece[] => {
		const name = hasNames ? `${nameOfField(field)} ` : '';
		const segments = changeSegments(sanitiseCell(readField(before, field)), sanitiseCell(readField(after, field)));
		return [
			...index === 0 ? [] : [{role: 'faint', text: ' · '} as const],
			...name === '' ? [] : [{role: 'faint', text: name} as const],
			...segmentPieces(segments, Math.max(8, each - widthOf(name))),
		];
	});
}

/** The share of the columns that the changed part takes at most, if the rest does not fit as well. */
const changeShare = 0.75;

/** A changed text, `https://[old→new].example.org`, at most `columns` wide. What is the same is cut first. */
export function segmentPieces({start, old, new: changed, end}: ChangeSegments, columns: number): RowPiece[] {
	const signs = 3;
	const isLong = widthOf(start) + widthOf(old) + widthOf(changed) + widthOf(end) + signs > columns;
	const both = Math.max(4, Math.floor(start + end === '' ? columns : columns * changeShare) - signs);
	// The shorter of the two is shown whole, if it takes less than half.
	const oldWidth = Math.max(Math.floor(both / 2), both - widthOf(changed));
	const from = isLong ? truncateMiddle(old, oldWidth) : old;
	const to = isLong ? truncateMiddle(changed, both - widthOf(from)) : changed;
	const left = Math.max(0, columns - signs - widthOf(from) - widthOf(to));
	const endWidth = Math.min(widthOf(end), Math.max(Math.floor(left / 2), left - widthOf(start)));
	return [
		{role: 'plain', text: truncateStart(start, left - endWidth)},
		{role: 'plain', text: '['},
		{role: 'faint', text: from},
		{role: 'plain', text: '→'},
		{role: 'good', text: to},
		{role: 'plain', text: ']'},
		{role: 'plain', text: truncate(end, endWidth)},
	];
}

const shown = (text: string): string => text === '' ? 'none' : sanitiseCell(text);
