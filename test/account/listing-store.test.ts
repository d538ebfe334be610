import {expect, onTestFinished, test} from 'vitest';
import type {ServerResponse} from 'node:http';
import type {Connection} from '../../source/service/connection.ts';
import {readRecord} from '../../source/service/listing/read-record.ts';
import {createListingCache, noListingCache, type ListingCache} from '../../source/ledger/listing-cache.ts';
import type {Clock} from '../../source/platform/clock.ts';
import {createListingStore} from '../../source/account/listing-store.ts';
import {completeRecordsOf, recordsOf as recordsIn, type AccountListing} from '../../source/account/listing-state.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {stillClock, temporaryFolder} from '../helpers/app.tsx';
import {answer, createHttpServer, type ReceivedRequest} from '../helpers/http-server.ts';
import {waitUntil} from '../helpers/wait.ts';
import {containing} from '../helpers/texts.ts';

/** An answer of the service: a listing with these IDs, a status, or what is done with the response. */
type Answer =
	| readonly number[]
	| number
	| ((response: ServerResponse, request: ReceivedRequest) => void | Promise<void>);

/** A cache that has nothing, and says that it saves everything. */
const nothingRemembered: ListingCache = {...noListingCache, save: async () => true};

const recordsOf = (list: readonly number[]) => list.map(id => ({id}));

const listed = (list: readonly number[]) => recordsOf(list).map((record, index) => readRecord(record, index));

const ids = ({shown}: AccountListing) =>
	shown.map(record => (record.kind === 'notification' ? record.id : '?')).join(' ');

const isSettled = ({listing, progress}: AccountListing) =>
	progress === undefined && listing.state !== 'loading' && listing.state !== 'remembered';

/** Answers with a part of a listing. */
const partial =
	(list: readonly number[]): Answer =>
	response => {
		answer(response, 200, {results: recordsOf(list), has_more: true});
	};

/** Begins to answer with these IDs, and goes on as told. */
const begin = (response: ServerResponse, text: string) => {
	response.writeHead(200, {'content-type': 'application/json'});
	response.write(text);
};

/** A store on a real server that gives one answer after the other, the last one from then on. `isStarted`: somebody looks at it. */
async function open(
	answers: readonly Answer[],
	{
		remembered = nothingRemembered,
		clock = stillClock,
		timeout = 10_000,
		isStarted = true,
	}: {remembered?: ListingCache; clock?: Clock; timeout?: number; isStarted?: boolean} = {},
) {
	let turn = 0;
	const server = await createHttpServer(async (request, response) => {
		const given = answers[Math.min(turn++, answers.length - 1)]!;
		if (typeof given === 'function') {
			await given(response, request);
		} else {
			answer(
				response,
				typeof given === 'number' ? given : 200,
				typeof given === 'number' ? undefined : recordsOf(given),
			);
		}
	});
	const connection: Connection = {baseUrl: server.baseUrl, apiKey: 'test-key', timeout};
	const store = createListingStore({connection, profileKey: 'p', clock, retry: {sleep: clock.sleep}, remembered});
	onTestFinished(async () => {
		await store.close();
		await server[Symbol.asyncDispose]();
	});
	if (isStarted) {
		store.start();
	}

	const until = async (isMet: (state: AccountListing) => boolean) =>
		waitUntil(
			() => (isMet(store.get()) ? store.get() : undefined),
			store.subscribe,
			() => JSON.stringify(store.get()),
		);
	const settled = async (isMet: (state: AccountListing) => boolean = () => true) =>
		until(state => isSettled(state) && isMet(state));
	return {
		store,
		connection,
		requests: server.requests,
		until,
		/** When no listing is under way. */
		settled,
		async refresh() {
			store.refresh();
			return settled();
		},
	};
}

const marks = (appeared: readonly string[] = [], vanished: readonly string[] = []) => ({
	appeared: new Set(appeared),
	vanished: new Set(vanished),
});

test('the first request waits for what comes before it, and is never sent if the store is closed meanwhile', async () => {
	const first = Promise.withResolvers<void>();
	const closed = await open([[1]], {isStarted: false});
	closed.store.start({after: first.promise});
	expect(closed.store.get().progress).toBeDefined();
	await closed.store.close();
	const {store, requests, settled} = await open([[1]], {isStarted: false});
	store.start({after: first.promise});
	first.resolve();
	await settled();
	expect([closed.requests.length, requests.length]).toEqual([0, 1]);
});

test('a listing that began earlier does not replace one that a change has read meanwhile', async () => {
	const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const {store, until, settled} = await open([
		[1, 2],
		async response => {
			await begun.promise;
			begin(response, '[{"id":1}');
			await ended.promise;
			response.end(',{"id":2}]');
		},
	]);
	await settled();
	store.refresh();
	const {era, at} = stillClock.elapsed.now();
	store.applyLocalChange({}, {listing: {records: listed([1, 2, 3]), complete: true}, startedAt: {era, at: at + 1}});
	expect(ids(store.get())).toBe('1 2 3');
	begun.resolve();
	// It arrives.
	await until(({progress}) => progress !== undefined);
	ended.resolve();
	expect(ids(await settled())).toBe('1 2 3');
});

test('additions and removals stay marked over refreshes, until the operator acknowledges them', async () => {
	const {store, settled, refresh} = await open([
		[1, 2, 3],
		[1, 3, 4],
		[1, 3, 4, 5],
		[1, 3, 4, 5, 6],
	]);
	expect(ids(await settled())).toBe('1 2 3');
	const changed = await refresh();
	expect([ids(changed), changed.changes]).toEqual(['1 2 3 4', marks(['4'], ['2'])]);
	const later = await refresh();
	expect(later.changes).toEqual(marks(['4', '5'], ['2']));
	store.acknowledgeChanges();
	expect([ids(store.get()), store.get().changes]).toEqual(['1 3 4 5', marks()]);
	const renewed = await refresh();
	expect(renewed.changes).toEqual(marks(['6']));
});

test('a change is shown together with the listing that was read after it, and those who listen are told once', async () => {
	const {store, settled} = await open([[1, 2]]);
	await settled();
	const told = Promise.withResolvers<string>();
	let times = 0;
	store.subscribe(() => {
		times++;
		told.resolve(ids(store.get()));
	});
	const looks: number[] = [];
	const stop = store.onListing(({listing: {records}}) => {
		looks.push(records.length);
	});
	const startedAt = stillClock.elapsed.now();
	store.applyLocalChange(
		{gone: ['1'], created: ['3']},
		{listing: {records: listed([2, 3, 4]), complete: true}, startedAt},
	);
	expect(store.get()).toMatchObject({isOutdated: false, changes: marks(['4'])});
	expect([await told.promise, times]).toEqual(['2 3 4', 1]);
	store.applyLocalChange(
		{created: ['5']},
		{listing: {records: listed([2]), complete: false, reason: 'It is partial.'}, startedAt},
	);
	expect([ids(store.get()), store.get().isOutdated, looks]).toEqual(['2 3 4', true, [3, 1]]);
	stop();
	store.applyLocalChange({}, {listing: {records: listed([1]), complete: true}, startedAt});
	expect(looks).toEqual([3, 1]);
});

test('a failed or partial refresh keeps the previous listing', async () => {
	const {settled, refresh} = await open([[1, 2], 403, partial([1])]);
	await settled();
	const failed = await refresh();
	expect([ids(failed), failed.listing]).toMatchObject(['1 2', {state: 'stale', failure: {kind: 'forbidden'}}]);
	const kept = await refresh();
	expect(kept.listing).toMatchObject({
		failure: {summary: containing('The refresh is partial')},
	});
	expect([ids(kept), kept.changes]).toEqual(['1 2', marks()]);
});

test('what had arrived of the first listing is kept as partial where it breaks off, and its retry is stopped or fails', async () => {
	const [shown, retried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const {store, until, settled, refresh} = await open([
		async response => {
			begin(response, '[{"id":1},{"id":2},');
			await shown.promise;
			response.destroy();
		},
		() => {
			retried.resolve();
		},
		403,
	]);
	await until(state => state.shown.length === 2);
	shown.resolve();
	await retried.promise;
	store.stop();
	expect((await settled()).listing).toMatchObject({
		state: 'stale',
		value: {complete: false, records: [{id: '1'}, {id: '2'}]},
		failure: {kind: 'cancelled'},
	});
	const {listing} = await refresh();
	expect(listing).toMatchObject({state: 'stale', value: {complete: false}, failure: {kind: 'forbidden'}});
	expect([recordsIn(listing).length, completeRecordsOf(listing)]).toEqual([2, undefined]);
});

test('a cached listing is shown at once, then its changes; without the service it stays', async () => {
	await using folder = await temporaryFolder();
	const remembered = createListingCache(folder.path, Date.now);
	const many = Array.from({length: 3000}, (_, index) => index + 1);
	const {promise: released, resolve: release} = Promise.withResolvers<void>();
	await remembered.save('p', {records: listed(many), at: 0});
	const refused = await open([401], {remembered});
	const stale = await refused.settled(({shown}) => shown.length === 3000);
	expect(stale.listing).toMatchObject({state: 'stale', failure: {kind: 'unauthorized'}});
	await refused.store.close();
	const {store, until, settled} = await open(
		[
			async response => {
				await released;
				answer(response, 200, recordsOf([...many.slice(1), 9999]));
			},
		],
		{remembered},
	);
	expect(store.get()).toMatchObject({listing: {state: 'remembered', count: 3000}});
	expect(store.get().shown.length).toBeGreaterThan(0);
	await until(({shown}) => shown.length === 3000);
	release();
	const fresh = await settled(({changes}) => changes.appeared.size > 0);
	expect([fresh.changes, fresh.shown.length]).toEqual([marks(['9999'], ['1']), 3001]);
	expect(fresh.listing).toMatchObject({state: 'ready', value: {complete: true}});
	// It may still write to the folder.
	await store.close();
});

test('what a watch shows by a 304 settles nothing and stands for no listing of its own', async () => {
	let listedIds = [1, 2];
	let status = 200;
	const clock = createHandClock();
	const {saved, remembered} = counting();
	const {store, settled, until} = await open(
		[
			(response, {headers}) => {
				const etag = `"${listedIds.join(',')}"`;
				const isHeld = headers['if-none-match'] === etag;
				answer(response, isHeld ? 304 : status, isHeld ? undefined : recordsOf(listedIds), {etag});
			},
		],
		{clock, remembered},
	);
	let looks = 0;
	store.onListing(() => {
		looks++;
	});
	const first = await settled();
	store.watchEvery(5);
	const tick = async () => {
		await clock.asleep();
		const before = store.get();
		clock.pass(before.watch!.wait * 1000);
		return until(state => state.progress === undefined && state.listing !== before.listing);
	};

	const checked = await tick();
	expect(checked).toMatchObject({listing: {state: 'ready', checkedAt: clock.now()}, progress: undefined});
	expect(checked.shown).toBe(first.shown);
	expect(store.latest()).toBeDefined();
	expect([saved.length, looks]).toEqual([1, 1]);
	status = 503;
	listedIds = [1];
	expect(await tick()).toMatchObject({listing: {state: 'stale'}});
	listedIds = [1, 2];
	expect(await tick()).toMatchObject({listing: {state: 'ready'}});
	expect(looks).toBe(1);
	status = 200;
	listedIds = [1, 2, 3];
	const changed = await tick();
	expect([ids(changed), changed.changes, looks]).toEqual(['1 2 3', marks(['3']), 2]);
});

test('a listing that a newer one replaced is dropped', async () => {
	const firstRequest = Promise.withResolvers<void>();
	const {store, settled} = await open([
		// Never answers: the refresh ends it.
		() => {
			firstRequest.resolve();
		},
		[2],
	]);
	const seen: string[] = [];
	store.subscribe(() => {
		const {listing} = store.get();
		seen.push('failure' in listing ? listing.failure.kind : ids(store.get()));
	});
	await firstRequest.promise;
	store.refresh();
	await settled(state => ids(state) === '2');
	expect(new Set(seen)).toEqual(new Set(['', '2']));
});

test('with a renewed key the listing, its changes and watching go on, and the refusal is gone at once', async () => {
	let accepted = 'test-key';
	let numbers = [1, 2];
	const clock = createHandClock();
	const {store, connection, until, settled} = await open(
		[
			(response, {headers}) => {
				const isAccepted = headers.authorization === `Bearer ${accepted}`;
				answer(response, isAccepted ? 200 : 401, isAccepted ? recordsOf(numbers) : {message: 'Key revoked'});
			},
		],
		{clock},
	);
	const tick = async () => {
		await clock.asleep();
		clock.pass(30_000);
	};

	await settled();
	store.watchEvery(30);
	numbers = [2, 3];
	await tick();
	await until(({changes}) => changes.appeared.has('3'));
	accepted = 'renewed-key';
	await tick();
	await until(({listing, watch}) => 'failure' in listing && watch === undefined);

	numbers = [2, 3, 4];
	expect(store.get().listing.state).toBe('stale');
	store.rebind({connection: {...connection, apiKey: 'renewed-key'}, profileKey: 'p', remembered: nothingRemembered});
	expect(store.get()).toMatchObject({listing: {state: 'ready'}, watch: {every: 30}});
	const renewed = await until(({changes}) => changes.appeared.has('4'));
	expect(renewed.changes).toEqual(marks(['3', '4'], ['1']));
	numbers = [4];
	await tick();
	await until(({changes}) => changes.vanished.has('2'));
});

/** A cache that notes under which account how many records are saved. The first save ends with `first`. */
function counting(first?: Promise<void>) {
	const saved: string[] = [];
	const remembered: ListingCache = {
		...nothingRemembered,
		async save(profile, {records}) {
			saved.push(`${profile} ${records.length}`);
			await (saved.length === 1 ? first : undefined);
			return true;
		},
	};
	return {saved, remembered};
}

test('a listing is saved as one of the account that has listed it, and that of another one is not saved as its own', async () => {
	const {saved, remembered} = counting();
	const requested = Promise.withResolvers<void>();
	const waiting = await open(
		[
			[1, 2],
			() => {
				requested.resolve();
			},
		],
		{remembered},
	);
	await waiting.settled();
	waiting.store.rebind({connection: waiting.connection, profileKey: 'another', remembered});
	await requested.promise;
	await waiting.store.close();
	expect(saved).toEqual(['p 2']);

	const first = Promise.withResolvers<void>();
	let time = 0;
	const slow = counting(first.promise);
	const {store, connection, settled, refresh} = await open([[1], [1, 2], [3, 4, 5]], {
		remembered: slow.remembered,
		clock: {...stillClock, now: () => time},
	});
	await settled();
	time = 900_000;
	await refresh();
	store.rebind({connection, profileKey: 'another', remembered: slow.remembered});
	first.resolve();
	await settled(({listing}) => listing.state === 'ready' && listing.value.records.length === 3);
	await store.close();
	expect(slow.saved.slice(0, 3)).toEqual(['p 1', 'p 2', 'another 3']);
});
