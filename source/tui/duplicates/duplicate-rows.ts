import type {DuplicateGroup} from '../../query/duplicates.ts';
import type {Notification} from '../../notification/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {numberText, joined} from '../../platform/text.ts';
import {joinedFields} from '../ui/fit.ts';
import {nameInRow} from '../shared/notification-name.ts';

/** A row of the duplicates screen: the header of a group, or one of its members. */
export type DuplicateRow = {
	readonly group: DuplicateGroup;
	/** The member in this row; undefined for the header. */
	readonly member: Notification | undefined;
};

/** The IDs of all members but the oldest. A notification with a pending change is neither kept nor deleted, because a DELETE of it may still take effect. */
export function idsButOldest({members}: DuplicateGroup, pending: ReadonlySet<string>): string[] {
	return members
		.filter(({id}) => !pending.has(id))
		.slice(1)
		.map(({id}) => id);
}

/** The effect of deleting the marked notifications on the groups of duplicates. */
type RemainingDuplicates = {
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

/** A row, safe to show. The header of a group has what its members share and is at most `columns` wide, its counts never cut; a member has its ID, whether it is the oldest, and whether it is kept. */
export function duplicateText(
	{group: {members, isByAge, hasOtherContent}, member}: DuplicateRow,
	marked: ReadonlySet<string>,
	pending: ReadonlySet<string>,
	columns: number,
): string {
	const [first] = members;
	if (member === undefined) {
		const {channel, userId, recipient} = first!;
		const marks = members.filter(({id}) => marked.has(id)).length;
		const counts = ` · ${numberText(members.length)} identical${hasOtherContent ? ' as listed' : ''}${marks === 0 ? '' : `, ${numberText(marks)} marked`}`;
		return `${joinedFields([nameInRow(first!), channel, userId, recipient], Math.max(1, columns - widthOf(counts)))}${counts}`;
	}

	const oldest = isByAge ? 'oldest' : 'first in the listing; its age is not known';
	const kept = marked.has(member.id) ? oldest : `keep (${oldest})`;
	return joined(
		[`  ${sanitiseCell(member.id)}`, member === first ? kept : '', pending.has(member.id) ? 'a change is pending' : ''],
		'  ',
	);
}
