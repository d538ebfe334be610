import {useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {foldGroup, keyOfId, layOutRows, noFolds} from '../../query/view.ts';
import {typedCondition} from '../../query/parse.ts';
import {isWhole, type AccountListing} from '../../account/listing-state.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {useCursor} from '../shared/use-list-window.ts';
import {bad, capped, cutTo, linesOf, warning, type Line, type Said} from '../ui/line.ts';
import {useFirstCursor} from './first-cursor-context.ts';
import {listLines} from './list-lines.ts';
import type {useListModel} from './list-model.ts';
import {listingSaid} from './listing-messages.ts';
import {useMarks} from './use-marks.ts';
import {useTypedValues} from './use-typed-values.ts';
import {useViews} from './use-views.ts';
import {scrolledHeight} from './window-rows.ts';

export type ListRows = ReturnType<typeof useListRows>;

/** The number of lines from which a message that is cut says how many lines are left out. */
const countedLines = 3;

/** The rows of the list and how they are drawn: those found, with folded groups, selection and marks. */
export function useListRows(
	account: AccountListing,
	size: {readonly columns: number; readonly rows: number; readonly hasSeparators: boolean},
	model: ReturnType<typeof useListModel>,
) {
	const {listing, changes} = account;
	const {
		services: {retryStatus},
		pending: pendingChanges,
		ledger,
		profileKey,
	} = useSession();
	const waiting = useSyncExternalStore(retryStatus.subscribe, retryStatus.waiting);
	const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
	const views = useViews(account, model.query, model.dispatch);
	const {query, view, problem} = model;
	const [folds, setFolds] = useState(noFolds);
	const rows = useMemo(() => layOutRows(view, folds), [view, folds]);
	const rowsView = useMemo(
		() => ({arrangement: [view.group, view.groupOrder].join(' '), search: view.query}),
		[view.group, view.groupOrder, view.query],
	);
	const cursor = useCursor(rows, rowsView, useFirstCursor());
	const {notice} = useNavigation();
	// The cursor moves to what was just created, edited, cloned or recreated, unless the operator moves it first.
	const follow = useEffectEvent((id: string) => {
		cursor.select(keyOfId(id));
	});
	useEffect(() => {
		if (notice?.follows !== undefined) {
			follow(notice.follows);
		}
	}, [notice]);

	/** The number of notifications that undo would bring back. */
	const deletedLast = (): number => {
		const item = ledger?.changes.lastUndoable(profileKey, () => true);
		return ledger !== undefined && item?.kind === 'delete' ? ledger.changes.set(item.set).counts.done : 0;
	};

	const messagesOf = (isShort: boolean) =>
		linesOf(
			[
				listingSaid(account, waiting, isShort, account.shown.length === 0 ? deletedLast() : 0),
				!model.isBusy && hiddenText(cursor.awaited, account, query.query.text !== ''),
			],
			size.columns,
		);
	const allMessages = messagesOf(false);
	const allProblems = linesOf(problem !== undefined && bad(sanitise(problem)), size.columns);
	const {text, cursor: textCursor} = query.query;
	const typing = useMemo(
		() => (query.mode === 'search' ? typedCondition(text, textCursor) : undefined),
		[query.mode, text, textCursor],
	);
	const lines = listLines({
		rows: size.rows,
		hasSeparators: size.hasSeparators,
		hasRows: rows.length > 0,
		hasTabs: views.tabs.length > 0,
		hasValues: typing !== undefined,
		isTyping: query.mode !== 'list',
		isSearched: text !== '',
		messages: allMessages.length,
		problems: allProblems.length,
	});
	const messages = inLines(allMessages.length > lines.messages ? messagesOf(true) : allMessages, lines.messages);
	const problemLines = inLines(allProblems, lines.problems);
	const condition = lines.hasValues ? typing : undefined;
	const selection = cursor.within(scrolledHeight(lines.height, view.groups !== undefined));
	const complete = listing.state === 'ready' && listing.value.complete ? listing.value.records : undefined;
	const marks = useMarks({
		view,
		rows,
		selected: selection.selected,
		complete,
		vanished: changes.vanished,
		onMarked: selection.moves.down,
	});
	const {setMarked} = model;
	useEffect(() => {
		setMarked(marks.ids);
	}, [setMarked, marks.ids]);
	const states = useMemo(
		() => ({new: changes.appeared, gone: changes.vanished, pending: pending.ids, marked: marks.ids}),
		[changes, pending.ids, marks.ids],
	);
	const typed = useTypedValues(condition, isWhole(listing) ? account.shown : undefined, states);

	return {
		...model,
		...lines,
		views,
		rows,
		folds,
		/** Folds or unfolds the group of a row; without `isToFold` it toggles. Returns the key of the group's header. */
		fold(index: number, isToFold?: boolean) {
			const header = rows.headerAbove(index);
			const group = rows.at(header);
			if (group?.kind !== 'group') {
				return undefined;
			}

			setFolds(current => foldGroup(current, group, isToFold));
			return rows.keyAt(header);
		},
		selection,
		select: cursor.select,
		/** The values of the field that is being typed in the search, if there is room for them below it. */
		typed,
		marks,
		/** The lines above the rows. */
		messages,
		/** The error in the query, as lines below it. */
		problemLines,
	};
}

/** The lines that fit. Where there are few, none of them counts those that are left out. */
const inLines = (lines: readonly Line[], height: number): Line[] =>
	height < countedLines ? cutTo(lines, height) : capped(lines, height);

/** The message that the rows do not include the notification just created, with the key that shows it. */
function hiddenText(key: string | undefined, {shown}: AccountListing, isSearched: boolean): Said {
	const isListed = (record: ListedRecord) => record.kind === 'notification' && keyOfId(record.id) === key;
	const listed = key === undefined ? undefined : shown.find(record => isListed(record));
	const where = isSearched
		? `hidden by the search. ${keyOf('everywhere', 'back')}: clear the search`
		: `in a folded group. ${keyOf('list', 'unfold')}: unfold the group under the cursor`;
	return listed?.kind === 'notification' && warning(`${sanitise(listed.id)} is ${where}`);
}
