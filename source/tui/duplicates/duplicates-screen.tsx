import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useMemo, useReducer, useSyncExternalStore} from 'react';
import {completeRecordsOf, recordsOf, type ListingState} from '../../session/listing-state.ts';
import {fit} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useClick} from '../keys/use-mouse.ts';
import {marginOf, marginWidth} from '../list/row-text.ts';
import {noMarks, reduceMarks} from '../list/marks.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {cutTo, messages, type Message} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {ReaderRow} from '../shared/reader-row.tsx';
import {useListing, useSession} from '../shared/session-context.ts';
import {useRowSelection} from '../shared/use-list-window.ts';
import {theme} from '../theme.ts';
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
import {useDuplicates} from './use-duplicates.ts';

export type DuplicatesScreenProps = {
	/** The IDs that are marked in the list. */
	readonly marked: ReadonlySet<string>;
};

/** Groups of identical notifications. Marks all but the oldest of each group in the list, which deletes them. */
export function DuplicatesScreen({marked}: DuplicatesScreenProps) {
	const {pending: pendingChanges} = useSession();
	const {ids: pending} = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
	const {push, choose, announce} = useNavigation();
	const {listing, refresh} = useListing();
	const {columns, rows: room} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const {groups, isBusy} = useDuplicates(recordsOf(listing));
	const rows = useMemo(() => layOutDuplicates(groups), [groups]);
	const [{ids}, dispatch] = useReducer(reduceMarks, {...noMarks, ids: marked});
	const isCurrent = listing.state === 'ready' && listing.value.complete && !isBusy;
	const {keeps, emptied} = useMemo(() => remainingDuplicates(groups, ids, pending), [groups, ids, pending]);
	const extraCount = groups.reduce((sum, {members}) => sum + members.length - 1, 0);

	const top = [
		...(groups.length === 0 ? [] : introLines(columns, Math.floor(room / 3))),
		...(emptied === 0
			? []
			: cutTo(
					messages(
						'warning',
						`! Every one of ${emptied === 1 ? 'a group' : `${emptied} groups`} is marked: none of these would stay.`,
						columns,
					),
					Math.min(2, room - 1),
				)),
	];
	const hasDifferences = useMemo(() => groups.some(group => differencesText(group) !== ''), [groups]);
	const below = hasDifferences ? Math.max(0, Math.min(3, room - top.length - 3)) : 0;
	const height = Math.max(1, room - top.length - below);
	const {selected, top: first, moves, selectAt} = useRowSelection(rows, height);
	const box = useClick(line => {
		selectAt(first + line);
	});
	const row = rows.at(selected);

	const leave = (isToDelete: boolean) => {
		choose({kind: 'mark', ids, keeps, isToDelete});
	};

	const keys = useKeys('duplicates', {
		guards: {hasRow: row !== undefined, isCurrent, hasMarks: ids.size > 0},
		actions: {
			...moves,
			mark() {
				const {group, member} = row!;
				if (member !== undefined) {
					dispatch({type: 'toggle', ids: [member.id]});
					moves.down();
				} else if (group.hasOtherContent) {
					announce({tone: 'plain', text: differencesText(group)});
				} else {
					dispatch({type: 'toggle', ids: idsButOldest(group, pending)});
				}
			},
			'mark-all'() {
				const identical = groups.filter(({hasOtherContent}) => !hasOtherContent);
				dispatch({type: 'toggle', ids: identical.flatMap(group => idsButOldest(group, pending))});
				const others = groups.length - identical.length;
				if (others > 0) {
					announce({
						tone: 'plain',
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
	const lineAt = (index: number) => {
		const {group, member} = rows.at(index)!;
		const isSelected = index === selected;
		const {isMarked, isPending} = signsOf({group, member});
		const margin = marginOf({isSelected, isMarked, isInRange: false, isPending, change: undefined});
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
			<Messages messages={top} />
			{groups.length === 0 && !isBusy && <Text> {emptyText(listing)}</Text>}
			{isReader && <ReaderRow line={row && readerLine(row, ids, signsOf(row))} index={selected} count={rows.length} />}
			<Box ref={box} flexDirection="column" flexShrink={0} height={groups.length === 0 ? 0 : height}>
				{!isReader &&
					Array.from({length: Math.max(0, Math.min(height, rows.length - first))}, (_line, index) =>
						lineAt(first + index),
					)}
			</Box>
			{below > 0 && row !== undefined && (
				<Messages messages={cutTo(messages('warning', differencesText(row.group), columns), below)} />
			)}
		</Frame>
	);
}

/** The introduction: which fields are compared and which cannot be. */
const introLines = (columns: number, height: number): Message[] =>
	cutTo(messages('warning', 'Identical in every listed field (templates and topics: never listed).', columns), height);

function emptyText(listing: ListingState): string {
	if (!('value' in listing)) {
		return 'No notifications are listed yet.';
	}

	return completeRecordsOf(listing) === undefined
		? 'No duplicates among those read: the listing is incomplete.'
		: 'No duplicates.';
}

const counted = (count: number, noun: string) => `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
