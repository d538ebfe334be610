import {isDeepStrictEqual} from 'node:util';
import {useEffect, useState, useSyncExternalStore, useMemo, createContext, use} from 'react';
import {arrangementOf, showsSame, unarranged, type ArrangedSearch, type Arrangement} from '../../query/sort.ts';
import {checkQuery, hasState, noRecordQuery} from '../../query/parse.ts';
import {areSameStateIds, noStateIds} from '../../query/match.ts';
import {
	createViewer,
	emptyView,
	layOutRows,
	noFolds,
	type Folds,
	type ListRows,
	type View,
	type ViewInput,
	idsIn,
} from '../../query/view.ts';
import {range} from '../../platform/text.ts';
import {createListeners} from '../../platform/listeners.ts';
import {createSlicedTask, finish} from '../../platform/time-slices.ts';
import {isWhole, type AccountListing} from '../../account/listing-state.ts';
import type {ListingStore} from '../../account/listing-store.ts';
import type {Parked, PendingChanges} from '../../account/pending-changes.ts';
import {bestEffort} from '../../ledger/ledger-error.ts';
import {useSession} from '../ui/session.ts';
import {idOfRecord, type ListedRecord, type Notification} from '../../notification/notification.ts';
import {idWidth, noSample, parkedSign, sampleOf, sampleSize, type Sample} from './columns.ts';
import {groupLetters, sortLetters, type FieldName, type GroupField} from '../../notification/spec.ts';
import {editAtEnd, type TextState} from '../keys/text-edit.ts';
import type {Group} from '../../query/group.ts';
import type {ListWindow} from '../ui/layout.ts';

/** What the operator has chosen: the search, the arrangement, the mode of the keys, each of which is a scope, the folded groups and the marks. */
export type ListState = Arrangement & {
	readonly mode: 'list' | 'search' | 'sort' | 'group';
	readonly query: TextState;
	/** The index of the choice under the cursor. */
	readonly choice: number;
	readonly folds: Folds;
	/** The IDs of the marked notifications, including those that the list does not show. */
	readonly marked: Ids;
	/** The key of the row where a range starts. It reaches to the row under the cursor; its rows are marked only when it is accepted. */
	readonly anchor: string | undefined;
};

type Ids = ReadonlySet<string>;

/** Marks all of them, or unmarks them if all are marked. */
export function toggled(marked: Ids, ids: readonly string[]): Ids {
	const some = new Set(ids);
	return some.isSubsetOf(marked) ? marked.difference(some) : marked.union(some);
}

/** The search for what appeared and what vanished. */
export const changesQuery = 'is:new or is:gone';

export const initialListState: ListState = {
	...unarranged,
	mode: 'list',
	query: editAtEnd(''),
	choice: 0,
	folds: noFolds,
	marked: new Set(),
	anchor: undefined,
};

/** The choices of each mode. `undefined` stands for not sorted and not grouped. */
export const choices: Readonly<Record<ListState['mode'], ReadonlyArray<FieldName | undefined>>> = {
	list: [],
	search: [],
	sort: [...(Object.keys(sortLetters()) as FieldName[]), undefined],
	group: [...(Object.keys(groupLetters()) as GroupField[]), undefined],
};

/** Opens the line that is typed into, or on which a field is chosen. */
export function opened({query, sort, group}: ListState, mode: 'search' | 'sort' | 'group'): Partial<ListState> {
	const current = mode === 'sort' ? sort?.field : group;
	return {
		mode,
		query: {...query, isSelected: mode === 'search' && query.text !== ''},
		choice: current === undefined ? 0 : Math.max(0, choices[mode].indexOf(current)),
	};
}

/** Chooses a field. Choosing the current sort field reverses the order; choosing the current group field ungroups. */
export function taken({mode, sort, group}: ListState, field: FieldName | undefined): Partial<ListState> {
	const isDescending = field === sort?.field && !sort?.isDescending;
	return {
		mode: 'list',
		...(mode === 'sort'
			? {sort: field === undefined ? undefined : {field, isDescending}}
			: {group: field === group ? undefined : (field as GroupField | undefined)}),
	};
}

/** Leaves the line, and changes the search or the arrangement. Omitted members stay as they are. */
export const arranged = ({query, ...order}: Partial<ArrangedSearch>): Partial<ListState> => ({
	mode: 'list',
	...(query !== undefined && {query: editAtEnd(query)}),
	...order,
});

type ListModelState = ListState & {
	/** The found records, sorted and grouped. */
	readonly view: View;
	/** The rows of the view. */
	readonly rows: ListRows;
	/** Whether the view is older than the last query or listing. */
	readonly isBusy: boolean;
	/** What the columns are laid out from. No search, order or refresh changes it, unless a small account gets another size. */
	readonly sample: Sample;
	readonly parked: ParkedRows;
	/** The error in the query, as a sentence that may quote it. Such a query finds nothing. */
	readonly problem: string | undefined;
};

/** The number of records arranged for the first frame. More would delay it. */
const firstCount = 1000;

const slowPatternText = 'The search was stopped: its pattern takes too long on these notifications. Simplify it.';

/** Creates the list's view of an account's listing, for `useSyncExternalStore`: it searches, sorts and groups the listing. A large listing is arranged in slices, and the previous view stays meanwhile. */
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
	let chosen = initialListState;
	let checked = checkQuery('');
	let states = noStateIds;
	const withParked = createParkedRows();
	const parkedNow = () => withParked(listing.get(), pending.get().parked);
	const inputNow = (): ViewInput => {
		const {changes, listing: listed} = listing.get();
		const {records, ids} = parkedNow();
		const query = checked.ok ? checked.query : noRecordQuery;
		const next = {
			new: changes.appeared,
			gone: changes.vanished,
			pending: pending.get().ids,
			marked: chosen.marked,
			parked: ids,
		};
		states = areSameStateIds(states, next) ? states : next;
		return {
			records,
			query,
			states: hasState(query) ? states : noStateIds,
			...arrangementOf(chosen),
			isIndexed: chosen.mode === 'search' || listed.state === 'ready' || listed.state === 'stale',
		};
	};

	const initial = firstView(inputNow());
	const toSample = createSampler();
	const task = createSlicedTask({compute: createViewer(), initial, isSame, now});
	const stateOf = (view: View, isBusy: boolean, before?: ListModelState): ListModelState => {
		const isLaidOut = view === before?.view && chosen.folds === before.folds;
		const tooSlow = view.isTooSlow && !isBusy ? slowPatternText : undefined;
		return {
			...chosen,
			view,
			rows: isLaidOut ? before.rows : layOutRows(view, chosen.folds),
			isBusy,
			sample: toSample(listing.get()),
			parked: parkedNow(),
			problem: checked.ok ? tooSlow : checked.problem,
		};
	};

	let state = stateOf(initial, false);
	let listed: AccountListing['listing'] | undefined;
	const update = () => {
		const account = listing.get();
		const parked = parkedNow();
		if (account.listing !== listed && account.listing.state === 'ready' && account.listing.value.complete) {
			// Nothing else is listed any more.
			const {records} = account.listing.value;
			const listedIds = () => new Set([...idsIn(records, range(records.length)), ...parked.ids]);
			const left = chosen.marked.size === 0 ? chosen.marked : chosen.marked.intersection(listedIds());
			chosen = left.size === chosen.marked.size ? chosen : {...chosen, marked: left};
		}

		// What was just parked is not marked any more: the key would resume it.
		const fresh = parked.ids.difference(state.parked.ids);
		if (!chosen.marked.isDisjointFrom(fresh)) {
			chosen = {...chosen, marked: chosen.marked.difference(fresh)};
		}

		listed = account.listing;
		const input = inputNow();
		const {value: view, isBusy} = isSame(input, state.view) ? {value: state.view, isBusy: false} : task.request(input);
		const next = stateOf(view, isBusy, state);
		if (Object.entries(next).some(([name, value]) => state[name as keyof ListModelState] !== value)) {
			state = next;
			listeners.notify();
		}
	};

	/** Changes what is chosen. */
	const choose = (change: Partial<ListState>) => {
		const {text} = chosen.query;
		chosen = {...chosen, ...change};
		checked = chosen.query.text === text ? checked : checkQuery(chosen.query.text);
		update();
	};

	return {
		subscribe: listeners.add,
		get: () => state,
		choose,
		/** Follows the listing until the function that it returns is called. */
		follow() {
			const stops = [listing.subscribe(update), pending.subscribe(update), task.subscribe(update)];
			update();
			return () => {
				for (const stop of stops) {
					stop();
				}
			};
		},
		/** Waits for the view of the last query, so that a key acts on the rows that it finds. */
		finish: task.finish,
		/** Restores the search and arrangement of an earlier run, and saves every complete change. Returns a function that saves the last change and stops. */
		persist(before: ArrangedSearch | undefined, write: (settings: ArrangedSearch) => void) {
			let saved = before ?? {query: '', ...unarranged};
			// Changes that the operator made in the meantime are kept.
			if (chosen.mode === 'list' && chosen.query.text === '' && showsSame(chosen, unarranged)) {
				choose(arranged(saved));
			}

			const save = () => {
				// Marks and changes are those of this run: the next one would begin with an empty list.
				const isOfThisRun = checked.ok && hasState(checked.query);
				const settings = {query: isOfThisRun ? '' : chosen.query.text, ...arrangementOf(chosen)};
				if (!isDeepStrictEqual(settings, saved)) {
					saved = settings;
					write(settings);
				}
			};

			const stop = listeners.add(() => {
				if (chosen.mode === 'list') {
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

/** The rows of a list: `records` has what is listed and what is parked. `byId`, `ids`: of what is parked, by the IDs of its rows. */
type ParkedRows = {
	readonly records: readonly ListedRecord[];
	readonly byId: ReadonlyMap<string, Parked>;
	readonly ids: Ids;
};

const nothingParked: Omit<ParkedRows, 'records'> = {byId: new Map(), ids: new Set()};

/** Creates a function that puts what is parked where its ID would be listed: before the first longer or greater one. A row whose ID is used again has the sign after it. What a colleague parked is not shown as vanished as well. */
function createParkedRows() {
	let of: readonly unknown[] = [];
	let last: ParkedRows = {...nothingParked, records: []};

	return ({shown, changes: {vanished}}: Pick<AccountListing, 'shown' | 'changes'>, parked: readonly Parked[]) => {
		if (of[0] === shown && of[1] === parked) {
			return last;
		}

		of = [shown, parked];
		if (parked.length === 0) {
			last = {...nothingParked, records: shown};
			return last;
		}

		// An index of everything would take longer, at each piece of a listing.
		const parkedIds = new Set<string | undefined>(parked.map(({record}) => record.id));
		const listed = new Set(shown.map(record => idOfRecord(record)).filter(id => parkedIds.has(id)));
		const byId = new Map<string, Parked>();
		const rows: Array<{readonly was: string; readonly record: Notification}> = [];
		for (const each of parked.toSorted((a, b) => (isBefore(a.record.id, b.record.id) ? -1 : 1))) {
			const {record} = each;
			let {id} = record;
			while (byId.has(id) || (listed.has(id) && !vanished.has(id))) {
				id += parkedSign;
			}

			const shownAs = id === record.id ? record : {...record, id};
			byId.set(id, {...each, record: shownAs});
			rows.push({was: record.id, record: shownAs});
		}

		const records: ListedRecord[] = [];
		for (const record of shown) {
			const id = record.kind === 'notification' ? record.id : '';
			while (rows[0] !== undefined && isBefore(rows[0].was, id)) {
				records.push(rows.shift()!.record);
			}

			if (!byId.has(id)) {
				records.push(record);
			}
		}

		last = {records: [...records, ...rows.map(({record}) => record)], byId, ids: new Set(byId.keys())};
		return last;
	};
}

const isBefore = (id: string, other: string): boolean =>
	id.length === other.length ? id < other : id.length < other.length;

/** Creates a function that takes the sample of a listing: of the first records, of all once the cache or the service has given them, and again where a small account has more or fewer, or an ID is longer. */
function createSampler(): (account: AccountListing) => Sample {
	let sample = noSample;
	let basis = '';
	let seen: AccountListing['shown'] = [];

	return ({listing, shown}) => {
		const isAll = isWhole(listing);
		if (shown.length > 0 && shown !== seen && (isAll || basis === '')) {
			const next = isAll ? `${Math.min(shown.length, sampleSize)} ${idWidth(shown)}` : 'first';
			sample = next === basis ? sample : sampleOf(shown);
			basis = next;
			seen = isAll ? shown : [];
		}

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
	showsSame(a, b) &&
	a.isIndexed === b.isIndexed;

/** The model of the list for the open account. Search, order and grouping are restored from when the account was last open. */
export function useListModel() {
	const {listing, pending, services, ledger, profileKey} = useSession();
	const [model] = useState(() => createListModel({listing, pending, now: services.clock.now}));
	useEffect(() => model.follow(), [model]);
	useEffect(() => {
		let stop: (() => void) | undefined;
		void bestEffort(() => {
			stop =
				ledger &&
				model.persist(ledger.views.read(profileKey), settings => {
					void bestEffort(async () => ledger.views.write(profileKey, settings));
				});
		});
		return () => {
			stop?.();
		};
	}, [model, ledger, profileKey]);

	return {...model, ...useSyncExternalStore(model.subscribe, model.get)};
}

/** Returns a function that counts the marked notifications of a group, each group once. */
function createCounter(rows: ListRows, marked: Ids): (group: Group) => number {
	const counts = new Map<Group, number>();
	return group => {
		const count = counts.get(group) ?? (marked.size === 0 ? 0 : rows.idsOf(group).filter(id => marked.has(id)).length);
		counts.set(group, count);
		return count;
	};
}

/**
The marks of a list, and the actions that change them.

@param list - The list.
@param selected - The index of the row under the cursor.
@param vanished - The IDs of rows that are shown but no longer exist. They cannot be marked.
@param onMarked - Called after a row was marked or unmarked.
*/
export function useMarks(
	{view, rows, marked: ids, anchor, choose}: ReturnType<typeof useListModel>,
	selected: number,
	vanished: Ids,
	onMarked: () => void,
) {
	/** The IDs that are marked but hidden by the search. */
	const hidden = useMemo(
		() => (ids.size === 0 ? ids : ids.difference(new Set(idsIn(view.records, view.matches)))),
		[ids, view],
	);
	const start = useMemo(() => (anchor === undefined ? -1 : rows.indexOf(anchor)), [rows, anchor]);
	const other = start === -1 ? selected : start;
	/** The first and the last row of the range being marked. */
	const marking = anchor === undefined ? undefined : ([Math.min(selected, other), Math.max(selected, other)] as const);
	const countIn = useMemo(() => createCounter(rows, ids), [rows, ids]);
	const mark = (marked: Ids, from?: string) => {
		choose({marked, anchor: from});
	};

	const listed = (some: readonly string[]) => some.filter(id => !vanished.has(id));
	const shown = () => listed(idsIn(view.records, view.matches));
	/** Whether a row is not of what no longer exists. */
	const hasListed = useMemo(
		() => view.matches.length > vanished.size || !new Set(idsIn(view.records, view.matches)).isSubsetOf(vanished),
		[view, vanished],
	);
	const takeRange = ([first, last]: readonly [number, number]) => {
		mark(ids.union(new Set(listed(rows.idsBetween(first, last)))));
	};

	return {
		ids,
		hidden,
		range: marking,
		hasListed,
		/** Returns the number of marked notifications in a group. */
		countIn,
		dropRange() {
			mark(ids);
		},
		actions: {
			mark() {
				if (marking !== undefined) {
					takeRange(marking);
					return;
				}

				mark(toggled(ids, listed(rows.idsAt(selected))), anchor);
				onMarked();
			},
			range() {
				if (marking === undefined) {
					mark(ids, rows.keyAt(selected));
				} else {
					takeRange(marking);
				}
			},
			'mark-all'() {
				mark(toggled(ids, shown()), anchor);
			},
			'unmark-all'() {
				mark(new Set());
			},
			invert() {
				mark(ids.symmetricDifference(new Set(shown())), anchor);
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
