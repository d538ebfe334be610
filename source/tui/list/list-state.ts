import {isDeepStrictEqual} from 'node:util';
import {useEffect, useState, useSyncExternalStore, useMemo, useReducer, createContext, use} from 'react';
import {arrangementOf, isSameArrangement, unarranged, type ArrangedSearch, type Arrangement} from '../../query/sort.ts';
import {checkQuery, hasState, noRecordQuery, type CheckedQuery} from '../../query/parse.ts';
import {areSameStateIds, noStateIds, type StateIds} from '../../query/match.ts';
import {createViewer, emptyView, type View, type ViewInput, idsIn, type ListRows} from '../../query/view.ts';
import {createListeners} from '../../platform/listeners.ts';
import {createSlicedTask, finish} from '../../platform/time-slices.ts';
import {completeRecordsOf, type AccountListing} from '../../account/listing-state.ts';
import type {ListingStore} from '../../account/listing-store.ts';
import type {PendingChanges} from '../../account/pending-changes.ts';
import {bestEffort} from '../../ledger/ledger-error.ts';
import {useSession} from '../ui/session.ts';
import {noSample, sampleOf, sampleSize, withIds, type Sample} from './columns.ts';
import {groupLetters, sortLetters, type FieldName, type GroupField} from '../../notification/spec.ts';
import type {KeyPress} from '../keys/match.ts';
import {editAtEnd, editText, emptied, insertText, onOneLine, textToEdit, type TextState} from '../keys/text-edit.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import type {Group} from '../../query/group.ts';
import type {ListWindow} from '../ui/list-window.ts';

type ListModelState = {
	readonly query: ListQuery;
	/** The found records, sorted and grouped. */
	readonly view: View;
	/** Whether the view is older than the last query or listing. */
	readonly isBusy: boolean;
	/** What the columns are laid out from. No search, order or refresh changes it, unless a small account gets another size. */
	readonly sample: Sample;
	/** The error in the query, as a sentence that may quote it. Such a query finds nothing. */
	readonly problem: string | undefined;
};

/** The number of records arranged for the first frame. More would delay it. */
const firstCount = 1000;

const slowPatternText = 'The search was stopped: its pattern takes too long on these notifications. Simplify it.';

/** Creates the list's view of an account's listing, for `useSyncExternalStore`: it searches, sorts and groups the listing, and follows it while it has subscribers. A large listing is arranged in slices, and the previous view stays meanwhile. */
export function createListModel({
	listing,
	pending,
	now,
}: {
	readonly listing: Pick<ListingStore, 'subscribe' | 'get'>;
	readonly pending: Pick<PendingChanges, 'subscribe' | 'get'>;
	readonly now: () => number;
}) {
	const listeners = createListeners();
	let query = initialListQuery;
	let checked: CheckedQuery = {ok: true, query: []};
	let {marked} = noStateIds;
	let states = noStateIds;
	const statesNow = (): StateIds => {
		const {
			changes: {appeared, vanished},
		} = listing.get();
		const next = {new: appeared, gone: vanished, pending: pending.get().ids, marked};
		states = areSameStateIds(states, next) ? states : next;
		return states;
	};

	const inputNow = (): ViewInput => {
		const {
			shown,
			listing: {state: listed},
		} = listing.get();
		const sought = checked.ok ? checked.query : noRecordQuery;
		return {
			records: shown,
			query: sought,
			states: hasState(sought) ? statesNow() : noStateIds,
			...arrangementOf(query),
			isIndexed: query.mode === 'search' || listed === 'ready' || listed === 'stale',
		};
	};

	const initialView = firstView(inputNow());
	const toSample = createSampler();
	const task = createSlicedTask({compute: createViewer(), initial: initialView, isSame, now});
	let state: ListModelState = {
		query,
		view: initialView,
		isBusy: false,
		sample: toSample(listing.get()),
		problem: undefined,
	};
	const update = () => {
		const input = inputNow();
		const {value: view, isBusy} = isSame(input, state.view) ? {value: state.view, isBusy: false} : task.request(input);
		const tooSlow = view.isTooSlow && !isBusy ? slowPatternText : undefined;
		const problem = checked.ok ? tooSlow : checked.problem;
		const next: ListModelState = {query, view, isBusy, sample: toSample(listing.get()), problem};
		if (Object.entries(next).some(([name, value]) => state[name as keyof ListModelState] !== value)) {
			state = next;
			listeners.notify();
		}
	};

	let stops: ReadonlyArray<() => void> = [];
	const subscribe = (listener: () => void) => {
		const isFirst = listeners.isEmpty();
		const remove = listeners.add(listener);
		if (isFirst) {
			stops = [listing.subscribe(update), pending.subscribe(update), task.subscribe(update)];
			update();
		}

		return () => {
			remove();
			for (const stop of listeners.isEmpty() ? stops : []) {
				stop();
			}
		};
	};

	const dispatch = (action: ListQueryAction) => {
		const before = query;
		query = reduceListQuery(query, action);
		if (query.query.text !== before.query.text) {
			checked = checkQuery(query.query.text);
		}

		update();
	};

	return {
		subscribe,
		get: () => state,
		dispatch,
		/** Sets the IDs of the marked notifications, which can be searched. */
		setMarked(ids: ReadonlySet<string>) {
			marked = ids;
			update();
		},
		/** Waits for the view of the last query, so that a key acts on the rows that it finds. */
		finish: task.finish,
		/** Restores a search and its arrangement, and saves every complete change. Returns a function that saves the last change and stops. */
		persist({read, write}: ViewStore) {
			let saved = read() ?? {query: '', ...unarranged};
			dispatch({type: 'restore', saved});
			const save = () => {
				// Marks and changes are those of this run: the next one would begin with an empty list.
				const isOfThisRun = checked.ok && hasState(checked.query);
				const settings = {query: isOfThisRun ? '' : query.query.text, ...arrangementOf(query)};
				if (!isDeepStrictEqual(settings, saved)) {
					saved = settings;
					write(settings);
				}
			};

			const stop = subscribe(() => {
				if (query.mode === 'list') {
					save();
				}
			});
			return () => {
				stop();
				save();
			};
		},
	};
}

/** The storage of an account's search and arrangement between runs. */
type ViewStore = {
	readonly read: () => ArrangedSearch | undefined;
	readonly write: (settings: ArrangedSearch) => void;
};

/** Creates a function that takes the sample of a listing: of the first records, once of all of them, and again where a small account has more or fewer. A longer ID gets room at once. */
function createSampler(): (account: AccountListing) => Sample {
	let sample = noSample;
	let size = 0;
	let isOfAll = false;
	let seen: AccountListing['shown'];

	return ({listing, shown}) => {
		const isAll = listing.state === 'ready' || listing.state === 'stale' || completeRecordsOf(listing) !== undefined;
		const next = Math.min(shown.length, sampleSize);
		if (next > 0 && (size === 0 || (isAll && (!isOfAll || next !== size)))) {
			sample = sampleOf(shown);
			size = next;
			isOfAll = isAll;
		} else if (size > 0 && shown !== seen) {
			sample = withIds(sample, shown);
		}

		seen = shown;
		return sample;
	};
}

/** The view of a small listing, computed at once. A render must not start a computation that continues after it. */
const firstView = (input: ViewInput): View =>
	input.records.length > firstCount ? emptyView : finish(createViewer()(input));

const isSame = (a: ViewInput, b: ViewInput): boolean =>
	a.records === b.records &&
	a.query === b.query &&
	a.states === b.states &&
	isSameArrangement(a, b) &&
	a.isIndexed === b.isIndexed;

/** The model of the list for the open account. Search, order and grouping are restored from when the account was last open. */
export function useListModel() {
	const {listing, pending, services, ledger, profileKey} = useSession();
	const [model] = useState(() => createListModel({listing, pending, now: services.clock.now}));
	useEffect(() => {
		let stop: (() => void) | undefined;
		void bestEffort(() => {
			stop =
				ledger &&
				model.persist({
					read: () => ledger.views.read(profileKey),
					write(settings) {
						void bestEffort(async () => ledger.views.write(profileKey, settings));
					},
				});
		});
		return () => {
			stop?.();
		};
	}, [model, ledger, profileKey]);

	return {...model, ...useSyncExternalStore(model.subscribe, model.get)};
}

/** The search and the arrangement of the list, and the mode of its keys. Each mode is a scope. */
export type ListQuery = Arrangement & {
	readonly mode: 'list' | 'search' | 'sort' | 'group';
	readonly query: TextState;
	/** Whether the query is selected, as when a kept one is opened again: typing replaces it, an arrow keeps it. */
	readonly isSelected: boolean;
	/** The index of the choice under the cursor. */
	readonly choice: number;
};

export type ListQueryAction =
	| {readonly type: 'open'; readonly mode: 'search' | 'sort' | 'group'}
	| {readonly type: 'close'}
	| {readonly type: 'clear'}
	| {readonly type: 'edit'; readonly key: KeyPress}
	| {readonly type: 'paste'; readonly text: string}
	/** Replaces the query that is being typed. */
	| {readonly type: 'complete'; readonly query: TextState}
	| {readonly type: 'step'; readonly by: 1 | -1}
	| {readonly type: 'accept'}
	/** Chooses a field. Choosing the current sort field reverses the order; choosing the current group field ungroups. */
	| {readonly type: 'take'; readonly field: FieldName | undefined}
	/** Reverses the order, or ungroups: the key that opened the line was pressed again. */
	| {readonly type: 'again'}
	/** Toggles the order of the groups between count and value. */
	/** Changes the search or the arrangement. Omitted members stay as they are. */
	| {readonly type: 'arrange'; readonly view: Partial<ArrangedSearch>}
	| {readonly type: 'restore'; readonly saved: ArrangedSearch};

/** The search for what appeared and what vanished. */
export const changesQuery = 'is:new or is:gone';

export const initialListQuery: ListQuery = {
	...unarranged,
	mode: 'list',
	query: editAtEnd(''),
	isSelected: false,
	choice: 0,
};

const groupFields = Object.keys(groupLetters()) as GroupField[];

/** The choices of each mode. `undefined` stands for not sorted and not grouped. */
export const choices = {
	sort: [...(Object.keys(sortLetters()) as FieldName[]), undefined],
	group: [...groupFields, undefined],
} as const satisfies Readonly<Record<'sort' | 'group', ReadonlyArray<FieldName | undefined>>>;

export function reduceListQuery(state: ListQuery, action: ListQueryAction): ListQuery {
	const {mode, query, isSelected, sort, group} = state;
	switch (action.type) {
		case 'open': {
			const current = action.mode === 'sort' ? sort?.field : group;
			const fields: ReadonlyArray<FieldName | undefined> = action.mode === 'search' ? [] : choices[action.mode];
			return {
				...state,
				mode: action.mode,
				isSelected: action.mode === 'search' && query.text !== '',
				choice: current === undefined ? 0 : Math.max(0, fields.indexOf(current)),
			};
		}

		case 'close': {
			return {...state, mode: 'list'};
		}

		case 'clear': {
			return {...state, mode: 'list', query: editAtEnd('')};
		}

		case 'edit': {
			const edited = mode === 'search' ? editText(textToEdit(query, isSelected, action.key), action.key) : undefined;
			return edited === undefined ? state : {...state, query: edited, isSelected: false};
		}

		case 'paste': {
			return mode === 'search'
				? {...state, query: insertText(isSelected ? emptied(query) : query, onOneLine(action.text)), isSelected: false}
				: state;
		}

		case 'complete': {
			return mode === 'search' ? {...state, query: action.query, isSelected: false} : state;
		}

		case 'step': {
			return mode === 'sort' || mode === 'group'
				? {...state, choice: (state.choice + action.by + choices[mode].length) % choices[mode].length}
				: state;
		}

		case 'accept': {
			return mode === 'sort' || mode === 'group' ? take(state, choices[mode][state.choice]) : state;
		}

		case 'take': {
			return take(state, action.field);
		}

		case 'again': {
			return take(state, mode === 'sort' ? sort?.field : undefined);
		}

		case 'arrange': {
			const {query: text, ...order} = action.view;
			return {...state, mode: 'list', ...(text !== undefined && {query: editAtEnd(text)}), ...order};
		}

		case 'restore': {
			const {saved} = action;
			// Changes that the operator made in the meantime are kept.
			const isUntouched = mode === 'list' && query.text === '' && isSameArrangement(state, unarranged);
			return isUntouched ? {...state, query: editAtEnd(saved.query), ...arrangementOf(saved)} : state;
		}
	}
}

function take(state: ListQuery, field: FieldName | undefined): ListQuery {
	const {mode, sort, group} = state;
	const sorted = field === undefined ? undefined : {field, isDescending: field === sort?.field && !sort.isDescending};
	const grouped = field === group ? undefined : groupFields.find(name => name === field);
	return {...state, mode: 'list', ...(mode === 'sort' ? {sort: sorted} : {group: grouped})};
}

type Ids = ReadonlySet<string>;

/** The marked notifications, including those that the list does not show. */
export type Marks = {
	readonly ids: Ids;
	/** The key of the row where a range starts. The range reaches to the selected row. Its rows are marked only when the range is accepted. */
	readonly anchor?: string | undefined;
};

const none: Ids = new Set();
export const noMarks: Marks = {ids: none};

/** Marks all of them, or unmarks them if all are marked. */
export function toggled(marked: Ids, ids: readonly string[]): Ids {
	const some = new Set(ids);
	return some.isSubsetOf(marked) ? marked.difference(some) : marked.union(some);
}

/** Drops the marks of everything that is not in a complete listing. Returns the same object if nothing changes. */
export function withoutUnlisted(marks: Marks, records: readonly ListedRecord[]): Marks {
	if (marks.ids.size === 0) {
		return marks;
	}

	const left = new Set(
		records.flatMap(record => (record.kind === 'notification' && marks.ids.has(record.id) ? [record.id] : [])),
	);
	return left.size === marks.ids.size ? marks : {...marks, ids: left};
}

type MarksOptions = {
	readonly view: View;
	readonly rows: ListRows;
	readonly selected: number;
	/** A complete listing, if there is one. Marks of notifications that it does not have are dropped. */
	readonly complete: readonly ListedRecord[] | undefined;
	/** The IDs of rows that are shown but no longer exist. They cannot be marked. */
	readonly vanished: Ids;
	/** Called after a row was marked or unmarked. */
	readonly onMarked: () => void;
};

/** The marks of a list, and the actions that change them. */
export function useMarks({view, rows, selected, complete, vanished, onMarked}: MarksOptions) {
	const [{ids, anchor}, setMarks] = useReducer((marks: Marks, next: (marks: Marks) => Marks) => next(marks), noMarks);
	const change = (next: (marked: Ids) => Ids) => {
		setMarks(marks => ({...marks, ids: next(marks.ids)}));
	};

	useEffect(() => {
		if (complete !== undefined) {
			setMarks(marks => withoutUnlisted(marks, complete));
		}
	}, [complete]);

	/** The IDs that are marked but hidden by the search. */
	const hidden = useMemo(() => {
		const left = new Set(ids);
		for (const id of ids.size === 0 ? [] : idsIn(view.records, view.matches)) {
			left.delete(id);
		}

		return left;
	}, [ids, view]);
	const start = useMemo(() => (anchor === undefined ? -1 : rows.indexOf(anchor)), [rows, anchor]);
	const other = start === -1 ? selected : start;
	/** The first and the last row of the range being marked. */
	const range = anchor === undefined ? undefined : ([Math.min(selected, other), Math.max(selected, other)] as const);

	const counts = useMemo(() => new Map<Group, number>(), [ids, rows]);
	const listed = (some: readonly string[]) => some.filter(id => !vanished.has(id));
	const shown = () => listed(idsIn(view.records, view.matches));
	const setAnchor = (next: string | undefined) => {
		setMarks(marks => ({...marks, anchor: next}));
	};

	const takeRange = ([first, last]: readonly [number, number]) => {
		change(marked => marked.union(new Set(listed(rows.idsBetween(first, last)))));
		setAnchor(undefined);
	};

	return {
		ids,
		hidden,
		range,
		/** The number of marked notifications in a group, counted once. */
		countIn(group: Group): number {
			const count = counts.get(group) ?? (ids.size === 0 ? 0 : rows.idsOf(group).filter(id => ids.has(id)).length);
			counts.set(group, count);
			return count;
		},
		dropRange() {
			setAnchor(undefined);
		},
		actions: {
			mark() {
				if (range !== undefined) {
					takeRange(range);
					return;
				}

				change(marked => toggled(marked, listed(rows.idsAt(selected))));
				onMarked();
			},
			range() {
				if (range === undefined) {
					setAnchor(rows.keyAt(selected));
				} else {
					takeRange(range);
				}
			},
			'mark-all'() {
				change(marked => toggled(marked, shown()));
			},
			'unmark-all'() {
				setMarks(() => noMarks);
			},
			invert() {
				change(marked => marked.symmetricDifference(new Set(shown())));
			},
		},
	};
}

/** The row under the cursor, by its key in `ListRows`, and the window over the rows. */
export type ListCursor = ListWindow & {readonly key: string};

/** The cursor of the first page when the screens take over, and the listing of its account. */
type FirstCursor = {readonly listing: Pick<ListingStore, 'get'>; readonly cursor: ListCursor};

const FirstCursorContext = createContext<FirstCursor | undefined>(undefined);

export const FirstCursorProvider = FirstCursorContext.Provider;

/** The cursor that the keys moved on the first page of the account's list; undefined for other accounts, which had none. */
export function useFirstCursor(): ListCursor | undefined {
	const first = use(FirstCursorContext);
	const {listing} = useSession();
	return first?.listing === listing ? first?.cursor : undefined;
}
