import {useMemo, useState, useSyncExternalStore} from 'react';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import {unlistedFields} from '../../notification/spec.ts';
import {findDuplicateGroups, type DuplicateGroup} from '../../query/duplicates.ts';
import {numberText} from '../../platform/text.ts';
import {completeRecordsOf, recordsOf, type ListingState} from '../../account/listing-state.ts';
import {useKeys} from '../keys/use-keys.ts';
import {toggled} from '../list/use-marks.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {usePendingRefusal} from '../shared/use-pending-refusal.ts';
import {useSliced} from '../shared/use-sliced.ts';
import {cutTo, linesOf, warning} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, rowMargin, useList} from '../ui/list.tsx';
import {duplicateRows, idsButOldest, remainingDuplicates, type DuplicateRow} from './duplicate-rows.ts';

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
	const top = [
		...cutTo(linesOf(groups.length > 0 && intro, columns), Math.floor(room / 3)),
		...cutTo(linesOf(emptied > 0 && warning(emptiedText), columns), Math.min(2, room - 1)),
	];
	const hasTitle = rows.length > 0 && room - top.length > leastRows;
	const list = useList(rowKeys, Math.max(1, room - top.length - Number(hasTitle)));
	const shown = duplicateRows(rows, ids, pending, columns - rowMargin);
	const row = rows[list.selected];

	/** The notification of a row. What is deleted from the details of a group is not the one to keep. */
	const shownOf = ({group, member}: DuplicateRow): Notification => {
		const [extra] = idsButOldest(group, pending);
		return member ?? group.members.find(({id}) => id === extra) ?? group.members[0]!;
	};

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
				toggle(identical.flatMap(group => idsButOldest(group, pending)));
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

	const marks = ids.size === 0 ? [] : [`${ids.size} marked`];
	const found = counted(groups.length, 'group');
	const toDelete = extraCount === 0 ? '' : `, ${numberText(extraCount)} to delete`;
	const states = isBusy ? ['looking for duplicates …'] : [`${found}${toDelete}`, found];
	const status = [...states.map(text => [...marks, text].join(' · ')), ...marks];
	return (
		<Frame keys={keys} header={<Header status={status} />}>
			<Lines lines={[...top, ...linesOf(groups.length === 0 && !isBusy && emptyText(listing), columns)]} />
			<List of={list} title={hasTitle ? shown.title : undefined} textAt={shown.lineAt} />
		</Frame>
	);
}

function emptyText(listing: ListingState): string {
	if (!('value' in listing)) {
		return 'No notifications are listed yet.';
	}

	return completeRecordsOf(listing) === undefined
		? 'No duplicates among those read: the listing is incomplete.'
		: 'No duplicates.';
}

const counted = (count: number, noun: string) => `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The rows below which the titles of the columns are left out. */
const leastRows = 4;

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
