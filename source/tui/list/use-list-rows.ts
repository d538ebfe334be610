import {useEffect, useMemo, useState, useSyncExternalStore} from 'react';
import {foldGroup, keyOfId, layOutRows, noFolds, type Folds, type ListRows, type View} from '../../query/view.ts';
import {typedCondition} from '../../query/parse.ts';
import {isWhole, type AccountListing} from '../../session/listing-state.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Notice} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';
import {useRowSelection} from '../shared/use-list-window.ts';
import {bad, capped, cutTo, linesOf, warning, type Line, type Said} from '../ui/line.ts';
import {useFirstCursor} from './first-cursor-context.ts';
import {listLines} from './list-lines.ts';
import type {ListModel, ListModelState} from './list-model.ts';
import {listingSaid} from './listing-messages.ts';
import {useMarks} from './use-marks.ts';
import {useTypedValues, type TypedValues} from './use-typed-values.ts';
import {useViews, type ViewsHandle} from './use-views.ts';
import {scrolledHeight} from './window-rows.ts';

export type ListRowsHandle = ListModelState &
	Pick<ListModel, 'dispatch' | 'finish'> & {
		readonly views: ViewsHandle;
		readonly folding: ReturnType<typeof useFolds>;
		readonly selection: ReturnType<typeof useRowSelection>;
		readonly marks: ReturnType<typeof useMarks>;
		/** The lines above the rows. */
		readonly messages: readonly Line[];
		/** The error in the query, as lines below it. */
		readonly problemLines: readonly Line[];
		/** The values of the field that is being typed in the search, if there is room for them below it. */
		readonly typed: TypedValues | undefined;
		/** Whether a line with the query, or with fields to choose from, is above the rows. */
		readonly hasQueryLine: boolean;
		/** Whether there is room for a rule below the titles. */
		readonly hasRule: boolean;
		/** Whether there is room for the views. */
		readonly hasTabs: boolean;
		/** The number of rows that fit on the screen. */
		readonly height: number;
		/** Whether there is room for the titles of the columns. */
		readonly hasTitles: boolean;
	};

/** The number of lines from which a message that is cut says how many lines are left out. */
const countedLines = 3;

/** The rows of the list and how they are drawn: those found, with folded groups, selection and marks. */
export function useListRows(
	account: AccountListing,
	size: {readonly columns: number; readonly rows: number; readonly hasSeparators: boolean},
	model: ListModelState & Pick<ListModel, 'dispatch' | 'finish' | 'setMarked'>,
): ListRowsHandle {
	const {listing, changes} = account;
	const {
		services: {retryStatus},
		pending: pendingChanges,
	} = useSession();
	const waiting = useSyncExternalStore(retryStatus.subscribe, retryStatus.waiting);
	const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
	const views = useViews(account, model.query, model.dispatch);
	const {query, view, problem} = model;
	const folding = useFolds(view);
	const {rows} = folding;

	const {hiddenId, follow} = useFollowed(rows);
	const messagesOf = (isShort: boolean) =>
		linesOf(
			[
				listingSaid(account, waiting, isShort),
				hiddenText(model.isBusy ? undefined : hiddenId, account, query.query.text !== ''),
			],
			size.columns,
		);
	const allMessages = messagesOf(false);
	const allProblems = linesOf(problem !== undefined && bad(sanitise(problem)), size.columns);
	const {text, cursor} = query.query;
	const typing = useMemo(
		() => (query.mode === 'search' ? typedCondition(text, cursor) : undefined),
		[query.mode, text, cursor],
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
	const {hasQueryLine, hasTabs, hasTitles, hasRule, height} = lines;
	const messages = inLines(allMessages.length > lines.messages ? messagesOf(true) : allMessages, lines.messages);
	const problemLines = inLines(allProblems, lines.problems);
	const condition = lines.hasValues ? typing : undefined;
	const rowsView = useMemo(
		() => ({arrangement: [view.group, view.groupOrder].join(' '), search: view.query}),
		[view.group, view.groupOrder, view.query],
	);
	const selection = useRowSelection(
		rows,
		scrolledHeight(height, view.groups !== undefined),
		rowsView,
		useFirstCursor(),
	);
	follow(selection);
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
		views,
		folding,
		selection,
		typed,
		marks,
		messages,
		problemLines,
		hasQueryLine,
		hasTabs,
		hasTitles,
		hasRule,
		height,
	};
}

/** The lines that fit. Where there are few, none of them counts those that are left out. */
const inLines = (lines: readonly Line[], height: number): Line[] =>
	height < countedLines ? cutTo(lines, height) : capped(lines, height);

/** The message that the rows do not include the notification just created, with the key that shows it. */
function hiddenText(id: string | undefined, {shown}: AccountListing, isSearched: boolean): Said {
	const isListed = id !== undefined && shown.some(record => record.kind === 'notification' && record.id === id);
	const where = isSearched
		? `hidden by the search. ${keyOf('everywhere', 'back')}: clear the search`
		: `in a folded group. ${keyOf('list', 'unfold')}: unfold the group under the cursor`;
	return isListed && warning(`${sanitise(id)} is ${where}`);
}

type FoldsHandle = {
	readonly folds: Folds;
	readonly rows: ListRows;
	/** Folds or unfolds the group of a row; without `isToFold` it toggles. Returns the key of the group's header. */
	readonly fold: (index: number, isToFold?: boolean) => string | undefined;
};

/** The rows of a view whose groups can be folded. */
function useFolds(view: View): FoldsHandle {
	const [folds, setFolds] = useState(noFolds);
	const rows = useMemo(() => layOutRows(view, folds), [view, folds]);

	return {
		folds,
		rows,
		fold(index, isToFold) {
			const header = rows.headerAbove(index);
			const group = rows.at(header);
			if (group?.kind !== 'group') {
				return undefined;
			}

			setFolds(current => foldGroup(current, group, isToFold));
			return rows.keyAt(header);
		},
	};
}

type Followed = {
	readonly id: string;
	/** The key of the row under the cursor when the notification was created. */
	readonly from: string | undefined;
};

type FollowedHandle = {
	/** The ID of the notification if no row shows it yet; undefined if there is none. */
	readonly hiddenId: string | undefined;
	/** Moves the cursor to the notification once it has a row. Call it while rendering. */
	readonly follow: (selection: ReturnType<typeof useRowSelection>) => void;
};

/** Moves the cursor to a notification that was just created, edited, cloned or recreated, according to the notice, as soon as it has a row, unless the operator moves the cursor first. */
function useFollowed(rows: ListRows): FollowedHandle {
	const {notice} = useNavigation();
	const [followed, setFollowed] = useState<Followed>();
	const [seen, setSeen] = useState<Notice>();
	const target = followed === undefined ? undefined : keyOfId(followed.id);
	const index = useMemo(() => (target === undefined ? -1 : rows.indexOf(target)), [rows, target]);
	const hasRow = index !== -1;

	return {
		hiddenId: hasRow ? undefined : followed?.id,
		follow({key, select}) {
			if (notice?.follows !== undefined && notice !== seen) {
				setSeen(notice);
				setFollowed({id: notice.follows, from: key});
				return;
			}

			const isMoved = followed?.from !== undefined && key !== followed.from;
			if (target === undefined || (!hasRow && !isMoved)) {
				return;
			}

			setFollowed(undefined);
			if (!isMoved) {
				select(target);
			}
		},
	};
}
