import {useEffect, useMemo, useSyncExternalStore} from 'react';
import {typedCondition} from '../../domain/query/typed-condition.ts';
import {isWhole, type AccountListing} from '../../session/listing-state.ts';
import {capped, cutTo, messages as messageLines, type Message} from '../shared/message.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useSession} from '../shared/session-context.ts';
import {useRowSelection} from '../shared/use-list-window.ts';
import {keyOf} from '../keys/match.ts';
import {useFirstCursor} from './first-cursor-context.ts';
import {listLines} from './list-lines.ts';
import type {ListModel, ListModelState} from './list-model.ts';
import {listingMessages} from './listing-messages.ts';
import {useFolds} from './use-folds.ts';
import {useFollowed} from './use-followed.ts';
import {useMarks} from './use-marks.ts';
import {scrolledHeight} from './window-rows.ts';
import {useTypedValues, type TypedValues} from './use-typed-values.ts';
import {useViews, type ViewsHandle} from './use-views.ts';

export type ListRowsHandle = ListModelState &
	Pick<ListModel, 'dispatch' | 'finish'> & {
		readonly views: ViewsHandle;
		readonly folding: ReturnType<typeof useFolds>;
		readonly selection: ReturnType<typeof useRowSelection>;
		readonly marks: ReturnType<typeof useMarks>;
		/** The lines above the rows. */
		readonly messages: readonly Message[];
		/** The error in the query, as lines below it. */
		readonly problemLines: readonly Message[];
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
	const messagesOf = (isShort: boolean) => [
		...listingMessages(account, size.columns, waiting, isShort),
		...hiddenLines(model.isBusy ? undefined : hiddenId, account, query.query.text !== '', size.columns),
	];
	const allMessages = messagesOf(false);
	const allProblems = problem === undefined ? [] : messageLines('bad', sanitise(problem), size.columns);
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
const inLines = (lines: readonly Message[], height: number): Message[] =>
	height < countedLines ? cutTo(lines, height) : capped(lines, height);

/** The message that the rows do not include the notification just created, with the key that shows it. */
function hiddenLines(id: string | undefined, {shown}: AccountListing, isSearched: boolean, columns: number): Message[] {
	const isListed = id !== undefined && shown.some(record => record.kind === 'notification' && record.id === id);
	return isListed
		? messageLines(
				'warning',
				`${sanitise(id)} is ${isSearched ? `hidden by the search. ${keyOf('everywhere', 'back')}: clear the search` : `in a folded group. ${keyOf('list', 'unfold')}: unfold the group under the cursor`}`,
				columns,
			)
		: [];
}
