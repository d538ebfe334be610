import {useMemo, useState, useSyncExternalStore} from 'react';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import {unlistedFields} from '../../notification/spec.ts';
import {findDuplicateGroups, type DuplicateGroup} from '../../query/duplicates.ts';
import {numberText, joined} from '../../platform/text.ts';
import {completeRecordsOf, recordsOf, type ListingState} from '../../account/listing-state.ts';
import {useKeys} from '../keys/use-keys.ts';
import {toggled} from '../list/list-state.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {useListing, useSession} from '../ui/session.ts';
import {usePendingRefusal} from '../list/list-keys.ts';
import {useSliced} from '../ui/use-task.ts';
import {cutTo, linesOf, warning, Lines, type Line} from '../ui/line.tsx';
import {rowMargin, type ListRows} from '../ui/list.tsx';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {changeRows, ToldList, useToldList, type Row} from '../changes/rows.tsx';
import {nameInRow} from '../ui/sentence.ts';

/** Why the members of a group are not marked together. */
const differ = 'What this machine sent for them has different templates or topics: mark them one by one.';

/** Groups of identical notifications, of which all but the oldest of each can be marked and deleted. */
export function DuplicatesScreen() {
	const {pending: pendingChanges} = useSession();
	const {ids: pending} = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
	const {push, announce} = useNavigation();
	const isRefused = usePendingRefusal();
	const {listing, refresh} = useListing();
	const {columns, rows: room} = useBodySize();
	const {groups, isBusy} = useDuplicates(recordsOf(listing));
	const {rows, rowKeys} = useMemo(() => {
		const all = groups.flatMap((group): DuplicateRow[] =>
			[undefined, ...group.members].map(member => ({group, member})),
		);
		return {rows: all, rowKeys: all.map(({group, member}) => member?.id ?? `group ${group.members[0]!.id}`)};
	}, [groups]);
	const [marked, setMarked] = useState<ReadonlySet<string>>(noIds);
	const targets = useMemo(
		() => groups.flatMap(({members}) => members.filter(({id}) => marked.has(id))),
		[groups, marked],
	);
	// What is no duplicate any more, such as what was deleted, is not marked.
	const ids = useMemo(() => new Set(targets.map(({id}) => id)), [targets]);
	const toggle = (some: readonly string[]) => {
		setMarked(toggled(ids, some));
	};

	const isCurrent = listing.state === 'ready' && listing.value.complete && !isBusy;
	const {keeps, emptied} = useMemo(() => remainingDuplicates(groups, ids, pending), [groups, ids, pending]);
	const extraCount = groups.reduce((sum, {members}) => sum + members.length - 1, 0);

	const intro = warning('Identical in every listed field (templates and topics: never listed).');
	const emptiedText = `! Every one of ${emptied === 1 ? 'a group' : `${emptied} groups`} is marked: none of these would stay.`;
	const said = [emptied > 0 && warning(emptiedText), groups.length > 0 && intro];
	const top = cutTo(linesOf(said, columns), Math.floor(room / 2));
	const shown = duplicateRows(rows, ids, pending, columns - rowMargin);
	const list = useToldList(rowKeys, room - top.length, () => [], shown.title);
	const row = rows[list.selected];

	/** The notification of a row. What is deleted from the details of a group is not the oldest. */
	const shownOf = ({group, member = group.members[1]!}: DuplicateRow): Notification => member;

	const keys = useKeys('duplicates', {
		guards: {hasRow: row !== undefined, isCurrent, hasMarks: ids.size > 0},
		actions: {
			...list.moves,
			mark() {
				const {group, member} = row!;
				if (member !== undefined) {
					toggle([member.id]);
					list.moves.down();
				} else if (group.hasOtherContent) {
					announce({text: differ});
				} else {
					toggle(idsButOldest(group, pending));
				}
			},
			'mark-all'() {
				const identical = groups.filter(({hasOtherContent}) => !hasOtherContent);
				const newer = new Set(identical.flatMap(group => idsButOldest(group, pending)));
				const isDone = newer.symmetricDifference(ids).size === 0;
				setMarked(isDone ? new Set() : newer);
				const others = groups.length - identical.length;
				if (others > 0) {
					announce({text: `${others} ${others === 1 ? 'group was' : 'groups were'} left out. ${differ}`});
				}
			},
			open() {
				push({name: 'detail', record: shownOf(row!)});
			},
			copy() {
				push({name: 'copy', record: shownOf(row!)});
			},
			delete() {
				if (!isRefused([...ids])) {
					push({name: 'delete', targets, keeps});
				}
			},
			refresh,
		},
	});

	const marks = ids.size > 0 && `${ids.size} marked`;
	const toDelete = extraCount === 0 ? '' : `, ${numberText(extraCount)} to delete`;
	const found = isBusy ? 'looking for duplicates …' : `${counted(groups.length, 'group')}${toDelete}`;
	const status = [joined([marks, found], ' · '), marks === false ? found : marks];
	return (
		<Frame keys={keys} status={status}>
			<Lines lines={[...top, ...linesOf(groups.length === 0 && !isBusy && emptyText(listing), columns)]} />
			<ToldList of={list} textAt={shown.lineAt} />
		</Frame>
	);
}

const emptyText = (listing: ListingState): string =>
	completeRecordsOf(listing) === undefined
		? 'No duplicates among those read: the listing is incomplete.'
		: 'No duplicates.';

const counted = (count: number, noun: string) => `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;

const noIds: ReadonlySet<string> = new Set();

const noGroups: readonly DuplicateGroup[] = [];

/** Finds the groups of identical notifications among these records, in slices between key presses. Once the ledger is open, the content sent from this machine is compared as well. */
function useDuplicates(records: readonly ListedRecord[]) {
	const {ledger, profileKey} = useSession();
	const {value: groups = noGroups, isCurrent} = useSliced(
		useMemo(() => {
			if (ledger === undefined) {
				return undefined;
			}

			const sentOf = (id: string) => {
				const sent = ledger.sent.get(profileKey, id);
				return sent && JSON.stringify(unlistedFields(sent));
			};

			return () => findDuplicateGroups(records, sentOf);
		}, [records, ledger, profileKey]),
	);

	return {groups, isBusy: !isCurrent};
}

type Ids = ReadonlySet<string>;

/** A row of the duplicates screen: the header of a group, or one of its members. */
type DuplicateRow = {
	readonly group: DuplicateGroup;
	/** The member in this row; undefined for the header. */
	readonly member: Notification | undefined;
};

/** The IDs of all members but the oldest. A notification with a pending change is neither kept nor deleted, because a DELETE of it may still take effect. */
export function idsButOldest({members}: DuplicateGroup, pending: Ids): string[] {
	return members
		.filter(({id}) => !pending.has(id))
		.slice(1)
		.map(({id}) => id);
}

/** The effect of deleting the marked notifications on the groups of duplicates. `keeps`: the ID of one remaining member of each group with marks, which must still be listed when the others are deleted; `emptied`: the number of groups of which nothing is certain to remain. */
export function remainingDuplicates(groups: readonly DuplicateGroup[], marked: Ids, pending: Ids) {
	const remaining = groups
		.filter(({members}) => members.some(({id}) => marked.has(id)))
		.map(({members}) => members.find(({id}) => !marked.has(id) && !pending.has(id))?.id);
	const keeps = remaining.filter(id => id !== undefined);
	return {keeps: new Set(keeps), emptied: remaining.length - keeps.length};
}

/** The rows in at most `columns`, safe to show: members in the columns of the list, with what is marked and what stays; the header of a group has its name and its counts, which are never cut. */
export function duplicateRows(rows: readonly DuplicateRow[], marked: Ids, pending: Ids, columns: number): ListRows {
	const rowAt = (index: number) => {
		const {group, member} = rows[index]!;
		return member === undefined ? headerLine(group, marked, columns) : memberRow(group, member, marked, pending);
	};
	return changeRows({count: rows.length, rowAt}, columns);
}

function headerLine({members, hasOtherContent}: DuplicateGroup, marked: Ids, columns: number): Line {
	const marks = members.filter(({id}) => marked.has(id)).length;
	const counts = ` · ${numberText(members.length)} identical${hasOtherContent ? ' as listed' : ''}${marks === 0 ? '' : `, ${numberText(marks)} marked`}`;
	return {
		text: `${truncate(sanitiseCell(nameInRow(members[0]!)), Math.max(1, columns - widthOf(counts)))}${counts}`,
		tone: 'title',
	};
}

function memberRow({members, isByAge}: DuplicateGroup, member: Notification, marked: Ids, pending: Ids): Row {
	const {id} = member;
	const oldest = isByAge ? 'oldest' : 'first in the listing; its age is not known';
	const kept = marked.has(id) ? oldest : `keep (${oldest})`;
	const note = joined([member === members[0] && kept, pending.has(id) && 'a change is pending'], ', ');
	return {
		// The columns stay where they are with the first mark.
		sign: marked.has(id) ? {text: '●', spoken: 'marked'} : {text: ' '},
		id,
		fields: member,
		note: {text: note, role: pending.has(id) ? 'warning' : 'faint'},
	};
}
