import {useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {type ListRows as Rows, foldGroup, keyOfId} from '../../query/view.ts';
import {type TypedCondition, checkQuery, hasState, typedCondition} from '../../query/parse.ts';
import {type AccountListing, isWhole, previousIsShown} from '../../account/listing-state.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import type {useBodySize} from '../ui/frame.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {useSession, useSettings} from '../ui/session.ts';
import {useCursor} from '../ui/list.tsx';
import {type Said, bad, cutTo, failureSaid, faint, linesOf, warning} from '../ui/line.tsx';
import {type ListState, arranged, useFirstCursor, type useListModel, useMarks} from './list-state.ts';
import {isDown} from './listing-status.ts';
import {type Failure, isKeyRefusal, tryAgainLater} from '../../service/failure.ts';
import {repeatedIdsText} from '../../service/listing/read-record.ts';
import type {RetryWait} from '../../service/retry.ts';
import {joined, numberText} from '../../platform/text.ts';
import {attemptText} from '../../account/status.ts';
import {type Arrangement, arrangementOf, unarranged} from '../../query/sort.ts';
import {type Group, type ValueCount, countMatches, countValues} from '../../query/group.ts';
import {
	type Query,
	type SoughtWord,
	type StateIds,
	createMatcher,
	hasPattern,
	noStateIds,
	recordStates,
	searchTextOf,
	wordsIn,
} from '../../query/match.ts';
import type {Sliced} from '../../platform/time-slices.ts';
import type {SavedView} from '../../account/settings.ts';
import {useSliced} from '../ui/use-task.ts';
import {type ViewCounts, currentView, tabsOf} from './first-page.ts';
import {styleText} from 'node:util';
import {fieldNamed} from '../../notification/spec.ts';
import {highlight} from '../../terminal/highlight.ts';
import {fit, widthOf} from '../../terminal/width.ts';
import {styled} from '../ui/theme.ts';
import {
	type Cell,
	type PlacedColumn,
	type RowSigns,
	type Sample,
	columnsOf,
	cutters,
	groupName,
	mostScrolled,
	recordLine,
	rowCells,
	signsOf,
} from './columns.ts';

export type ListRows = ReturnType<typeof useListRows>;

/** The rows of the list and how they are drawn: those found, with folded groups, selection and marks. */
export function useListRows(
	account: AccountListing,
	size: ReturnType<typeof useBodySize>,
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
	const views = useViews(account, model);
	const {query: typedQuery, mode, view, rows, folds, problem} = model;
	const {text, cursor: textCursor} = typedQuery;
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

	const {ids: parked} = model.parked;
	/** The number of notifications that undo would bring back. */
	const deletedLast = (): number => {
		const item = ledger?.changes.lastUndoable(profileKey, () => true);
		return ledger !== undefined && item?.kind === 'delete' && item.park === undefined
			? ledger.changes.set(item.set).counts.done
			: 0;
	};

	const allMessages = linesOf(
		[
			listingSaid(account, waiting, account.shown.length === 0 ? deletedLast() : 0, parked.size, changes.vanished.size),
			!model.isBusy && hiddenText(cursor.awaited, account, text !== ''),
		],
		size.columns,
	);
	const allProblems = linesOf(problem !== undefined && bad(sanitise(problem)), size.columns);
	const typing = useMemo(
		() => (mode === 'search' ? typedCondition(text, textCursor) : undefined),
		[mode, text, textCursor],
	);
	const lines = listLines({
		rows: size.rows,
		hasSeparators: size.hasSeparators,
		hasRows: rows.length > 0,
		hasTabs: views.tabs.length > 0,
		hasValues: typing !== undefined,
		isTyping: mode !== 'list',
		isSearched: text !== '',
		messages: allMessages.length,
		problems: allProblems.length,
	});
	const condition = lines.hasValues ? typing : undefined;
	const selection = cursor.within(scrolledHeight(lines.height, view.groups !== undefined));
	const vanished = useMemo(() => changes.vanished.difference(parked), [changes, parked]);
	const marks = useMarks(model, selection.selected, vanished, selection.moves.down);
	const states = useMemo(
		() => ({new: changes.appeared, gone: changes.vanished, pending: pending.ids, marked: model.marked, parked}),
		[changes, pending.ids, model.marked, parked],
	);
	const typed = useTypedValues(condition, isWhole(listing) ? account.shown : undefined, states);

	return {
		...model,
		...lines,
		/** The IDs of the rows that are no longer listed, and not parked. */
		vanished,
		views,
		/** Folds or unfolds the group of a row; without `isToFold` it toggles. Returns the key of the group's header. */
		fold(index: number, isToFold?: boolean) {
			const header = rows.headerAbove(index);
			const group = rows.at(header);
			if (group?.kind !== 'group') {
				return undefined;
			}

			model.choose({folds: foldGroup(folds, group, isToFold)});
			return rows.keyAt(header);
		},
		selection,
		select: cursor.select,
		/** The values of the field that is being typed in the search, if there is room for them below it. */
		typed,
		marks,
		/** The lines above the rows. */
		messages: cutTo(allMessages, lines.messages),
		/** The error in the query, as lines below it. */
		problemLines: cutTo(allProblems, lines.problems),
	};
}

/** The message that the rows do not include the notification just created, with the key that shows it. */
function hiddenText(key: string | undefined, {shown}: AccountListing, isSearched: boolean): Said {
	const isListed = (record: ListedRecord) => record.kind === 'notification' && keyOfId(record.id) === key;
	const listed = key === undefined ? undefined : shown.find(record => isListed(record));
	const where = isSearched
		? `hidden by the search. ${keyOf('everywhere', 'back')}: clear the search`
		: `in a folded group. ${keyOf('list', 'unfold')}: unfold the group under the cursor`;
	return listed?.kind === 'notification' && warning(`${sanitise(listed.id)} is ${where}`);
}

/** The parts that the list shows above its rows, in lines. */
export type ListNeeds = {
	/** The lines of the body. */
	readonly rows: number;
	/** Whether there are rows. */
	readonly hasRows: boolean;
	/** The line that is typed into, or chosen from. */
	readonly isTyping: boolean;
	/** Whether a search is kept. */
	readonly isSearched: boolean;
	/** The messages, and those about the search. */
	readonly messages: number;
	readonly problems: number;
	readonly hasTabs: boolean;
	/** Whether a field is being typed, whose values have a line. */
	readonly hasValues: boolean;
	/** Whether there is room for lines that only separate. */
	readonly hasSeparators: boolean;
};

/** The number of lines for the error in the query at most. */
const problemLimit = 3;

/** The lines that titles and rows have before a message has a second line. */
const leastList = 4;

/**
Shares the lines of a low terminal. A row comes first, then what is typed, what is wrong with it, a line of each message, the kept search, the titles of the columns and the views.
*/
export function listLines({
	rows,
	hasRows,
	isTyping,
	isSearched,
	messages,
	problems,
	hasTabs,
	hasValues,
	hasSeparators,
}: ListNeeds) {
	let left = rows - Number(hasRows) - Number(isTyping);
	const take = (wanted: number) => {
		const taken = Math.max(0, Math.min(wanted, left));
		left -= taken;
		return taken;
	};

	const problemLines = take(Math.min(problems, problemLimit));
	const firstLine = take(Math.min(messages, 1));
	const hasQueryLine = isTyping || (isSearched && take(1) === 1);
	const moreLines = take(Math.min(messages - firstLine, hasRows ? Math.max(0, left - leastList) : left));
	// With a single line left a second row says more than titles.
	const hasRoom = () => left > 1 || !hasRows;
	const hasTitles = hasRoom() && take(1) === 1;
	return {
		hasQueryLine,
		hasTitles,
		hasTabs: hasTabs && hasRoom() && take(1) === 1,
		hasValues: hasValues && hasRoom() && take(1) === 1,
		/** Whether a rule separates the titles from the rows. */
		hasRule: hasSeparators && hasTitles && take(1) === 1,
		messages: firstLine + moreLines,
		problems: problemLines,
		/** The lines for rows, at least one. */
		height: Math.max(1, left + Number(hasRows)),
	};
}

/** What is said above the rows. `waiting`: the failure after which the listing is tried again; `deleted`: the number of notifications that undo brings back; `parked`, `gone`: of those that are shown although they are not listed. */
export function listingSaid(
	{listing, progress, isOutdated}: Pick<AccountListing, 'listing' | 'progress' | 'isOutdated'>,
	waiting?: RetryWait,
	deleted = 0,
	parked = 0,
	gone = 0,
): Said {
	if (listing.state === 'loading') {
		return listing.records.length === 0 && loadingSaid(waiting);
	}

	if (listing.state === 'failed') {
		return progress !== undefined && waiting !== undefined
			? loadingSaid(waiting)
			: failedSaid(listing.failure, 'Nothing is listed.');
	}

	if (listing.state === 'remembered') {
		return undefined;
	}

	const {records, complete, repeatedIds = 0} = listing.value;
	const none = parked === 0 ? 'No notifications' : `None listed · ${numberText(parked)} parked`;
	const part = `Incomplete: ${numberText(records.length)} read.`;
	return [
		listing.state === 'stale' &&
			!isDown(listing) &&
			failedSaid(listing.failure, complete || 'count' in listing ? previousIsShown : part),
		!complete &&
			listing.state !== 'stale' &&
			warning(`! ${part} ${listing.value.reason}${progress === undefined ? listAgain() : ''}`),
		repeatedIds !== 0 && warning(repeatedIdsText(repeatedIds)),
		records.length === 0 &&
			complete &&
			listing.state === 'ready' &&
			isOutdated !== true &&
			(deleted > 0
				? `${none}. ${keyOf('list', 'undo')} brings back ${numberText(deleted)}.`
				: `${none}${parked + gone === 0 ? ' yet' : ''}. Press ${keyOf('list', 'new')} to create one.`),
	];
}

/** The key that lists again, at the end of a text. */
const listAgain = (): string => ` ${keyOf('list', 'refresh')} refreshes.`;

/** The messages while nothing is listed yet. While the service fails they say so at once, with the next attempt. */
function loadingSaid(waiting: RetryWait | undefined): Said {
	if (waiting?.attempt === undefined) {
		return `Loading notifications … ${keyOf('everywhere', 'back')} stops.`;
	}

	const {
		failure: {kind, summary, nextStep},
		wait,
	} = waiting;
	// The list waits and tries again by itself: advice to do so is left out.
	const isDone = kind === 'rate-limited' || nextStep === tryAgainLater;
	return [
		warning(
			`! ${summary} ${wait === 0 ? 'Trying again …' : `Retrying: ${attemptText(waiting)}.`} ${keyOf('everywhere', 'back')} stops.`,
		),
		!isDone && faint(nextStep),
	];
}

/** The messages where a listing failed, with the key that lists again. One that the operator stopped is no error. `shown`: what is on the screen instead. */
function failedSaid(failure: Failure, shown: string): Said {
	const {kind, nextStep} = failure;
	if (kind === 'cancelled') {
		return `Stopped. ${shown}${listAgain()}`;
	}

	const again = joined([nextStep !== tryAgainLater && nextStep, `${keyOf('list', 'refresh')} tries again.`], ' ');
	return failureSaid(isKeyRefusal(failure) ? failure : {...failure, nextStep: again});
}

const noViews: readonly SavedView[] = [];
const noCounts: ViewCounts = new Map();

/** The saved views of config.yaml, and the keys that switch to one. */
function useViews(account: AccountListing, model: Pick<ReturnType<typeof useListModel>, keyof ListState | 'choose'>) {
	const {views = noViews} = useSettings();
	const {announce} = useNavigation();
	const whole = isWhole(account.listing) ? account.shown : undefined;
	const {value: counts = noCounts} = useSliced(
		useMemo(
			() => (views.length === 0 || whole === undefined ? undefined : () => countViews(views, whole)),
			[views, whole],
		),
	);
	const current = currentView(views, {query: model.query.text, ...arrangementOf(model)});

	/** Shows the view at an index, from 0. */
	const show = (index: number) => {
		const view = views[index];
		if (view === undefined) {
			const key = keyOf('everywhere', 'palette');
			announce({text: `There is no view ${index + 1}. "Save search as a view" in the palette (${key}) adds one.`});
		} else {
			// The key of the current view shows everything again.
			const {query, ...order} = index === current ? {query: '', ...unarranged} : view;
			model.choose(arranged({query, ...arrangementOf(order)}));
		}
	};

	return {tabs: tabsOf(views, counts, current), show};
}

/** The number of records that each view finds, counted in slices between key presses. A view with a pattern, a state or an error is not counted. */
function* countViews(views: readonly SavedView[], records: readonly ListedRecord[]): Sliced<ViewCounts> {
	const counted = views.flatMap(view => {
		const checked = checkQuery(view.query);
		const isCounted = checked.ok && !hasState(checked.query) && !hasPattern(checked.query);
		return isCounted ? [{view, query: checked.query}] : [];
	});
	const counts = yield* countMatches(
		records,
		counted.map(({query}) => query),
	);
	return new Map(counted.map(({view}, index) => [view, counts[index]!]));
}

/**
The values of the condition that is being typed in the search, counted among the notifications that its other conditions find, in slices between keys: once for each field and other conditions, because typing its value only chooses among them.

@param condition - The condition; undefined if none is being typed.
@param records - All that are listed; undefined until they are.
@param states - The notifications in each state.
@returns The values that fit what is typed, the most frequent first, and whether they are still being counted.
*/
export function useTypedValues(
	condition: TypedCondition | undefined,
	records: readonly ListedRecord[] | undefined,
	states: StateIds,
) {
	const key = JSON.stringify(condition?.others ?? []);
	const others = useMemo(() => JSON.parse(key) as Query, [key]);
	const othersStates = hasState(others) ? states : noStateIds;
	const field = condition?.field;
	const {value} = useSliced(
		useMemo(() => {
			if (records === undefined || field === undefined) {
				return undefined;
			}

			const isMatching = createMatcher(others, othersStates);
			const isCounted =
				others.length === 0 ? undefined : (record: ListedRecord) => isMatching(record, searchTextOf(record));
			return function* () {
				const counts = yield* countValues(records, [field], isCounted);
				return {field, others, values: counts.get(field)!};
			};
		}, [records, field, others, othersStates]),
	);
	const counts = value?.field === field && value?.others === others ? value?.values : undefined;
	return (
		condition && {
			condition,
			values: typedValues(condition, counts ?? [], states),
			isCounting: field !== undefined && counts === undefined,
		}
	);
}

/** The values that fit the text of a condition being typed, with their counts: those that contain it or, if they must equal it, begin with it. `counts`: those of its field. */
function typedValues(
	{field, text, plain = text, isExact}: TypedCondition,
	counts: readonly ValueCount[],
	states: StateIds,
): readonly ValueCount[] {
	return field === undefined
		? recordStates
				.filter(state => state.startsWith(text))
				.map(state => ({value: state, lower: state, count: states[state].size}))
		: counts.filter(({lower}) => [text, plain].some(each => (isExact ? lower.startsWith(each) : lower.includes(each))));
}

/** The header of a group with its styles: the common value, the number of members, and how many of them are marked. */
export function groupLine(
	group: Group,
	{isClosed, marked, ...signs}: Omit<RowSigns, 'isMarked'> & {readonly isClosed: boolean; readonly marked: number},
	width: number,
): string {
	const {members, field} = group;
	const isMarked = marked > 0 && marked === members.length;
	const counts = ` · ${numberText(members.length)}${marked === 0 ? '' : ` · ${numberText(marked)} marked`}`;
	const start = `${signsOf({...signs, isMarked}).before}${isClosed ? '▸' : '▾'} `;
	// A long name is cut, but never the counts.
	const cut = cutters[fieldNamed(field).column?.cut ?? 'text'](
		groupName(group),
		width - widthOf(start) - widthOf(counts),
	);
	const line = fit(`${start}${cut}${counts}`, width);
	return styled('title', signs.isSelected ? styled('selected', line) : line);
}

/** The number of rows whose texts are kept: some screens. */
const keptRows = 1000;

/** Returns what draws the rows of records with their styles, and the matches of a search in them. The texts of a row are laid out once. */
export function createRecordLines(columns: readonly PlacedColumn[], words: readonly SoughtWord[], width: number) {
	const texts = new Map<ListedRecord, readonly Cell[]>();
	const mark = (cell: string, field: string | undefined) => withMatches(cell, wordsIn(words, field));
	return (record: ListedRecord, signs: RowSigns): string => {
		const cells = texts.get(record) ?? rowCells(record, columns, width);
		if (texts.size >= keptRows) {
			texts.clear();
		}

		texts.set(record, cells);
		return recordLine(record, cells, signs, words.length === 0 ? undefined : mark);
	};
}

/** The text with its matches in bold and underlined. */
const withMatches = (line: string, words: readonly string[]): string =>
	words.length === 0
		? line
		: highlight(line, words)
				.map(({text, isMatch}) => (isMatch ? styleText(['bold', 'underline'], text, {validateStream: false}) : text))
				.join('');

/** The number of lines from which the header of a group stays in sight. */
const stickyHeight = 3;

/** The number of rows that the cursor can be on without scrolling: one line of a grouped list is for the header that stays in sight. */
export const scrolledHeight = (height: number, isGrouped: boolean): number =>
	isGrouped && height >= stickyHeight ? height - 1 : height;

/**
The indexes of the rows to draw, from the top. While the first row is inside a group, the header of the group is drawn above it.

@param rows - All rows.
@param top - The first row of the window.
@param height - The number of lines for rows.
@param isGrouped - Whether the list is grouped.
*/
export function windowRows(
	rows: Pick<Rows, 'length' | 'headerAbove'>,
	top: number,
	height: number,
	isGrouped: boolean,
): number[] {
	const header = isGrouped && height >= stickyHeight && top < rows.length ? rows.headerAbove(top) : top;
	const isSticky = header !== top;
	const count = Math.max(0, Math.min(isSticky ? height - 1 : height, rows.length - top));
	return [...(isSticky ? [header] : []), ...Array.from({length: count}, (_line, index) => top + index)];
}

/** The columns of the list: those of config.yaml, or in wide mode all of them, scrolled. `room`: terminal columns for all of them. */
export function useColumns(sample: Sample, {sort, group}: Arrangement, room: number) {
	const {columns: names} = useSettings();
	const [scrolled, setScrolled] = useState<number>();
	const layout = useMemo(
		() => columnsOf(sample, {names, sort, group, room, scrolled}),
		[sample, names, sort, group, room, scrolled],
	);
	return {
		...layout,
		/** Whether every column is as wide as its values, and left and right scroll. */
		isWide: scrolled !== undefined,
		toggleWide() {
			setScrolled(current => (current === undefined ? 0 : undefined));
		},
		scroll(by: 1 | -1) {
			setScrolled(current => Math.max(0, Math.min((current ?? 0) + by, mostScrolled)));
		},
	};
}
