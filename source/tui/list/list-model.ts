import {arrangementOf, isSameArrangement} from '../../domain/query/arrangement.ts';
import {checkQuery, type CheckedQuery} from '../../domain/query/check-query.ts';
import {hasState, noRecordQuery} from '../../domain/query/parse-query.ts';
import {areSameStateIds, noStateIds, type StateIds} from '../../domain/query/record-state.ts';
import {createViewer, emptyView, type View, type ViewInput} from '../../domain/query/view.ts';
import type {ListingStore} from '../../session/listing-store.ts';
import type {PendingChanges} from '../../session/pending-changes.ts';
import {createSlicedTask} from '../../platform/time-slices.ts';
import {createListeners} from '../../platform/listeners.ts';
import {range} from '../../platform/text.ts';
import {createColumnMeasurer} from './column-measurer.ts';
import type {ListStats} from './column-stats.ts';
import {createIndexedTotals} from './measured-rows.ts';
import {persistSearch, type ViewStore} from './persist-search.ts';
import {initialListQuery, reduceListQuery, type ListQueryAction, type ListQuery} from './list-query.ts';

export type ListModelState = {
	readonly query: ListQuery;
	/** The found records, sorted and grouped. */
	readonly view: View;
	/** Whether the view is older than the last query or listing. */
	readonly isBusy: boolean;
	/** The measurements of the columns in the view: those of the first rows until all are measured. They stay the same while a search is being typed. */
	readonly stats: ListStats;
	/** The error in the query, as a sentence that may quote it. Such a query finds nothing. */
	readonly problem: string | undefined;
};

/** The list's view of an account's listing, for `useSyncExternalStore`. It follows the listing while it has subscribers. */
export type ListModel = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly get: () => ListModelState;
	readonly dispatch: (action: ListQueryAction) => void;
	/** Sets the IDs of the marked notifications, which can be searched. */
	readonly setMarked: (ids: ReadonlySet<string>) => void;
	/** Waits for the view of the last query, so that a key acts on the rows that it finds. */
	readonly finish: () => void;
	/** Restores the saved settings and saves every complete change. Returns a function that saves the last change and stops. */
	readonly persist: (store: ViewStore) => () => void;
};

export type ListModelOptions = {
	readonly listing: Pick<ListingStore, 'subscribe' | 'get' | 'annotate'>;
	readonly pending: Pick<PendingChanges, 'subscribe' | 'get'>;
	readonly now: () => number;
};

/** The number of records arranged for the first frame. More would delay it. */
const firstCount = 1000;

const slowPatternText = 'The search was stopped: its pattern takes too long on these notifications. Simplify it.';

/** Creates the model, which searches, sorts and groups a listing. A large listing is arranged in slices, and the previous view stays meanwhile. */
export function createListModel({listing, pending, now}: ListModelOptions): ListModel {
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
	const totals = createIndexedTotals();
	const task = createSlicedTask({compute: createViewer(totals), initial: initialView, isSame, now});
	const measurer = createColumnMeasurer({listing, initial: initialView, totals, now});
	let state: ListModelState = {query, view: initialView, isBusy: false, stats: measurer.get(), problem: undefined};
	let stopFollowing: (() => void) | undefined;
	/** Whether the columns were last measured before the listing was complete. */
	let isMeasuredEarly = false;

	/** While a search is typed the columns stay as they are, unless it began before all rows had arrived: then those were measured of the first ones, whose IDs can be shorter. */
	const statsOf = (view: View): ListStats => {
		const {state: listed} = listing.get().listing;
		const isListed = listed === 'ready' || listed === 'stale';
		if (query.mode !== 'search') {
			isMeasuredEarly = !isListed;
			return measurer.measure(view, state.view);
		}

		return isMeasuredEarly && isListed
			? measurer.measure({...view, matches: range(view.records.length)}, state.view)
			: state.stats;
	};

	const update = () => {
		const input = inputNow();
		const {value: view, isBusy} = isSame(input, state.view) ? {value: state.view, isBusy: false} : task.request(input);
		const problem = checked.ok ? (view.isTooSlow && !isBusy ? slowPatternText : undefined) : checked.problem;
		const stats = isBusy ? state.stats : statsOf(view);
		if (
			query === state.query &&
			view === state.view &&
			isBusy === state.isBusy &&
			stats === state.stats &&
			problem === state.problem
		) {
			return;
		}

		state = {query, view, isBusy, stats, problem};
		listeners.notify();
	};

	const follow = () => {
		const stops = [
			listing.subscribe(update),
			pending.subscribe(update),
			task.subscribe(update),
			measurer.subscribe(update),
		];
		update();
		return () => {
			for (const stop of stops) {
				stop();
			}
		};
	};

	const subscribe = (listener: () => void) => {
		const remove = listeners.add(listener);
		stopFollowing ??= follow();
		return () => {
			remove();
			if (!listeners.isEmpty()) {
				return;
			}

			stopFollowing?.();
			stopFollowing = undefined;
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
		setMarked(ids) {
			marked = ids;
			update();
		},
		finish: task.finish,
		persist(store) {
			return persistSearch(store, {
				subscribe,
				restore(saved) {
					dispatch({type: 'restore', saved});
				},
				get: () => query,
				isOfThisRun: () => checked.ok && hasState(checked.query),
			});
		},
	};
}

/** The view of a small listing, computed at once. A render must not start a computation that continues after it. */
function firstView(input: ViewInput): View {
	if (input.records.length > firstCount) {
		return emptyView;
	}

	const work = createViewer()(input);
	let step = work.next();
	while (step.done !== true) {
		step = work.next();
	}

	return step.value;
}

function isSame(a: ViewInput, b: ViewInput): boolean {
	return (
		a.records === b.records &&
		a.query === b.query &&
		a.states === b.states &&
		isSameArrangement(a, b) &&
		a.isIndexed === b.isIndexed
	);
}
