import {expect, test} from 'vitest';
import {noChanges, type AccountListing} from '../../../source/account/listing-state.ts';
import type {Item} from '../../../source/ledger/item.ts';
import {createListeners} from '../../../source/platform/listeners.ts';
import {range} from '../../../source/platform/text.ts';
import {editAtEnd} from '../../../source/tui/keys/text-edit.ts';
import {asListed} from '../../../source/notification/spec.ts';
import {parkerOf} from '../../../source/tui/list/detail-lines.ts';
import {arranged, createListModel, opened} from '../../../source/tui/list/list-state.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const records = range(5000).map(index => notificationWith({id: String(index)}));

test('the rows that are shown stay until those of the complete listing are arranged', async () => {
	const first = records.slice(0, 100);
	let account: AccountListing = {
		listing: {state: 'loading', records: first},
		shown: first,
		progress: undefined,
		changes: noChanges,
		watch: undefined,
	};
	let notify: () => void = () => undefined;
	let time = 0;
	const model = createListModel({
		// Each look at the clock is a second later: nothing long is done at once.
		now: () => 1000 * time++,
		pending: {get: () => ({count: 0, ids: new Set(), parked: []}), subscribe: () => () => undefined},
		listing: {
			get: () => account,
			subscribe(listener) {
				notify = listener;
				return () => undefined;
			},
		},
	});
	const counts = [model.get().view.matches.length];
	const done = Promise.withResolvers<void>();
	model.follow();
	model.subscribe(() => {
		const {view, isBusy} = model.get();
		counts.push(view.matches.length);
		if (!isBusy && view.matches.length === 5000) {
			done.resolve();
		}
	});
	account = {...account, listing: {state: 'ready', value: {records, complete: true}, at: 0}, shown: records};
	notify();
	await done.promise;
	expect(new Set(counts)).toEqual(new Set([100, 5000]));
});

test('a search that is typed while rows arrive has columns for all of them', () => {
	const all = [...records.slice(0, 40), notificationWith({id: '900719925474999'})];
	let account: AccountListing = {
		listing: {state: 'loading', records: all.slice(0, 40)},
		shown: all.slice(0, 40),
		progress: undefined,
		changes: noChanges,
		watch: undefined,
	};
	const updates = createListeners();
	const model = createListModel({
		now: () => 0,
		pending: {get: () => ({count: 0, ids: new Set(), parked: []}), subscribe: () => () => undefined},
		listing: {get: () => account, subscribe: updates.add},
	});
	const stop = model.follow();
	const idWidth = () => model.get().sample.get('id')!;
	model.choose(opened(model.get(), 'search'));
	expect(idWidth()).toBe(2);
	account = {...account, listing: {state: 'ready', value: {records: all, complete: true}, at: 0}, shown: all};
	updates.notify();
	expect(idWidth()).toBe(15);
	// Typing does not change the columns.
	model.choose({query: editAtEnd('zzz')});
	expect(model.get().view.matches).toHaveLength(0);
	expect(idWidth()).toBe(15);
	// A small account is sampled again when it grows, a large one is not, but a longer ID is whole.
	const list = (shown: typeof all) => {
		account = {...account, listing: {state: 'ready', value: {records: shown, complete: true}, at: 0}, shown};
		updates.notify();
		return idWidth();
	};

	expect(list(records.slice(0, 2000))).toBe(4);
	expect(list([...records.slice(0, 2000), notificationWith({id: '10000'})])).toBe(5);
	stop();
});

test('the columns are chosen anew once all of the cached listing is read, and stay when the service lists the same', () => {
	const read = (count: number): AccountListing => ({
		listing: {state: 'remembered', value: {records: records.slice(0, count), complete: true}, at: 0, count: 3000},
		shown: records.slice(0, count),
		progress: undefined,
		changes: noChanges,
		watch: undefined,
	});
	let account = read(54);
	const updates = createListeners();
	const model = createListModel({
		now: () => 0,
		pending: {get: () => ({count: 0, ids: new Set(), parked: []}), subscribe: () => () => undefined},
		listing: {get: () => account, subscribe: updates.add},
	});
	const stop = model.follow();
	const samples = [54, 2000, 3000].map(count => {
		account = read(count);
		updates.notify();
		return model.get().sample;
	});
	expect(samples.map(sample => sample.get('id'))).toEqual([2, 2, 4]);
	account = {...account, listing: {state: 'ready', value: {records: account.shown, complete: true}, at: 0}};
	updates.notify();
	expect(model.get().sample).toBe(samples[2]);
	stop();
});

test('a search for a state follows the changes, the pending changes and the marks', () => {
	let ids: ReadonlySet<string> = new Set(['1']);
	const account: AccountListing = {
		listing: {state: 'ready', value: {records, complete: true}, at: 0},
		shown: records.slice(0, 100),
		progress: undefined,
		changes: {appeared: new Set(['2', '3']), vanished: new Set(['4'])},
		watch: undefined,
	};
	const updates = createListeners();
	const model = createListModel({
		now: () => 0,
		listing: {get: () => account, subscribe: () => () => undefined},
		pending: {get: () => ({count: 1, ids, parked: []}), subscribe: updates.add},
	});
	const saved: string[] = [];
	model.follow();
	const stop = model.persist(undefined, ({query}) => {
		saved.push(query);
	});
	const search = (query: string) => {
		model.choose(arranged({query}));
		return model.get().view.matches;
	};

	expect(search('is:new or is:gone')).toEqual([2, 3, 4]);
	expect(search('is:pending')).toEqual([1]);
	ids = new Set(['1', '7']);
	updates.notify();
	expect(model.get().view.matches).toEqual([1, 7]);
	expect(search('is:marked')).toEqual([]);
	model.choose({marked: new Set(['9'])});
	expect(model.get().view.matches).toEqual([9]);
	// A state is of this run, and not restored at the next start.
	search('user');
	stop();
	expect(saved).toEqual(['user']);
});

test('what is parked stands where its ID would be listed, once, also where a colleague parked it or its ID is used again', () => {
	const shown = ['1', '4', '7', '10'].map(id => notificationWith({id}));
	const account: AccountListing = {
		listing: {state: 'ready', value: {records: shown, complete: true}, at: 0},
		shown,
		progress: undefined,
		changes: {appeared: new Set(), vanished: new Set(['7'])},
		watch: undefined,
	};
	const parked = ['9', '7', '4', '0', '11', '9'].map((id, at) => ({
		item: {id: at} as unknown as Item,
		record: asListed(notificationWith({id}), id, {id}),
		sent: undefined,
	}));
	const model = createListModel({
		now: () => 0,
		listing: {get: () => account, subscribe: () => () => undefined},
		pending: {get: () => ({count: 0, ids: new Set(), parked}), subscribe: () => () => undefined},
	});
	const idsOf = () => {
		const {rows} = model.get();
		return range(rows.length).map(index => rows.idsAt(index)[0]);
	};

	expect(idsOf()).toEqual(['0', '1', '4', '4‖', '7', '9', '9‖', '10', '11']);
	const {byId} = model.get().parked;
	expect([...byId.values()].map(({record, item}) => parkerOf(parked, record) === item)).toEqual(parked.map(() => true));
	expect(parkerOf(parked, shown[1]!)).toBeUndefined();
	model.choose({marked: new Set(['9', '10'])});
	model.choose(arranged({query: 'is:parked is:marked or not:is:parked'}));
	expect(idsOf()).toEqual(['1', '4', '9', '10']);
	model.follow();
	expect(model.get().marked).toEqual(new Set(['9', '10']));
});

test('what was searched before is restored, unless the operator has changed something already', () => {
	const searched = (change: Parameters<ReturnType<typeof createListModel>['choose']>[0]) => {
		const shown = records.slice(0, 10);
		const model = createListModel({
			now: () => 0,
			listing: {
				get: () => ({
					listing: {state: 'loading', records: shown},
					shown,
					progress: undefined,
					changes: noChanges,
					watch: undefined,
				}),
				subscribe: () => () => undefined,
			},
			pending: {get: () => ({count: 0, ids: new Set(), parked: []}), subscribe: () => () => undefined},
		});
		model.choose(change);
		model.persist({query: 'abc', sort: undefined, group: undefined, groupOrder: undefined}, () => undefined);
		return model.get().query.text;
	};

	expect(searched({})).toBe('abc');
	expect(searched({mode: 'search'})).toBe('');
	expect(searched({group: 'channel'})).toBe('');
});
