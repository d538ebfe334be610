import type {MemberChange} from '../../api/draft-changes.ts';
import {nameOfField, parseFieldName} from '../../domain/draft/change.ts';
import {filtersText} from '../../domain/filters/sentence.ts';
import type {Notification} from '../../domain/notification.ts';
import {wireNames} from '../../domain/wire-names.ts';
import type {FileChange} from '../../files/changes.ts';
import type {EntryWarning} from '../../files/check-entries.ts';
import type {KeptItem} from '../../files/plan.ts';
import {changeSigns} from '../../files/plan-texts.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import {changePieces, type RowPiece, type ShownChange} from '../bulk-edit/edit-row.ts';
import {sentenceLines} from '../shared/sentence-lines.ts';
import {warningsByChange, type WholePlan} from './file-plan.ts';

/** A row of a plan: a change, one that is not made because the notification is protected, the fold of the notifications that are in no file, or one of these. */
export type PlanRow =
	| {readonly kind: 'change'; readonly change: FileChange; readonly warnings: readonly EntryWarning[]}
	| {readonly kind: 'kept'; readonly notification: Notification}
	| {readonly kind: 'fold'; readonly count: number; readonly isOpen: boolean}
	| {readonly kind: 'unmanaged'; readonly notification: Notification};

export type PlanParts = Pick<WholePlan, 'changes' | 'warnings'> & {
	readonly kept: readonly KeptItem[];
	readonly unmanaged: readonly Notification[];
	readonly isOpen: boolean;
};

/** Lays out the rows of a plan. */
export function layOutPlan({changes, warnings, kept, unmanaged, isOpen}: PlanParts): readonly PlanRow[] {
	const warned = warningsByChange(changes, warnings);
	return [
		...changes.map((change, index): PlanRow => ({kind: 'change', change, warnings: warned[index]!})),
		...kept.map(({listed}): PlanRow => ({kind: 'kept', notification: listed})),
		...(unmanaged.length === 0 ? [] : [{kind: 'fold', count: unmanaged.length, isOpen} as const]),
		...(isOpen ? unmanaged.map((notification): PlanRow => ({kind: 'unmanaged', notification})) : []),
	];
}

/** The ID that a row shows: that of the notification it replaces, deletes or leaves alone. What is created has none yet: its line in the file tells it from others. */
export function shownId(row: PlanRow): string {
	switch (row.kind) {
		case 'change': {
			return row.change.kind === 'create' ? `line ${row.change.place.line}` : sanitiseCell(row.change.of.id);
		}

		case 'kept':
		case 'unmanaged': {
			return sanitiseCell(row.notification.id);
		}

		case 'fold': {
			return '';
		}
	}
}

export type PlanRowOptions = {
	readonly isLeftOut: boolean;
	readonly idWidth: number;
	/** The width of the row in columns, without the cursor's sign. */
	readonly columns: number;
};

/** A row of a plan on one line: its sign, the ID, and `old → new` of what changes or the sentence of what is created or deleted. Safe to show. */
export function planRow(row: PlanRow, {isLeftOut, idWidth, columns}: PlanRowOptions): RowPiece[] {
	if (row.kind === 'fold') {
		return [
			{
				role: 'faint',
				text: truncate(`${row.isOpen ? '▾' : '▸'} ${numberText(row.count)} in the scope and in no file`, columns),
			},
		];
	}

	const id = `${fit(truncateMiddle(shownId(row), idWidth), idWidth)}  `;
	const note = row.kind === 'kept' ? 'protected' : isLeftOut ? 'left out' : '';
	const sign = row.kind === 'kept' ? '=' : row.kind === 'unmanaged' || isLeftOut ? ' ' : changeSigns[row.change.kind];
	const room = Math.max(4, columns - widthOf(id) - 2 - (note === '' ? 0 : note.length + 2));
	const pieces =
		row.kind === 'change'
			? piecesOf(row.change, isLeftOut, room)
			: [{role: 'faint', text: sentence(row.notification, room)} as const];
	const used = pieces.reduce((sum, {text}) => sum + widthOf(text), 0);
	return [
		{role: row.kind === 'change' ? roles[row.change.kind] : 'plain', text: sign},
		row.kind === 'change' && row.warnings.length > 0 ? {role: 'warning', text: '!'} : {role: 'plain', text: ' '},
		{role: isLeftOut ? 'faint' : 'plain', text: id},
		...pieces,
		...(note === '' ? [] : [{role: 'faint', text: `${' '.repeat(Math.max(2, room - used + 2))}${note}`} as const]),
	];
}

const roles = {create: 'good', replace: 'plain', delete: 'warning'} as const;

function piecesOf(change: FileChange, isLeftOut: boolean, room: number): RowPiece[] {
	if (change.kind === 'replace' && !isLeftOut) {
		return changePieces(shownChanges(change), room);
	}

	return [
		{role: isLeftOut ? 'faint' : 'plain', text: sentence(change.kind === 'create' ? change.input : change.of, room)},
	];
}

const sentence = (told: Parameters<typeof sentenceLines>[0], room: number): string =>
	truncate(sentenceLines(told, room)[0] ?? '', room);

/** What a replacement changes. Filters are told together, as the condition that they are. */
export function shownChanges({
	of,
	input,
	changes,
}: Extract<FileChange, {readonly kind: 'replace'}>): readonly ShownChange[] {
	const [old, after] = [filtersText(of.filters), filtersText(input.filters)];
	// The condition does not tell types.
	const isTold = ({field, old: before, new: now}: MemberChange) =>
		old !== after &&
		filterMember.test(field) &&
		(!field.endsWith(`.${wireNames.filter.valueType}`) || before === '' || now === '');
	const members = changes
		.filter(change => !isTold(change))
		.map(({field, old: before, new: now}) => ({name: shortName(field), old: before, new: now}));
	return changes.length === members.length ? members : [...members, {name: 'filters', old, new: after}];
}

/** The path of a member of a filter. */
const filterMember = new RegExp(String.raw`^${wireNames.record.details}\.${wireNames.details.filters}\.`, 'v');

/** The short name of a member of the service's format, safe to show: `to` for `delivery_location`. */
export function shortName(path: string): string {
	const parsed = parseFieldName(path);
	return parsed.ok ? nameOfField(parsed.value) : sanitiseCell(path.replace(/^event_details\./v, ''));
}
