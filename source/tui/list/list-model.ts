import {isDeepStrictEqual} from 'node:util';
import {useEffect, useState, useSyncExternalStore} from 'react';
import {arrangementOf, isSameArrangement, unarranged, type ArrangedSearch} from '../../query/sort.ts';
import {checkQuery, hasState, noRecordQuery, type CheckedQuery} from '../../query/parse.ts';
import {areSameStateIds, noStateIds, type StateIds} from '../../query/match.ts';
import {createViewer, emptyView, type View, type ViewInput} from '../../query/view.ts';
import {createListeners} from '../../platform/listeners.ts';
import {createSlicedTask, finish} from '../../platform/time-slices.ts';
import {completeRecordsOf, type AccountListing} from '../../session/listing-state.ts';
import type {ListingStore} from '../../session/listing-store.ts';
import type {PendingChanges} from '../../session/pending-changes.ts';
import {bestEffort} from '../../storage/best-effort.ts';
import {useSession} from '../shared/session-context.ts';
import {noSample, sampleOf, sampleSize, withIds, type Sample} from './columns.ts';
import {initialListQuery, reduceListQuery, type ListQuery, type ListQueryAction} from './list-query.ts';

export type ListModelState = {
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
	readonly listing: Pick<ListingStore, 'subscribe' | 'get'>;
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
	const toSample = createSampler();
	const task = createSlicedTask({compute: createViewer(), initial: initialView, isSame, now});
	let state: ListModelState = {
		query,
		view: initialView,
		isBusy: false,
		sample: toSample(listing.get()),
		problem: undefined,
	};
	let stopFollowing: (() => void) | undefined;

	const update = () => {
		const input = inputNow();
		const {value: view, isBusy} = isSame(input, state.view) ? {value: state.view, isBusy: false} : task.request(input);
		const problem = checked.ok ? (view.isTooSlow && !isBusy ? slowPatternText : undefined) : checked.problem;
		const sample = toSample(listing.get());
		if (
			query === state.query &&
			view === state.view &&
			isBusy === state.isBusy &&
			sample === state.sample &&
			problem === state.problem
		) {
			return;
		}

		state = {query, view, isBusy, sample, problem};
		listeners.notify();
	};

	const follow = () => {
		const stops = [listing.subscribe(update), pending.subscribe(update), task.subscribe(update)];
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
function firstView(input: ViewInput): View {
	if (input.records.length > firstCount) {
		return emptyView;
	}

	return finish(createViewer()(input));
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

/** The model of the list for the open account. Search, order and grouping are restored from when the account was last open. */
export function useListModel(): ListModelState & Pick<ListModel, 'dispatch' | 'finish' | 'setMarked'> {
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

	return {
		...useSyncExternalStore(model.subscribe, model.get),
		dispatch: model.dispatch,
		finish: model.finish,
		setMarked: model.setMarked,
	};
}

/** The storage of an account's search and arrangement between runs. */
export type ViewStore = {
	readonly read: () => ArrangedSearch | undefined;
	readonly write: (settings: ArrangedSearch) => void;
};

/** The list whose search is kept. */
type Searched = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly get: () => ListQuery;
	readonly restore: (saved: ArrangedSearch) => void;
	/** Whether the search is about marks or changes. */
	readonly isOfThisRun: () => boolean;
};

const noSettings: ArrangedSearch = {query: '', ...unarranged};

/** Restores a search and its arrangement, and saves every complete change. Returns a function that saves the last change and stops. */
function persistSearch({read, write}: ViewStore, {subscribe, get, restore, isOfThisRun}: Searched): () => void {
	let saved = read() ?? noSettings;
	restore(saved);
	const save = () => {
		// Marks and changes are those of this run: the next one would begin with an empty list.
		const query = get();
		const settings = {query: isOfThisRun() ? '' : query.query.text, ...arrangementOf(query)};
		if (isDeepStrictEqual(settings, saved)) {
			return;
		}

		saved = settings;
		write(settings);
	};

	const stop = subscribe(() => {
		if (get().mode === 'list') {
			save();
		}
	});
	return () => {
		stop();
		save();
	};
}
