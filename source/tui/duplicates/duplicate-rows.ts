import type {DuplicateGroup} from '../../query/duplicates.ts';
import type {Notification} from '../../notification/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import {joinedFields} from '../ui/fit.ts';
import {nameInRow} from '../shared/notification-name.ts';
import {readerWidth} from '../shared/reader.ts';
import type {KeyedRows} from '../shared/list-window.ts';

/** A row of the duplicates screen: the header of a group, or one of its members. */
export type DuplicateRow = {
	readonly group: DuplicateGroup;
	/** The member in this row; undefined for the header. */
	readonly member: Notification | undefined;
};

/** The rows of all groups, each header above its members. */
export type DuplicateRows = KeyedRows & {
	readonly at: (index: number) => DuplicateRow | undefined;
};

export function layOutDuplicates(groups: readonly DuplicateGroup[]): DuplicateRows {
	const rows = groups.flatMap((group): DuplicateRow[] => [
		{group, member: undefined},
		...group.members.map(each => ({group, member: each})),
	]);
	const keyOf = ({group, member: own}: DuplicateRow) =>
		own === undefined ? `group ${group.members[0]!.id}` : `id ${own.id}`;
	return {
		length: rows.length,
		at: index => rows[index],
		keyAt: index => rows[index] && keyOf(rows[index]),
		indexOf: key => rows.findIndex(row => keyOf(row) === key),
	};
}

/** The IDs of all members but the oldest. A notification with a pending change is neither kept nor deleted, because a DELETE of it may still take effect. */
export function idsButOldest({members}: DuplicateGroup, pending: ReadonlySet<string>): string[] {
	return members
		.filter(({id}) => !pending.has(id))
		.slice(1)
		.map(({id}) => id);
}

/** The effect of deleting the marked notifications on the groups of duplicates. */
export type RemainingDuplicates = {
	/** The ID of one remaining member of each group with marks. It must still be listed when the others are deleted. */
	readonly keeps: ReadonlySet<string>;
	/** The number of groups of which nothing is certain to remain. */
	readonly emptied: number;
};

export function remainingDuplicates(
	groups: readonly DuplicateGroup[],
	marked: ReadonlySet<string>,
	pending: ReadonlySet<string>,
): RemainingDuplicates {
	const remaining = groups
		.filter(({members}) => members.some(({id}) => marked.has(id)))
		.map(({members}) => members.find(({id}) => !marked.has(id) && !pending.has(id))?.id);
	const keeps = remaining.filter(id => id !== undefined);
	return {keeps: new Set(keeps), emptied: remaining.length - keeps.length};
}

/** The header of a group, safe to show, at most `columns` wide. Its counts are never cut. */
export function groupText({members}: DuplicateGroup, marked: ReadonlySet<string>, columns: number): string {
	const [first] = members;
	const {channel, userId, recipient} = first!;
	const marks = members.filter(({id}) => marked.has(id)).length;
	const counts = ` · ${numberText(members.length)} identical${marks === 0 ? '' : `, ${numberText(marks)} marked`}`;
	return `${joinedFields([nameInRow(first!), channel, userId, recipient], Math.max(1, columns - widthOf(counts)))}${counts}`;
}

/** The state of a member of a group. */
export type MemberSigns = {readonly isMarked: boolean; readonly isPending: boolean};

/** A member of a group, safe to show: its ID, whether it is the oldest, and whether it is kept. */
export function memberText(
	{group: {members, isByAge}, member: own}: DuplicateRow,
	{isMarked, isPending}: MemberSigns,
): string {
	const oldest = isByAge ? 'oldest' : 'first in the listing; its age is not known';
	const kept = isMarked ? oldest : `keep (${oldest})`;
	return [`  ${sanitiseCell(own!.id)}`, own === members[0] ? kept : '', isPending ? 'a change is pending' : '']
		.filter(text => text !== '')
		.join('  ');
}

/** A row as a screen reader reads it, its parts two spaces apart. */
export function readerLine(row: DuplicateRow, marked: ReadonlySet<string>, signs: MemberSigns): string {
	return row.member === undefined
		? groupText(row.group, marked, readerWidth)
		: `${memberText(row, signs)}${signs.isMarked ? '  marked' : ''}`;
}

/** Why the members of a group are not marked together, where they are not. */
export const differencesText = ({hasOtherContent}: DuplicateGroup): string =>
	hasOtherContent ? 'What this machine sent for them has different templates or topics: mark them one by one.' : '';
