import type {DuplicateGroup} from '../../query/duplicates.ts';
import type {Notification} from '../../notification/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {numberText, joined} from '../../platform/text.ts';
import {changeRows, type Row} from '../changes/rows.tsx';
import type {Line} from '../ui/line.ts';
import type {ListRows} from '../ui/list.tsx';
import {nameInRow} from '../shared/notification-name.ts';

type Ids = ReadonlySet<string>;

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

/** The rows in at most `columns`, safe to show: members in the columns of the list, with what is marked and what stays; the header of a group has its name and its counts, which are never cut. */
export function duplicateRows(
	rows: readonly DuplicateRow[],
	marked: Ids,
	pending: Ids,
	columns: number,
): Pick<ListRows, 'title' | 'lineAt'> {
	const members = rows.filter(row => row.member !== undefined);
	const places = new Map(members.map((row, index) => [row, index]));
	const {title, lineAt} = changeRows(
		{count: members.length, rowAt: index => memberRow(members[index]!, marked, pending)},
		columns,
	);
	return {
		title,
		lineAt(index) {
			const row = rows[index]!;
			return row.member === undefined ? headerLine(row.group, marked, columns) : lineAt(places.get(row)!);
		},
	};
}

function headerLine({members, hasOtherContent}: DuplicateGroup, marked: Ids, columns: number): Line {
	const marks = members.filter(({id}) => marked.has(id)).length;
	const counts = ` · ${numberText(members.length)} identical${hasOtherContent ? ' as listed' : ''}${marks === 0 ? '' : `, ${numberText(marks)} marked`}`;
	return {
		text: `${truncate(sanitiseCell(nameInRow(members[0]!)), Math.max(1, columns - widthOf(counts)))}${counts}`,
		tone: 'title',
	};
}

function memberRow({group: {members, isByAge}, member}: DuplicateRow, marked: Ids, pending: Ids): Row {
	const {id} = member!;
	const oldest = isByAge ? 'oldest' : 'first in the listing; its age is not known';
	const kept = marked.has(id) ? oldest : `keep (${oldest})`;
	const note = joined([member === members[0] && kept, pending.has(id) && 'a change is pending'], ', ');
	return {
		sign: marked.has(id) ? {text: '●', spoken: 'marked'} : {text: ''},
		id,
		fields: member!,
		note: {text: note, role: pending.has(id) ? 'warning' : 'faint'},
	};
}
