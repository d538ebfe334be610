import {Text} from 'ink';
import {useMemo, useState, useSyncExternalStore} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {unlistedFields} from '../../notification/spec.ts';
import {findDuplicateGroups, type DuplicateGroup} from '../../query/duplicates.ts';
import {numberText} from '../../platform/text.ts';
import {completeRecordsOf, recordsOf, type ListingState} from '../../session/listing-state.ts';
import {fit} from '../../terminal/width.ts';
import {useKeys} from '../keys/use-keys.ts';
import {toggled} from '../list/use-marks.ts';
import {marginOf, marginWidth} from '../list/row-text.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {useSliced} from '../shared/use-sliced.ts';
import {theme} from '../theme.ts';
import {cutTo, linesOf, warning} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, useList} from '../ui/list.tsx';
import {
	differencesText,
	groupText,
	idsButOldest,
	layOutDuplicates,
	memberText,
	readerLine,
	remainingDuplicates,
	type DuplicateRow,
} from './duplicate-rows.ts';

/** Groups of identical notifications. Marks all but the oldest of each group in the list, which deletes them. */
export function DuplicatesScreen({marked}: {readonly marked: ReadonlySet<string>}) {
	const {pending: pendingChanges} = useSession();
	const {ids: pending} = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
	const {push, choose, announce} = useNavigation();
	const {listing, refresh} = useListing();
	const {columns, rows: room} = useBodySize();
	const {groups, isBusy} = useDuplicates(recordsOf(listing));
	const rows = useMemo(() => layOutDuplicates(groups), [groups]);
	const [ids, setIds] = useState(marked);
	const toggle = (some: readonly string[]) => {
		setIds(current => toggled(current, some));
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
	const hasDifferences = useMemo(() => groups.some(group => differencesText(group) !== ''), [groups]);
	const below = hasDifferences ? Math.max(0, Math.min(3, room - top.length - 3)) : 0;
	const list = useList(rows, Math.max(1, room - top.length - below));
	const row = rows.at(list.selected);

	const leave = (isToDelete: boolean) => {
		choose({kind: 'mark', ids, keeps, isToDelete});
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
					announce({text: differencesText(group)});
				} else {
					toggle(idsButOldest(group, pending));
				}
			},
			'mark-all'() {
				const identical = groups.filter(({hasOtherContent}) => !hasOtherContent);
				toggle(identical.flatMap(group => idsButOldest(group, pending)));
				const others = groups.length - identical.length;
				if (others > 0) {
					announce({
						text: `${others} ${others === 1 ? 'group was' : 'groups were'} left out: what this machine sent differs in its templates or topics.`,
					});
				}
			},
			open() {
				const {group, member} = row!;
				const [extra] = idsButOldest(group, pending);
				// What is deleted from the details of a group is not the one to keep.
				push({name: 'detail', record: member ?? group.members.find(({id}) => id === extra) ?? group.members[0]!});
			},
			delete() {
				leave(true);
			},
			refresh,
			back() {
				leave(false);
			},
		},
	});

	const signsOf = ({member}: DuplicateRow) => ({
		isMarked: member !== undefined && ids.has(member.id),
		isPending: member !== undefined && pending.has(member.id),
	});
	const drawAt = (index: number, isSelected: boolean) => {
		const {group, member} = rows.at(index)!;
		const {isMarked, isPending} = signsOf({group, member});
		const margin = marginOf({isSelected, isMarked, isPending});
		const text =
			member === undefined
				? groupText(group, ids, columns - marginWidth)
				: memberText({group, member}, {isMarked, isPending});
		return (
			<Text
				key={index}
				{...(member === undefined && theme.title)}
				{...(isPending && theme.warning)}
				{...(isSelected && theme.selected)}
				wrap="truncate-end"
			>
				{fit(`${margin}${text}`, columns)}
			</Text>
		);
	};

	const marks = ids.size === 0 ? [] : [`${ids.size} marked`];
	const found = isBusy
		? ['looking for duplicates …']
		: [
				`${counted(groups.length, 'group')}${extraCount === 0 ? '' : `, ${numberText(extraCount)} to delete`}`,
				counted(groups.length, 'group'),
			];
	const status = [...found.map(text => [...marks, text].join(' · ')), ...marks];
	return (
		<Frame keys={keys} header={<Header status={status} />}>
			<Lines lines={[...top, ...linesOf(groups.length === 0 && !isBusy && emptyText(listing), columns)]} />
			<List of={list} textAt={index => readerLine(rows.at(index)!, ids, signsOf(rows.at(index)!))} drawAt={drawAt} />
			{below > 0 && row !== undefined && (
				<Lines lines={cutTo(linesOf(warning(differencesText(row.group)), columns), below)} />
			)}
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
