import {describe, expect, test} from 'vitest';
import {toCreateBody} from '../../../source/service/body.ts';
import {LedgerError} from '../../../source/ledger/ledger-error.ts';
import {runBatch, skipRest} from '../../../source/operations/run-set.ts';
import type {Fault} from '../../../source/sandbox/faults.ts';
import {answer, createHttpServer} from '../../helpers/http-server.ts';
import {sendDelete} from '../../sandbox/client.ts';
import {partial, startRawService} from '../raw-service.ts';
import {createHarness, handOn, list, setUp} from '../harness.ts';
import {bulkDelete, counted, createBulkHarness, idsOf, inputs, items, plan, setUpBulk} from './bulk-harness.ts';

const gone = 'The response did not confirm it, but it is no longer listed.';
const all = ['1', '2', '3', '4', '5', '6'];
const some = ['2', '3', '5'];

/** Six are there, three are to be deleted, and a fault is on for the first request of these. */
async function start(faults: readonly Fault[] = []) {
	const place = await setUpBulk({existing: inputs(6)});
	const batch = await plan(place, some);
	const bulk = {...place.bulk, context: await handOn(place.service, place.context)};
	for (const fault of faults) {
		place.sandbox.faults.add({count: 1, ...fault});
	}

	return {...place, bulk, batch};
}

test('deletes exactly the targets, with one DELETE each', async () => {
	const place = await start();
	expect(await runBatch(place.bulk, place.batch)).toStrictEqual({
		kind: 'ended',
		batch: place.batch,
		counts: counted({done: 3}),
		failure: undefined,
		unresolvedReason: undefined,
	});
	expect(await idsOf(place)).toStrictEqual(['1', '4', '6']);
	expect(place.writes.toSorted()).toStrictEqual(['DELETE 2', 'DELETE 3', 'DELETE 5']);
	expect(items(place, place.batch)).toStrictEqual(['2 done', '3 done', '5 done']);
	expect(place.told.at(-1)).toStrictEqual({
		total: 3,
		done: 3,
		accepted: 0,
		failed: 0,
		unknown: 0,
		inFlight: 0,
		waitingUntil: undefined,
	});
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toStrictEqual([]);
});

type Case = {
	readonly fault: Fault;
	readonly item: string;
	/** How often a DELETE is sent in all. */
	readonly writes: number;
	/** How often the account is listed to settle what is unclear. */
	readonly isListed: boolean;
};

const cases: Record<string, Case> = {
	'answered 200': {fault: {name: 'delete-200'}, item: 'done', writes: 3, isListed: false},
	'deleted, then a 404': {fault: {name: 'delete-404'}, item: `done ${gone}`, writes: 3, isListed: true},
	'deleted, then reset': {fault: {name: 'delete-drop-after'}, item: `done ${gone}`, writes: 3, isListed: true},
	'deleted, then a 500': {fault: {name: 'delete-500-after'}, item: `done ${gone}`, writes: 3, isListed: true},
	'reset, not deleted': {
		fault: {name: 'delete-drop-before'},
		item: 'failed The connection to http://127.0.0.1 was lost (ECONNRESET). It is still listed.',
		writes: 3,
		isListed: true,
	},
	'a 500, not deleted': {
		fault: {name: 'delete-500-before'},
		item: 'failed The service failed (500). It is still listed.',
		writes: 3,
		isListed: true,
	},
	'a 429': {fault: {name: 'any-429'}, item: 'done', writes: 4, isListed: false},
	'a 503 that says when': {fault: {name: 'any-flapping'}, item: 'done', writes: 4, isListed: false},
};

test.each(Object.entries(cases))('%s', async (_name, {fault, item, writes, isListed}) => {
	const place = await start([fault]);
	const end = await runBatch(place.bulk, place.batch);
	const isDone = item.startsWith('done');
	expect(end.counts).toStrictEqual(counted(isDone ? {done: 3} : {done: 2, failed: 1}));

	// Which of them meets the fault is the network's to say.
	const told = items(place, place.batch);
	const met = told.find(text => text !== `${text.split(' ', 1)[0]} done`) ?? told[0]!;
	expect(met.slice(2).replace(/(?<=127\.0\.0\.1):\d+/v, '')).toBe(item);
	expect(await idsOf(place)).toStrictEqual(all.filter(id => !some.includes(id) || (!isDone && id === met[0])));
	expect(place.writes).toHaveLength(writes);
	expect(place.told.some(({unknown}) => unknown > 0)).toBe(isListed);
});

test('the same listings verify all items of unknown outcome', async () => {
	const place = await start([{name: 'delete-drop-after', count: 3}]);
	place.sandbox.faults.add({name: 'list-503', count: 3});
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: {done: 3}});
	// Three tries failed; then one listing for all, and another one, because no DELETE was confirmed.
	expect(place.pauses).toStrictEqual([500, 1000, 2000, 500]);
	expect(place.writes).toHaveLength(3);
});

describe('a listing that lacks notifications by mistake', () => {
	const lossy: readonly Fault[] = [{name: 'list-empty'}, {name: 'list-omits', value: 100}];

	/** Deletes three of those that an operator sees, on a service that does so or not. The first listing afterwards lacks everything. */
	const run = async (name: Fault['name'], fault: Fault) => {
		const place = await start([{name, count: 3}]);
		const listed = await list(place.service);
		place.sandbox.faults.add({...fault, count: 1});
		const {counts} = await runBatch(
			{...place.bulk, context: {...place.bulk.context, listed: () => listed}},
			place.batch,
		);
		return {counts, listed: await idsOf(place), details: items(place, place.batch)};
	};

	test.each(lossy)('after 204s without effect none is done: $name', async fault => {
		const {counts, listed, details} = await run('delete-no-effect', fault);
		expect(counts).toStrictEqual(counted({failed: 3}));
		expect(listed).toStrictEqual(all);
		expect(details[0]).toContain('The service confirmed the deletion, but ');
	});

	test.each(lossy)('after lost DELETEs none is done: $name', async fault => {
		const {counts, listed} = await run('delete-drop-before', fault);
		expect(counts).toStrictEqual(counted({failed: 3}));
		expect(listed).toStrictEqual(all);
	});

	test.each(lossy)('after 204s all are done: $name', async fault => {
		const {counts, listed} = await run('delete-200', fault);
		expect(counts).toStrictEqual(counted({done: 3}));
		expect(listed).toStrictEqual(all.filter(id => !some.includes(id)));
	});
});

test('without a listing they stay unknown, and the next run verifies them first', async () => {
	const place = await start([{name: 'delete-drop-after'}, {name: 'delete-drop-before'}, {name: 'list-503', count: 4}]);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({
		counts: {done: 0, unknown: 3},
		unresolvedReason: 'The service failed (503).',
	});
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toMatchObject([
		{id: place.batch, kind: 'delete', counts: {unknown: 3}},
	]);

	const hold = place.sandbox.faults.hold({on: 'list', count: 1});
	const told: unknown[] = [];
	const running = runBatch({...place.bulk, onProgress: progress => told.push(progress)}, place.batch);
	await hold.arrived;
	// How far it is is known before they are verified.
	expect(told).toMatchObject([{total: 3, unknown: 3}]);
	hold.release();
	expect(await running).toMatchObject({counts: {done: 3}, unresolvedReason: undefined});
	expect(await idsOf(place)).toStrictEqual(['1', '4', '6']);
	// Only what was still listed was sent again.
	expect(place.writes).toHaveLength(4);
});

test('a partial listing proves presence, but not absence', async () => {
	const records = inputs(3).map((one, index) => ({...toCreateBody(one), id: index + 1}));
	const service = await startRawService(records, {
		refusal(response) {
			response.destroy();
		},
	});
	const place = createBulkHarness(createHarness(service));
	const batch = await plan(place, ['1', '2']);
	const context = await handOn(service, place.context);
	service.behaviour.listing = listed => partial(listed.slice(0, 1));

	const {counts, unresolvedReason} = await runBatch({...place.bulk, context}, batch);
	expect(counts).toStrictEqual(counted({failed: 1, unknown: 1}));
	expect(unresolvedReason).toContain('The service has more');
	expect(items(place, batch)).toStrictEqual([
		expect.stringMatching(/^1 failed .*It is still listed\.$/v),
		expect.stringMatching(/^2 deleting /v),
	]);
});

/** A bulk delete of 12 of 20, two at a time, on a service that refuses some requests: those for which `statusOf` gives a status. */
async function startRefused(statusOf: (id: number, asked: number) => number | undefined, limit = 2) {
	const records = inputs(20).map((one, index) => ({...toCreateBody(one), id: index + 1}));
	const service = await startRawService(records);
	const place = createBulkHarness(createHarness(service), {limit});
	const batch = await plan(place, records.map(({id}) => String(id)).slice(0, 12));
	let asked = 0;
	service.behaviour.refusal = (response, id) => {
		asked++;
		const status = statusOf(id, asked);
		if (status === undefined) {
			service.records.splice(
				service.records.findIndex(record => record.id === id),
				1,
			);
		}

		answer(response, status ?? 204, status === undefined ? undefined : {error: 'no'});
	};

	return {place, batch};
}

const rest = ['13', '14', '15', '16', '17', '18', '19', '20'];

test('a 401 stops the batch at once, and it can be resumed', async () => {
	const {place, batch} = await startRefused((_id, asked) => (asked === 4 ? 401 : undefined));
	const {counts, failure} = await runBatch(place.bulk, batch);
	expect(failure?.kind).toBe('unauthorized');
	// Whatever was in flight beside it has ended; nothing more was sent.
	expect(place.writes.length).toBeLessThanOrEqual(5);
	expect(counts.done).toBe(place.writes.length - 1);
	expect(items(place, batch).filter(text => text.includes('planned The service rejected the API key'))).toHaveLength(1);

	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 12})});
	expect(await idsOf(place)).toStrictEqual(rest);
});

test('a 403 for some notifications fails these, and the others are deleted', async () => {
	const {place, batch} = await startRefused(id => (id % 3 === 0 ? 403 : undefined), 1);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 8, failed: 4}), failure: undefined});
	expect(
		items(place, batch).filter(text => text.includes('failed This API key is not allowed to do that')),
	).toHaveLength(4);
	expect(await idsOf(place)).toStrictEqual(['3', '6', '9', '12', ...rest]);
});

test.each([
	['one after the other', (): number => 403],
	['with other failures between them', (_id: number, asked: number): number => (asked % 2 === 0 ? 400 : 403)],
])('three 403 %s, with nothing deleted between them, stop the batch; it can be continued', async (_name, statusOf) => {
	let isAllowed = false;
	const {place, batch} = await startRefused((id, asked) => (isAllowed || id < 3 ? undefined : statusOf(id, asked)), 1);
	const {counts, failure} = await runBatch(place.bulk, batch);
	expect(failure?.kind).toBe('forbidden');
	expect(counts).toMatchObject({done: 2, unknown: 0});
	expect(items(place, batch).filter(text => text.includes('failed This API key'))).toHaveLength(3);
	expect(counts.planned).toBeGreaterThan(4);

	isAllowed = true;
	expect(await runBatch(place.bulk, batch)).toMatchObject({
		counts: counted({done: 12 - counts.failed, failed: counts.failed}),
		failure: undefined,
	});
	place.ledger.journal.reopenFailed(batch);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 12})});
	expect(await idsOf(place)).toStrictEqual(rest);
});

describe('a service that limits the rate', () => {
	test('all requests wait as long as it asks, and the progress says until when', async () => {
		const place = await start([{name: 'any-429', value: 7, count: 1}]);
		await runBatch(place.bulk, place.batch);
		expect(place.pauses).toStrictEqual([7000]);
		expect(
			place.told.filter(({waitingUntil}) => waitingUntil !== undefined).map(({waitingUntil}) => waitingUntil),
		).toContain(7000);
		expect(place.told.at(-1)!.waitingUntil).toBeUndefined();
	});

	test('without end: the batch stops, and the rest stays planned', async () => {
		const place = await start();
		place.sandbox.faults.add({name: 'any-429'});
		const {counts, failure} = await runBatch(place.bulk, place.batch);
		expect(failure?.kind).toBe('rate-limited');
		expect(counts).toStrictEqual(counted({planned: 3}));
		expect(new Set(place.pauses)).toStrictEqual(new Set([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]));

		place.sandbox.faults.clear();
		expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	});

	test('for longer than the limit: the batch stops without waiting', async () => {
		const place = await start();
		place.sandbox.faults.add({name: 'any-429', value: 3600});
		expect(await runBatch(place.bulk, place.batch)).toMatchObject({failure: {retryAfter: 3600}});
		expect(place.pauses).toStrictEqual([]);
	});
});

test('an unreachable service stops the batch after some attempts, and no item fails', async () => {
	const place = await start();
	await place.sandbox.close();
	const {counts, failure} = await runBatch(place.bulk, place.batch);
	expect(failure?.kind).toBe('unreachable');
	// The connection that is still open may break under the first request.
	expect(counts).toStrictEqual(counted({planned: 3 - counts.unknown, unknown: counts.unknown}));
});

test.each([
	[undefined, 8],
	[3, 3],
])('with a limit of %s, %i requests are in flight at once, and never more', async (limit, expected) => {
	const waiting: Array<() => void> = [];
	let left = 20;
	let most = 0;
	const deleted = new Set<string>();
	await using server = await createHttpServer(async ({method, url}, response) => {
		if (method !== 'DELETE') {
			answer(
				response,
				200,
				inputs(20)
					.map((one, index) => ({...toCreateBody(one), id: index + 1}))
					.filter(({id}) => !deleted.has(String(id))),
			);
			return;
		}

		const {promise, resolve} = Promise.withResolvers<void>();
		waiting.push(resolve);
		most = Math.max(most, waiting.length);
		// All that are to come are there.
		if (waiting.length === Math.min(expected, left)) {
			left -= waiting.length;
			for (const release of waiting.splice(0)) {
				release();
			}
		}

		await promise;
		deleted.add(url.split('/').at(-2)!);
		answer(response, 204);
	});
	const place = createBulkHarness(
		createHarness({baseUrl: server.baseUrl, apiKey: 'the-key'}),
		limit === undefined ? {} : {limit},
	);
	const ids = Array.from({length: 20}, (_, index) => String(index + 1));
	expect(await bulkDelete(place, ids)).toMatchObject({counts: counted({done: 20})});
	expect(most).toBe(expected);
	expect(Math.max(...place.told.map(({inFlight}) => inFlight))).toBe(expected);
});

describe('the operator', () => {
	/** Six to delete, two at once, the first two held by the service. */
	const startHeld = async () => {
		const idle = Promise.withResolvers<void>();
		const place = createBulkHarness(await setUp({existing: inputs(6)}), {
			limit: 2,
			onProgress({accepted, inFlight}) {
				if (accepted === 2 && inFlight === 0) {
					idle.resolve();
				}
			},
		});
		const batch = await plan(place, all);
		const hold = place.sandbox.faults.hold({on: 'delete', when: 'before', count: 2});
		const ended = runBatch(place.bulk, batch);
		await hold.arrived;
		return {...place, batch, hold, ended, idle: idle.promise};
	};

	test('pauses: requests in flight end, no others start, and resuming continues', async () => {
		const place = await startHeld();
		place.bulk.pauseControl.pause();
		place.hold.release();
		await place.idle;
		// A whole listing takes longer than the next request would.
		expect(await idsOf(place)).toHaveLength(4);
		expect(place.writes).toHaveLength(2);
		place.bulk.pauseControl.resume();
		expect(await place.ended).toMatchObject({counts: counted({done: 6})});
	});

	test('stops: the rest stays planned and can be resumed or skipped', async () => {
		const place = await startHeld();
		place.bulk.pauseControl.pause();
		place.bulk.pauseControl.stop();
		place.hold.release();
		expect(await place.ended).toMatchObject({counts: counted({done: 2, planned: 4})});
		expect(place.writes).toHaveLength(2);
		const next = createBulkHarness(place);
		expect(await runBatch(next.bulk, place.batch)).toMatchObject({counts: counted({done: 6})});
		expect(await idsOf(place)).toStrictEqual([]);
	});

	test('skips the rest: it is never sent', async () => {
		const place = await startHeld();
		place.bulk.pauseControl.stop();
		place.hold.release();
		await place.ended;
		expect(await skipRest(place.bulk, place.batch)).toMatchObject({counts: counted({done: 2, skipped: 4})});
		expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toStrictEqual([]);
		expect(await idsOf(place)).toHaveLength(4);
		expect(place.writes).toHaveLength(2);
	});
});

test('a retry sends the failed items again, and no others', async () => {
	const place = await start([{name: 'delete-500-before'}]);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 2, failed: 1})});
	place.ledger.journal.reopenFailed(place.batch);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	expect(place.writes).toHaveLength(4);
	expect(await idsOf(place)).toStrictEqual(['1', '4', '6']);
});

test('a retry sends no DELETE for what no longer exists', async () => {
	const place = await start([{name: 'delete-500-before'}]);
	await runBatch(place.bulk, place.batch);
	const left = some.find(id => items(place, place.batch).some(text => text.startsWith(`${id} failed`)))!;
	await sendDelete(place.sandbox, left);
	const {length} = place.writes;
	place.ledger.journal.reopenFailed(place.batch);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	expect(place.writes).toHaveLength(length);
});

test('what is gone or has other content by then is not deleted, and says so', async () => {
	const records = inputs(3).map((one, index) => ({...toCreateBody(one), id: index + 1}));
	const service = await startRawService(records);
	const place = createBulkHarness(createHarness(service));
	const batch = await plan(place, ['1', '2', '3']);
	service.records.splice(1, 2, {...records[2]!, notification_name: 'Changed'});
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 1, failed: 2})});
	expect(place.writes).toStrictEqual(['DELETE 1']);
	expect(items(place, batch)).toStrictEqual([
		'1 done',
		'2 failed Not deleted: 2 is not listed any more.',
		'3 failed Not deleted: 3 has other content now.',
	]);
});

test('nothing is deleted if one of the targets has another pending change', async () => {
	const place = await start();
	await expect(plan(place, ['1', '3'])).rejects.toThrow('3 has a pending change');
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toHaveLength(1);
	expect(() =>
		place.ledger.journal.begin({
			profile: place.context.profile,
			profileName: 'test',
			kind: 'delete',
			snapshot: place.ledger.journal.itemsIn(place.batch, 'planned', {after: 0, limit: 1})[0]!.snapshot,
		}),
	).toThrow('2 has a pending change');
});

test('a batch of one account is not sent to another', async () => {
	const place = await start();
	const elsewhere = {...place.bulk, context: {...place.context, profile: 'another account'}};
	await expect(runBatch(elsewhere, place.batch)).rejects.toThrow('another account');
	await expect(skipRest(elsewhere, place.batch)).rejects.toThrow('another account');
	expect(place.writes).toStrictEqual([]);
});

test('if the journal can no longer be written, nothing more is sent, and requests in flight are awaited', async () => {
	const place = createBulkHarness(await setUp({existing: inputs(6)}), {limit: 2});
	const batch = await plan(place, all);
	const broken = {...place.bulk.journal};
	let answers = 0;
	const bulk = {
		...place.bulk,
		journal: {
			...broken,
			async itemAnswered(...parameters: Parameters<typeof broken.itemAnswered>) {
				answers++;
				if (answers > 1) {
					throw new LedgerError('The ledger failed: the disk is full.');
				}

				await broken.itemAnswered(...parameters);
			},
		},
	};
	await expect(runBatch(bulk, batch)).rejects.toThrow('the disk is full');
	const {length} = place.writes;
	expect(length).toBeLessThanOrEqual(3);
	expect(place.ledger.journal.batch(batch).counts).toStrictEqual(counted({unknown: length, planned: 6 - length}));
	// With room on the disk it comes to its end.
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 6})});
	expect(place.writes).toHaveLength(6);
});

test('each answer is counted once, and ends one request in flight', async () => {
	const place = await setUpBulk({existing: inputs(3)});
	place.sandbox.faults.add({name: 'delete-drop-before', count: 1});
	const batch = await plan(place, ['1', '2', '3']);
	await runBatch({...place.bulk, limit: 1}, batch);
	const told = place.told
		.map(({done, accepted, failed, unknown, inFlight}) => [done, accepted, failed, unknown, inFlight].join(' '))
		.join('; ');
	expect(told).toContain('0 0 0 0 0; 0 0 0 0 1; 0 0 0 1 0; 0 0 0 1 1; 0 1 0 1 0; 0 1 0 1 1; 0 2 0 1 0; 2 0 1 0 0');
});
