import {changeSegments, type ChangeSegments} from '../../domain/bulk-edit/change-segments.ts';
import type {EditItem, EditOutcome} from '../../domain/bulk-edit/edit-outcomes.ts';
import {nameOfField} from '../../domain/draft/field-path.ts';
import {readField, type FieldId} from '../../domain/fields.ts';
import {sanitise, sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, truncateStart, truncateValue, widthOf} from '../../terminal/width.ts';
import {labelOf} from '../form/form.ts';
import {fitWidths} from '../list/fit-widths.ts';

/** A piece of a row with its style. */
export type RowPiece = {readonly role?: 'faint' | 'good' | 'bad' | 'warning' | undefined; readonly text: string};

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

/** The sign of a row: left out or protected, invalid, a duplicate or warned of, or none. */
export function editSign(outcome: EditOutcome | undefined, isLeftOut: boolean): string {
	if (isLeftOut || outcome?.isProtected === true) {
		return '-';
	}

	return outcome?.error === undefined ? (outcome?.isDuplicate === true || outcome?.isWarned === true ? '!' : ' ') : '✗';
}

/** The share of the columns that a reason takes at most, if the change needs the rest. */
const reasonShare = 0.5;

/** A notification of a bulk edit on one line: its ID, `old → new` of what changes with the changed part marked, and why it is invalid. Safe to show. */
export function editRow({item, outcome, isLeftOut, focus, hasNames, idWidth, columns}: EditRowOptions): RowPiece[] {
	const id = `${fit(truncateMiddle(sanitiseCell(item.of.id), idWidth), idWidth)}  `;
	const reason = editReason(outcome, isLeftOut);
	const whole = columns - widthOf(id);
	const room = Math.max(
		4,
		whole - (reason === '' ? 0 : Math.min(widthOf(reason), Math.floor(columns * reasonShare)) + 2),
	);
	const pieces =
		isLeftOut || outcome?.isChanged !== true
			? [{role: 'faint', text: truncateValue(shownValue(readField(item.before, focus)), room)} as const]
			: fieldPieces(item, outcome, hasNames, room);
	const used = pieces.reduce((sum, {text}) => sum + widthOf(text), 0);
	const shownReason = truncate(reason, whole - used - 2);
	return [
		{text: id},
		...pieces,
		...(reason === ''
			? []
			: [
					{text: ' '.repeat(Math.max(2, whole - used - widthOf(shownReason)))} as const,
					{role: isLeftOut ? 'faint' : outcome?.error === undefined ? 'warning' : 'bad', text: shownReason} as const,
				]),
	];
}

/** Why a notification is not edited, or what is warned of; empty without a reason. */
export function editReason(outcome: EditOutcome | undefined, isLeftOut: boolean): string {
	if (isLeftOut) {
		return 'left out';
	}

	if (outcome?.isProtected === true) {
		return 'protected';
	}

	if (outcome?.error !== undefined) {
		return `${labelOf(outcome.error.field)} ${sanitise(outcome.error.message)}`;
	}

	const isWarned = outcome?.isWarned === true;
	return outcome?.isDuplicate === true ? 'becomes a duplicate' : isWarned ? 'breaks a policy' : '';
}

function fieldPieces({before}: EditItem, {fields, after}: EditOutcome, hasNames: boolean, room: number): RowPiece[] {
	return fields.length === 0
		? [{text: truncate('members that the service does not document', room)}]
		: changePieces(
				fields.map(field => ({
					name: hasNames ? nameOfField(field) : '',
					old: readField(before, field),
					new: readField(after, field),
				})),
				room,
			);
}

/** The change of a field; the texts need not be safe to show, the name does. `name`: empty if it is not shown. */
export type ShownChange = {readonly name: string; readonly old: string; readonly new: string};

/** The changes of a notification on one line, each with its name and its changed part marked. What one leaves of the room goes to the others, and those without any are counted. Safe to show. `between`: the sign between the two, one column wide. */
export function changePieces(changes: readonly ShownChange[], room: number, between = '→'): RowPiece[] {
	const parts = changes.map(({name, old, new: after}) => {
		const label = name === '' ? '' : `${name} `;
		const segments = changeSegments(sanitiseCell(old), sanitiseCell(after));
		const {start, old: from, new: to, end} = segments;
		const whole = widthOf(label) + widthOf(start) + widthOf(from) + widthOf(to) + widthOf(end) + segmentSigns;
		return {label, segments, whole, least: Math.min(whole, widthOf(label) + leastSegments)};
	});
	const others = (count: number) => (count === 0 ? '' : `${separator}${count} more`);
	const needed = (count: number) =>
		parts
			.slice(0, count)
			.reduce((sum, {least}) => sum + least + separator.length, others(parts.length - count).length - separator.length);
	let count = parts.length;
	while (count > 1 && needed(count) > room) {
		count--;
	}

	const rest = others(parts.length - count);
	const shown = parts.slice(0, count);
	const widths = fitWidths(
		shown.map(({whole, least}) => ({least, distinct: whole, common: whole, whole})),
		room - rest.length - separator.length * (count - 1),
	);
	return [
		...shown.flatMap(({label, segments}, index): RowPiece[] => [
			...(index === 0 ? [] : [{role: 'faint', text: separator} as const]),
			...(label === '' ? [] : [{role: 'faint', text: label} as const]),
			...segmentPieces(segments, Math.max(leastSegments, widths[index]! - widthOf(label)), between),
		]),
		...(rest === '' ? [] : [{role: 'faint', text: rest} as const]),
	];
}

/** The text between two changes. */
const separator = ' · ';

/** The signs around a changed part: `[→]`. */
const segmentSigns = 3;

/** The width in which a changed text is worth showing. */
const leastSegments = 8;

/** The share of the columns that the changed part takes at most, if the rest does not fit as well. */
const changeShare = 0.75;

/** A changed text, `https://[old→new].example.org`, at most `columns` wide. What is the same is cut first. Its end stays, which tells webhooks of one host apart. */
export function segmentPieces(
	{start, old, new: changed, end}: ChangeSegments,
	columns: number,
	between = '→',
): RowPiece[] {
	const isLong = widthOf(start) + widthOf(old) + widthOf(changed) + widthOf(end) + segmentSigns > columns;
	const both = Math.max(
		4,
		Math.max(Math.floor(columns * changeShare), columns - widthOf(start) - widthOf(end)) - segmentSigns,
	);
	// The shorter of the two is shown whole, if it takes less than half.
	const oldWidth = Math.max(Math.floor(both / 2), both - widthOf(changed));
	const from = isLong ? truncateMiddle(old, oldWidth) : old;
	const to = isLong ? truncateMiddle(changed, both - widthOf(from)) : changed;
	const left = Math.max(0, columns - segmentSigns - widthOf(from) - widthOf(to));
	const endWidth = Math.min(widthOf(end), Math.max(Math.floor(left / 2), left - widthOf(start)));
	return [
		{text: truncateStart(start, left - endWidth)},
		{text: '['},
		{role: 'faint', text: from},
		{text: between},
		{role: 'good', text: to},
		{text: ']'},
		{text: truncateMiddle(end, endWidth)},
	];
}
