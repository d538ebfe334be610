import {expect, onTestFinished, test, vi} from 'vitest';
import type {Connection} from '../../source/service/connection.ts';
import {readRecord} from '../../source/service/listing/read-record.ts';
import {createListingCache, noListingCache, type ListingCache} from '../../source/ledger/listing-cache.ts';
import type {Clock} from '../../source/platform/clock.ts';
import {createListingStore, type ListingStore} from '../../source/session/listing-store.ts';
import {completeRecordsOf, recordsOf as recordsIn, type AccountListing} from '../../source/session/listing-state.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {stillClock, temporaryFolder} from '../helpers/app.tsx';
import {answer, createHttpServer, type Handler} from '../helpers/http-server.ts';
import {patience, waitUntil} from '../helpers/wait.ts';

/** A cache that has nothing, and says that it saves everything. */
const nothingRemembered: ListingCache = {
	...noListingCache,
	save: async () => true,
};

const ids = (account: AccountListing) =>
	account.shown.map(record => (record.kind === 'notification' ? record.id : '?')).join(' ');

const recordsOf = (list: readonly number[]) => list.map(id => ({id}));

const connections = new WeakMap<ListingStore, Connection>();

const connectionOf = (store: ListingStore) => connections.get(store)!;

type Rig = {
	readonly store: ListingStore;
	readonly until: (isMet: (account: AccountListing) => boolean) => Promise<AccountListing>;
};

/** A store on a real server, looked at by somebody. */
async function open(
	handler: Handler,
	{
		remembered = nothingRemembered,
		clock = stillClock,
		timeout = 10_000,
	}: {remembered?: ListingCache; clock?: Clock; timeout?: number} = {},
): Promise<Rig> {
	const server = await createHttpServer(handler);
	const connection: Connection = {baseUrl: server.baseUrl, apiKey: 'test-key', timeout};
	const store = createListingStore({connection, profileKey: 'p', clock, retry: {sleep: clock.sleep}, remembered});
	connections.set(store, connection);
	store.start();
	onTestFinished(async () => {
		await store.close();
		await server[Symbol.asyncDispose]();
	});
	return {
		store,
		until: async isMet =>
			waitUntil(
				() => (isMet(store.get()) ? store.get() : undefined),
				store.subscribe,
				() => JSON.stringify(store.get()),
			),
	};
}

/** Answers one listing after the other, the last one from then on. */
function lists(...listings: ReadonlyArray<readonly number[]>): Handler {
	let turn = 0;
	return (_request, response) => {
		answer(response, 200, recordsOf(listings[Math.min(turn++, listings.length - 1)]!));
	};
}

const isSettled = ({listing, progress}: AccountListing) =>
	progress === undefined && listing.state !== 'loading' && listing.state !== 'remembered';

test('reading the state sends no request; only the first start does', async () => {
	let requests = 0;
	await using server = await createHttpServer((_request, response) => {
		requests++;
		answer(response, 200, recordsOf([1]));
	});
	const connection = {baseUrl: server.baseUrl, apiKey: 'test-key', timeout: 10_000};
	const store = createListingStore({
		connection,
		profileKey: 'p',
		clock: stillClock,
		retry: {sleep: stillClock.sleep},
		remembered: nothingRemembered,
	});
	expect(store.get()).toMatchObject({listing: {state: 'loading', records: []}, progress: undefined});
	expect(requests).toBe(0);
	store.start();
	store.start();
	await waitUntil(
		() => (isSettled(store.get()) ? true : undefined),
		store.subscribe,
		() => JSON.stringify(store.get()),
	);
	expect(requests).toBe(1);
	await store.close();
});

test('the first request waits for what comes before it, and is never sent if the store is closed meanwhile', async () => {
	let requests = 0;
	await using server = await createHttpServer((_request, response) => {
		requests++;
		answer(response, 200, recordsOf([1]));
	});
	const connection = {baseUrl: server.baseUrl, apiKey: 'test-key', timeout: 10_000};
	const started = () => {
		const {promise, resolve} = Promise.withResolvers<void>();
		const store = createListingStore({
			connection,
			profileKey: 'p',
			clock: stillClock,
			retry: {sleep: stillClock.sleep},
			remembered: nothingRemembered,
		});
		store.start({after: promise});
		return {store, resolve};
	};

	const closed = started();
	expect(closed.store.get().progress).toBeDefined();
	await closed.store.close();
	closed.resolve();
	const {store, resolve} = started();
	resolve();
	await waitUntil(
		() => (isSettled(store.get()) ? true : undefined),
		store.subscribe,
		() => JSON.stringify(store.get()),
	);
	expect(requests).toBe(1);
	await store.close();
});

test('a refresh that changes nothing leaves the rows as they are, so that nothing is searched or drawn again', async () => {
	const {store, until} = await open(lists([1, 2, 3], [1, 2, 3], [1, 3]));
	const {shown} = await until(isSettled);
	store.refresh();
	expect(store.get().progress).toBeDefined();
	const again = await until(isSettled);
	expect(again.shown).toBe(shown);
	store.refresh();
	const changed = await until(account => isSettled(account) && account.changes.vanished.size > 0);
	expect(changed.shown[0]).toBe(shown[0]);
	expect(changed.shown[2]).toBe(shown[2]);
});

test('a listing that began earlier does not replace one that an operation fetched meanwhile', async () => {
	const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let turn = 0;
	const {store, until} = await open(async (_request, response) => {
		if (turn++ === 0) {
			answer(response, 200, recordsOf([1, 2]));
			return;
		}

		await begun.promise;
		response.writeHead(200, {'content-type': 'application/json'});
		response.write('[{"id":1}');
		await ended.promise;
		response.end(',{"id":2}]');
	});
	await until(isSettled);
	store.refresh();
	const {era, at} = stillClock.elapsed.now();
	store.adopt({listing: {records: listed([1, 2, 3]), complete: true}, startedAt: {era, at: at + 1}});
	expect(ids(store.get())).toBe('1 2 3');
	begun.resolve();
	// It arrives.
	await until(({progress}) => progress !== undefined);
	ended.resolve();
	expect(ids(await until(isSettled))).toBe('1 2 3');
});

test('additions and removals stay marked over refreshes, until the operator acknowledges them', async () => {
	const {store, until} = await open(lists([1, 2, 3], [1, 3, 4], [1, 3, 4, 5], [1, 3, 4, 5, 6]));
	expect(ids(await until(isSettled))).toBe('1 2 3');
	store.refresh();
	const changed = await until(account => isSettled(account) && account.changes.appeared.size > 0);
	expect(ids(changed)).toBe('1 2 3 4');
	expect(changed.changes).toEqual({appeared: new Set(['4']), vanished: new Set(['2'])});
	store.refresh();
	const later = await until(account => isSettled(account) && account.changes.appeared.has('5'));
	expect(later.changes).toEqual({appeared: new Set(['4', '5']), vanished: new Set(['2'])});
	store.acknowledgeChanges();
	expect(store.get().changes).toEqual({appeared: new Set(), vanished: new Set()});
	expect(ids(store.get())).toBe('1 3 4 5');
	store.refresh();
	const renewed = await until(account => isSettled(account) && account.changes.appeared.has('6'));
	expect(renewed.changes).toEqual({appeared: new Set(['6']), vanished: new Set()});
});

test('since when a notification is known: what the first listing showed for ever, what appeared since then, and others not', async () => {
	const {store, until} = await open(lists([1, 2], [2, 3]));
	await until(isSettled);
	store.refresh();
	await until(account => ids(account).includes('3'));
	expect(store.knownSince('1')).toMatchObject({at: -Infinity});
	expect(store.knownSince('2')).toMatchObject({at: -Infinity});
	expect(store.knownSince('3')?.at).toBeGreaterThanOrEqual(0);
	expect(store.knownSince('4')).toBeUndefined();
});

test('a listing from before a create is outdated until a complete one arrives', async () => {
	const {store, until} = await open(lists([], [1]));
	expect(await until(isSettled)).not.toMatchObject({isOutdated: true});
	store.applyLocalChange({created: ['1']});
	expect(store.get().isOutdated).toBe(true);
	store.refresh();
	await until(account => ids(account) === '1');
	expect(store.get().isOutdated).toBe(false);
});

test('a change is shown together with the listing that was requested after it, and those who listen are told once', async () => {
	const {store, until} = await open(lists([1, 2]));
	await until(isSettled);
	const told = Promise.withResolvers<string>();
	let times = 0;
	store.subscribe(() => {
		times++;
		told.resolve(ids(store.get()));
	});
	store.applyLocalChange(
		{gone: ['1'], created: ['3']},
		{listing: {records: listed([2, 3, 4]), complete: true}, startedAt: stillClock.elapsed.now()},
	);
	expect(store.get()).toMatchObject({isOutdated: false, changes: {appeared: new Set(['4']), vanished: new Set()}});
	expect([await told.promise, times]).toEqual(['2 3 4', 1]);
	store.applyLocalChange(
		{created: ['5']},
		{listing: {records: listed([2]), complete: false, reason: 'It is partial.'}, startedAt: stillClock.elapsed.now()},
	);
	expect(store.get().isOutdated).toBe(true);
	expect(ids(store.get())).toBe('2 3 4');
});

test('own changes are not marked', async () => {
	const {store, until} = await open(lists([1, 2], [1, 3]));
	await until(isSettled);
	store.applyLocalChange({gone: ['2'], created: ['3']});
	expect(ids(store.get())).toBe('1');
	store.refresh();
	const after = await until(account => ids(account) === '1 3');
	expect(after.changes).toEqual({appeared: new Set(), vanished: new Set()});
});

test('a failed or partial refresh keeps the previous listing', async () => {
	let turn = 0;
	const {store, until} = await open((_request, response) => {
		turn++;
		answer(
			response,
			turn === 2 ? 403 : 200,
			turn === 3 ? {results: recordsOf([1]), has_more: true} : recordsOf([1, 2]),
		);
	});
	await until(isSettled);
	store.refresh();
	expect(await until(account => account.listing.state === 'stale')).toMatchObject({
		listing: {failure: {kind: 'forbidden'}},
	});
	expect(ids(store.get())).toBe('1 2');
	store.refresh();
	await until(
		account => 'failure' in account.listing && account.listing.failure.summary.includes('The refresh is partial'),
	);
	expect(ids(store.get())).toBe('1 2');
	expect(store.get().changes.vanished.size).toBe(0);
});

test('a first listing that is stopped is kept as partial', async () => {
	const {store, until} = await open((_request, response) => {
		response.writeHead(200);
		response.write('[{"id":1},{"id":2},');
	});
	await until(account => account.shown.length === 2);
	expect(store.stop()).toBe(true);
	const stopped = await until(isSettled);
	expect(stopped.listing).toMatchObject({state: 'ready', value: {complete: false, reason: 'The listing was stopped.'}});
	expect(store.stop()).toBe(false);
});

test('what had arrived when the first listing broke off is kept as partial, whether its retry is stopped or fails', async () => {
	let turn = 0;
	const [shown, retried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const {store, until} = await open(async (_request, response) => {
		turn++;
		if (turn === 1) {
			response.writeHead(200);
			response.write('[{"id":1},{"id":2},');
			await shown.promise;
			response.destroy();
		} else if (turn === 2) {
			retried.resolve();
		} else {
			answer(response, 403);
		}
	});
	await until(account => account.shown.length === 2);
	shown.resolve();
	await retried.promise;
	store.stop();
	const stopped = await until(isSettled);
	expect(stopped.listing).toMatchObject({
		state: 'stale',
		value: {complete: false, records: [{id: '1'}, {id: '2'}]},
		failure: {kind: 'cancelled'},
	});
	store.refresh();
	const failed = await until(account => 'failure' in account.listing && account.listing.failure.kind === 'forbidden');
	expect(failed.listing).toMatchObject({state: 'stale', value: {complete: false}});
	expect(recordsIn(failed.listing)).toHaveLength(2);
	expect(completeRecordsOf(failed.listing)).toBeUndefined();
});

test('a cached listing is shown at once, then its changes', async () => {
	await using folder = await temporaryFolder();
	const remembered = createListingCache(folder.path, Date.now);
	const many = Array.from({length: 3000}, (_, index) => index + 1);
	const {promise: released, resolve: release} = Promise.withResolvers<void>();
	await remembered.save('p', {records: listed(many), at: 0});
	const {store, until} = await open(
		async (_request, response) => {
			await released;
			answer(response, 200, recordsOf([...many.slice(1), 9999]));
		},
		{remembered},
	);
	expect(store.get()).toMatchObject({listing: {state: 'remembered', count: 3000}});
	expect(store.get().shown.length).toBeGreaterThan(0);
	await until(account => account.shown.length === 3000);
	release();
	const fresh = await until(account => isSettled(account) && account.changes.appeared.size > 0);
	expect(fresh.changes).toEqual({appeared: new Set(['9999']), vanished: new Set(['1'])});
	expect(fresh.shown).toHaveLength(3001);
	expect(fresh.listing).toMatchObject({state: 'ready', value: {complete: true}});
	// It may still write to the folder.
	await store.close();
});

test('a damaged cached listing is shown, but not used for marking changes', async () => {
	const {promise: released, resolve: release} = Promise.withResolvers<void>();
	const {store, until} = await open(
		async (_request, response) => {
			await released;
			answer(response, 200, recordsOf([2, 9]));
		},
		{
			remembered: {
				...nothingRemembered,
				open: () => ({
					at: 0,
					count: 3,
					firstRecords: listed([1, 2]),
					async *remainingRecords() {
						yield [];
					},
				}),
			},
		},
	);
	expect(ids(store.get())).toBe('1 2');
	release();
	const fresh = await until(isSettled);
	expect(ids(fresh)).toBe('2 9');
	expect(fresh.changes).toEqual({appeared: new Set(), vanished: new Set()});
});

function listed(many: readonly number[]) {
	return many.map((id, index) => readRecord({id}, index));
}

test('a cached listing stays complete when the service fails', async () => {
	await using folder = await temporaryFolder();
	const remembered = createListingCache(folder.path, Date.now);
	await remembered.save('p', {
		records: listed(Array.from({length: 5000}, (_, index) => index)),
		at: 0,
	});
	const {store, until} = await open(
		(_request, response) => {
			answer(response, 401);
		},
		{remembered},
	);
	const stale = await until(account => account.listing.state === 'stale' && account.shown.length === 5000);
	expect(stale.listing).toMatchObject({failure: {kind: 'unauthorized'}});
	await store.close();
});

/** A clock whose sleepers wake only when told, and that notes how long they meant to sleep. */
function handClock(): Clock & {
	readonly pauses: number[];
	readonly wake: () => void;
	readonly subscribe: (listener: () => void) => () => void;
} {
	const pauses: number[] = [];
	const listeners = new Set<() => void>();
	let waken: (() => void) | undefined;
	return {
		...stillClock,
		pauses,
		async sleep(milliseconds, signal) {
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			waken = resolve;
			signal?.addEventListener('abort', () => {
				reject(new Error('aborted'));
			});
			pauses.push(milliseconds / 1000);
			for (const listener of listeners) {
				listener();
			}

			await promise;
		},
		wake() {
			waken?.();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
}

test('watching refreshes repeatedly, backs off when rate-limited, and stops when the key is rejected', async () => {
	const answers: Array<[number, readonly number[], Record<string, string>?]> = [
		[200, [1]],
		[200, [1, 2]],
		[429, []],
		[429, [], {'retry-after': '90'}],
		[200, [2]],
		[401, []],
	];
	let turn = 0;
	const clock = handClock();
	const {store, until} = await open(
		(_request, response) => {
			const [status, list, headers] = answers[turn++]!;
			answer(response, status, recordsOf(list), headers);
		},
		{clock},
	);
	await until(isSettled);
	store.watchEvery(5);
	const untilPause = async (count: number) =>
		waitUntil(
			() => (clock.pauses.length === count ? count : undefined),
			clock.subscribe,
			() => clock.pauses.join(' '),
		);
	for (const count of [1, 2, 3, 4]) {
		await untilPause(count);
		clock.wake();
	}

	await untilPause(5);
	expect(clock.pauses).toEqual([5, 5, 10, 90, 5]);
	expect(store.get()).toMatchObject({
		changes: {appeared: new Set(['2']), vanished: new Set(['1'])},
		watch: {every: 5, wait: 5},
	});
	clock.wake();
	const ended = await until(account => account.watch === undefined);
	expect(ended.listing).toMatchObject({state: 'stale', failure: {kind: 'unauthorized'}});
	expect(turn).toBe(6);
});

test('what a watch shows by a 304 settles nothing and stands for no listing of its own', async () => {
	let listedIds = [1, 2];
	let status = 200;
	const clock = handClock();
	let saves = 0;
	const remembered: ListingCache = {
		...nothingRemembered,
		async save(...saved) {
			saves++;
			return nothingRemembered.save(...saved);
		},
	};
	const {store, until} = await open(
		({headers}, response) => {
			const etag = `"${listedIds.join(',')}"`;
			const isHeld = headers['if-none-match'] === etag;
			answer(response, isHeld ? 304 : status, isHeld ? undefined : recordsOf(listedIds), {etag});
		},
		{clock, remembered},
	);
	let sightings = 0;
	store.onListing(() => {
		sightings++;
	});
	const first = await until(isSettled);
	store.watchEvery(5);
	const tick = async () => {
		const count = clock.pauses.length;
		clock.wake();
		await waitUntil(
			() => (clock.pauses.length > count ? true : undefined),
			clock.subscribe,
			() => clock.pauses.join(' '),
		);
		return store.get();
	};

	const checked = await tick();
	expect(checked).toMatchObject({listing: {state: 'ready', checkedAt: clock.now()}, progress: undefined});
	expect(checked.shown).toBe(first.shown);
	expect(saves).toBe(1);
	expect(store.latest()).toBeDefined();
	expect(sightings).toBe(1);
	status = 503;
	listedIds = [1];
	expect(await tick()).toMatchObject({listing: {state: 'stale'}});
	listedIds = [1, 2];
	expect(await tick()).toMatchObject({listing: {state: 'ready'}});
	expect(sightings).toBe(1);
	status = 200;
	listedIds = [1, 2, 3];
	const changed = await tick();
	expect([ids(changed), [...changed.changes.appeared].join(' ')]).toEqual(['1 2 3', '3']);
	expect(sightings).toBe(2);
});

test('watching can be turned off or set to another interval', async () => {
	const clock = handClock();
	const {store, until} = await open(lists([1]), {clock});
	await until(isSettled);
	store.watchEvery(5);
	store.watchEvery(30);
	await until(account => account.watch?.every === 30);
	store.watchEvery(undefined);
	expect(store.get().watch).toBeUndefined();
	expect(clock.pauses).toEqual([5, 30]);
});

test('a partial listing does not replace a complete one', async () => {
	await using folder = await temporaryFolder();
	const remembered = createListingCache(folder.path, Date.now);
	await remembered.save('p', {records: listed([1, 2, 3]), at: 0});
	let turn = 0;
	const {store, until} = await open(
		(_request, response) => {
			turn++;
			answer(response, turn === 1 ? 403 : 200, {results: recordsOf([1]), has_more: true});
		},
		{remembered},
	);
	await until(account => account.listing.state === 'stale' && account.shown.length === 3);
	store.refresh();
	const after = await until(
		account => 'failure' in account.listing && account.listing.failure.summary.includes('The refresh is partial'),
	);
	expect(ids(after)).toBe('1 2 3');
	expect(after.changes.vanished.size).toBe(0);
});

test('a listing that a newer one replaced is dropped', async () => {
	let turn = 0;
	const firstRequest = Promise.withResolvers<void>();
	const {store, until} = await open(async (_request, response) => {
		turn++;
		if (turn === 1) {
			firstRequest.resolve();
			// Never answers: the refresh ends it.
			await new Promise(resolve => {
				response.once('close', resolve);
			});
		} else {
			answer(response, 200, recordsOf([2]));
		}
	});
	const seen: string[] = [];
	store.subscribe(() => {
		const {listing} = store.get();
		seen.push('failure' in listing ? listing.failure.kind : ids(store.get()));
	});
	await firstRequest.promise;
	store.refresh();
	await until(account => ids(account) === '2' && isSettled(account));
	expect(new Set(seen)).toEqual(new Set(['', '2']));
});

test('closing saves what the program itself changed since the last listing', async () => {
	await using folder = await temporaryFolder();
	const remembered = createListingCache(folder.path, Date.now);
	const {store, until} = await open(lists([1, 2, 3]), {remembered});
	await until(isSettled);
	store.applyLocalChange({gone: ['2']});
	await store.close();
	expect(remembered.open('p')).toMatchObject({count: 2});
});

test('with a renewed key the listing, its changes and watching go on, and the refusal is gone at once', async () => {
	let accepted = 'test-key';
	let numbers = [1, 2];
	const clock = createHandClock();
	const {store, until} = await open(
		({headers}, response) => {
			const isAccepted = headers.authorization === `Bearer ${accepted}`;
			answer(response, isAccepted ? 200 : 401, isAccepted ? recordsOf(numbers) : {message: 'Key revoked'});
		},
		{clock},
	);
	await until(isSettled);
	store.watchEvery(30);
	await clock.asleep();
	numbers = [2, 3];
	clock.pass(30_000);
	await until(({changes}) => changes.appeared.has('3'));
	accepted = 'renewed-key';
	await clock.asleep();
	clock.pass(30_000);
	await until(({listing, watch}) => 'failure' in listing && watch === undefined);

	numbers = [2, 3, 4];
	expect(store.get().listing.state).toBe('stale');
	store.rebind({
		connection: {...connectionOf(store), apiKey: 'renewed-key'},
		profileKey: 'p',
		remembered: nothingRemembered,
	});
	expect(store.get()).toMatchObject({listing: {state: 'ready'}, watch: {every: 30}});
	const renewed = await until(({changes}) => changes.appeared.has('4'));
	expect(renewed.changes).toEqual({appeared: new Set(['3', '4']), vanished: new Set(['1'])});
	numbers = [4];
	await clock.asleep();
	clock.pass(30_000);
	await until(({changes}) => changes.vanished.has('2'));
});

test('as another account of the cache the store writes its listing there', async () => {
	const written: string[] = [];
	const remembered: ListingCache = {
		...nothingRemembered,
		async save(profile, ...rest) {
			written.push(profile);
			return nothingRemembered.save(profile, ...rest);
		},
	};
	const {store, until} = await open(lists([1]), {remembered});
	await until(isSettled);
	store.rebind({connection: connectionOf(store), profileKey: 'another', remembered});
	await until(account => account.progress !== undefined);
	await until(isSettled);
	await store.close();
	expect(written.at(-1)).toBe('another');
});

test('what another account listed is not saved as a listing of this one', async () => {
	const {written, remembered} = counting();
	const requested = Promise.withResolvers<void>();
	let turn = 0;
	const {store, until} = await open(
		async (_request, response) => {
			turn++;
			if (turn === 1) {
				answer(response, 200, recordsOf([1, 2]));
				return;
			}

			requested.resolve();
			await new Promise(resolve => {
				response.once('close', resolve);
			});
		},
		{remembered},
	);
	await until(isSettled);
	store.rebind({connection: connectionOf(store), profileKey: 'another', remembered});
	await requested.promise;
	await store.close();
	expect(written).toEqual([2]);
});

test('a listing that waits for the save before is saved as one of the account that listed it', async () => {
	const written: string[] = [];
	const first = Promise.withResolvers<void>();
	let time = 0;
	const remembered: ListingCache = {
		...nothingRemembered,
		async save(profile, {records}) {
			written.push(`${profile} ${records.length}`);
			await (written.length === 1 ? first.promise : undefined);
			return true;
		},
	};
	const {store, until} = await open(lists([1], [1, 2], [3, 4, 5]), {
		remembered,
		clock: {...stillClock, now: () => time},
	});
	await until(isSettled);
	time = 900_000;
	store.refresh();
	await until(account => isSettled(account) && account.shown.length === 2);
	store.rebind({connection: connectionOf(store), profileKey: 'another', remembered});
	first.resolve();
	await until(
		account => isSettled(account) && account.listing.state === 'ready' && account.listing.value.records.length === 3,
	);
	await store.close();
	expect(written.slice(0, 3)).toEqual(['p 1', 'p 2', 'another 3']);
});

test('closing ends the listing under way, and says nothing more', async () => {
	const requested = Promise.withResolvers<void>();
	const ended = Promise.withResolvers<void>();
	const {store} = await open(
		async (_request, response) => {
			response.once('close', ended.resolve);
			requested.resolve();
			await ended.promise;
		},
		{timeout: 600_000},
	);
	await requested.promise;
	await store.close();
	await ended.promise;
	expect(store.get().listing).toEqual({state: 'loading', records: []});
	expect(store.stop()).toBe(false);
});

/** A cache that notes how many records are written to it. */
function counting(): {readonly written: number[]; readonly remembered: ListingCache} {
	const written: number[] = [];
	return {
		written,
		remembered: {
			...nothingRemembered,
			async save(...parameters) {
				const [, {records}] = parameters;
				written.push(records.length);
				return nothingRemembered.save(...parameters);
			},
		},
	};
}

test('closing writes no listing again that the cache has, and none that is not known to be complete', async () => {
	const {written, remembered} = counting();
	const {store, until} = await open(lists([1, 2, 3], [1, 2]), {remembered});
	await until(isSettled);
	store.applyLocalChange({gone: ['3']});
	store.refresh();
	await until(account => isSettled(account) && account.shown.length === 2);
	await store.close();
	expect(written).toEqual([3, 2]);

	const partly = counting();
	const {store: other, until: untilOther} = await open(
		(_request, response) => {
			answer(response, 200, {results: recordsOf([1, 2]), has_more: true});
		},
		{remembered: partly.remembered},
	);
	await untilOther(isSettled);
	other.applyLocalChange({gone: ['2']});
	await other.close();
	expect(partly.written).toEqual([]);
});

test('what is listed again and again is saved every quarter of an hour, and at the end', async () => {
	const {written, remembered} = counting();
	let time = 0;
	const {store, until} = await open(lists([1], [1, 2], [1, 2, 3], [1, 2, 3, 4]), {
		remembered,
		clock: {...stillClock, now: () => time},
	});
	await until(isSettled);
	for (const [minutes, count] of [
		[14, 2],
		[15, 3],
		[29, 4],
	] as const) {
		time = minutes * 60_000;
		store.refresh();
		await until(account => isSettled(account) && account.shown.length === count);
	}

	expect(written).toEqual([1, 3]);
	await store.close();
	expect(written).toEqual([1, 3, 4]);
});

test('a change during the write of a listing is saved by closing', async () => {
	const {written, remembered} = counting();
	const first = Promise.withResolvers<void>();
	const {store, until} = await open(lists([1, 2, 3]), {
		remembered: {
			...remembered,
			async save(...parameters) {
				const saved = await remembered.save(...parameters);
				await (written.length === 1 ? first.promise : undefined);
				return saved;
			},
		},
	});
	await until(isSettled);
	await vi.waitFor(() => {
		expect(written).toEqual([3]);
	}, patience);
	store.applyLocalChange({gone: ['2']});
	first.resolve();
	await store.close();
	expect(written).toEqual([3, 2]);
});

test('nothing is outdated by a create that is listed already, nor by a delete', async () => {
	const {store, until} = await open(lists([1, 2]));
	await until(isSettled);
	store.applyLocalChange({gone: ['1'], created: ['2']});
	expect(store.get().isOutdated ?? false).toBe(false);
	expect(ids(store.get())).toBe('2');
});

test('a partial listing leaves the one from before a create outdated', async () => {
	const {store, until} = await open((_request, response) => {
		answer(response, 200, {results: recordsOf([1]), has_more: true});
	});
	await until(isSettled);
	store.applyLocalChange({created: ['2']});
	store.refresh();
	await until(account => isSettled(account) && account.progress === undefined);
	store.adopt({
		listing: {records: listed([1]), complete: false, reason: 'It is partial.'},
		startedAt: stillClock.elapsed.now(),
	});
	expect(store.get().isOutdated).toBe(true);
	store.adopt({listing: {records: listed([1, 2]), complete: true}, startedAt: stillClock.elapsed.now()});
	expect(store.get().isOutdated).toBe(false);
});

test('to ask since when each of many notifications is listed, each record is looked at a few times, not once for each of them', async () => {
	const {store, until} = await open(lists([1]));
	await until(isSettled);
	let looks = 0;
	const records = listed(Array.from({length: 500}, (_, index) => index)).map((record, id) =>
		Object.defineProperty(record, 'id', {
			get() {
				looks++;
				return String(id);
			},
		}),
	);
	store.adopt({listing: {records, complete: true}, startedAt: stillClock.elapsed.now()});
	looks = 0;
	for (let id = 0; id < 1000; id++) {
		expect(store.knownSince(String(id)) === undefined).toBe(id >= 500);
	}

	expect(looks).toBeLessThanOrEqual(20 * 500);
});

test('who listens to listings is told of each that arrives, until he stops', async () => {
	const {store, until} = await open(lists([1]));
	const seen: number[] = [];
	const stop = store.onListing(({listing: {records}}) => {
		seen.push(records.length);
	});
	await until(isSettled);
	store.adopt({listing: {records: listed([1, 2]), complete: true}, startedAt: stillClock.elapsed.now()});
	expect(seen).toEqual([1, 2]);
	stop();
	store.adopt({listing: {records: listed([1, 2, 3]), complete: true}, startedAt: stillClock.elapsed.now()});
	expect(seen).toEqual([1, 2]);
});

/** A cached listing whose rest is read when `release` is called, and a cache that notes what is done with it. */
function cached(first: readonly number[], rest: readonly number[], count = first.length + rest.length) {
	const calls: string[] = [];
	const {promise: released, resolve: release} = Promise.withResolvers<void>();
	const remembered: ListingCache = {
		...nothingRemembered,
		open: () => ({
			at: 0,
			count,
			firstRecords: listed(first),
			async *remainingRecords() {
				await released;
				yield listed(rest);
			},
		}),
		async save(_profile, {records}) {
			calls.push(`save ${records.length}`);
			return true;
		},
	};
	return {calls, remembered, release};
}

test('a listing that arrives before the cached one is read shows its changes afterwards', async () => {
	const {calls, remembered, release} = cached([1, 2], [3]);
	const {store, until} = await open(lists([1, 3, 4]), {remembered});
	const fresh = await until(isSettled);
	expect(ids(fresh)).toBe('1 3 4');
	expect(fresh.changes).toEqual({appeared: new Set(), vanished: new Set()});
	// A deletion is settled by this listing, and counts on what was listed before.
	expect(store.knownSince('2')).toMatchObject({at: -Infinity});
	release();
	const compared = await until(({changes}) => changes.appeared.size > 0);
	expect(compared.changes).toEqual({appeared: new Set(['4']), vanished: new Set(['2'])});
	expect(store.knownSince('2')).toMatchObject({at: -Infinity});
	await store.close();
	expect(calls).toEqual(['save 3']);
});

test.each([
	[true, 3],
	[false, 0],
])('the service has begun to answer: %j; then the cached listing is read with %i pauses', async (isArriving, count) => {
	let time = 0;
	const pauses: number[] = [];
	// Each look at the clock is 300 ms later.
	const clock: Clock = {
		...stillClock,
		now() {
			time += 300;
			return time;
		},
		async sleep(milliseconds) {
			pauses.push(milliseconds);
		},
	};
	const arrived = Promise.withResolvers<void>();
	const remembered: ListingCache = {
		...nothingRemembered,
		open: () => ({
			at: 0,
			count: 4,
			firstRecords: listed([1]),
			async *remainingRecords() {
				await arrived.promise;
				yield listed([2]);
				yield listed([3]);
				yield listed([4]);
			},
		}),
	};
	const asked = Promise.withResolvers<void>();
	const answered = Promise.withResolvers<void>();
	const {until} = await open(
		async (_request, response) => {
			response.writeHead(200, {'content-type': 'application/json'});
			response.write(isArriving ? '[{"id":1},' : '');
			asked.resolve();
			await answered.promise;
			response.end(isArriving ? '{"id":2}]' : '[{"id":2}]');
		},
		{remembered, clock},
	);
	await asked.promise;
	await until(({progress}) => progress !== undefined && progress.bytes > 0 === isArriving);
	arrived.resolve();
	await until(({shown}) => shown.length === 4);
	const [delay, ...others] = pauses;
	expect(delay).toBe(500);
	expect(others).toHaveLength(count);
	expect(others.every(pause => pause >= 900)).toBe(true);
	answered.resolve();
	await until(isSettled);
});

test('a listing is saved when the store is closed before the cached one is read', async () => {
	const {calls, remembered} = cached([1, 2], [3]);
	const {store, until} = await open(lists([1, 2, 3]), {remembered});
	await until(isSettled);
	await store.close();
	expect(calls).toEqual(['save 3']);
});

test('while the operator watches, a listing under way serves as the next one', async () => {
	const clock = handClock();
	const {promise: answered, resolve: finish} = Promise.withResolvers<void>();
	let requests = 0;
	const {store, until} = await open(
		async (_request, response) => {
			requests++;
			await (requests === 2 ? answered : undefined);
			answer(response, 200, recordsOf([requests]));
		},
		{clock},
	);
	await until(isSettled);
	store.watchEvery(5);
	store.refresh();
	await until(({progress}) => progress !== undefined);
	await waitUntil(
		() => (clock.pauses.length === 1 ? true : undefined),
		clock.subscribe,
		() => clock.pauses.join(' '),
	);
	clock.wake();
	await waitUntil(
		() => (clock.pauses.length === 2 ? true : undefined),
		clock.subscribe,
		() => clock.pauses.join(' '),
	);
	finish();
	expect(ids(await until(account => isSettled(account) && ids(account).includes('2')))).toBe('1 2');
	expect(requests).toBe(2);
});
