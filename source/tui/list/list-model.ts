import {isDeepStrictEqual} from 'node:util';
import {useEffect, useState, useSyncExternalStore} from 'react';
import {arrangementOf, isSameArrangement, unarranged, type ArrangedSearch} from '../../query/sort.ts';
import {checkQuery, hasState, noRecordQuery, type CheckedQuery} from '../../query/parse.ts';
import {areSameStateIds, noStateIds, type StateIds} from '../../query/match.ts';
import {createViewer, emptyView, type View, type ViewInput} from '../../query/view.ts';
import {createListeners} from '../../platform/listeners.ts';
import {createSlicedTask, finish} from '../../platform/time-slices.ts';
import {completeRecordsOf, type AccountListing} from '../../account/listing-state.ts';
import type {ListingStore} from '../../account/listing-store.ts';
import type {PendingChanges} from '../../account/pending-changes.ts';
import {bestEffort} from '../../ledger/ledger-error.ts';
import {useSession} from '../shared/session-context.ts';
import {noSample, sampleOf, sampleSize, withIds, type Sample} from './columns.ts';
import {initialListQuery, reduceListQuery, type ListQuery, type ListQueryAction} from './list-query.ts';

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
