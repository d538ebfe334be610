import {expect, test} from 'vitest';
import {deleteNotification} from '../../../source/service/writes.ts';
import {planReplaces} from '../../../source/operations/plan.ts';
import {runBatch, skipRest} from '../../../source/operations/run-set.ts';
import {takeSnapshot} from '../../../source/operations/sent.ts';
import type {Fault} from '../../../source/sandbox/faults.ts';
import type {NotificationInput} from '../../../source/notification/notification.ts';
import {toCreateBody} from '../../../source/service/body.ts';
import {answer} from '../../helpers/http-server.ts';
import {account, createHarness, forms} from '../harness.ts';
import {startRawService} from '../raw-service.ts';
import {counted, createBulkHarness, inputs, items, plan, setUpBulk, targets, type BulkHarness} from './bulk-harness.ts';

const existing = inputs(4) as [NotificationInput, NotificationInput, NotificationInput, NotificationInput];
const editedInput = (index: number): NotificationInput => ({
	...existing[index]!,
	name: 'Edited',
	template: `words ${index}`,
});

/** Plans to replace 1, 2 and 3. Returns the batch. */
async function planEdits(place: BulkHarness, ids: readonly string[] = ['1', '2', '3']): Promise<number> {
	const found = await targets(place, ids);
	const planned = await planReplaces(
		place.bulk,
		found.map((one, index) => ({snapshot: takeSnapshot(one), input: editedInput(index)})),
	);
	expect(planned).toMatchObject({kind: 'planned'});
	return planned.kind === 'planned' ? planned.batch : 0;
}

const start = async (faults: readonly Fault[] = [], change: Parameters<typeof setUpBulk>[0] = {}) => {
	const place = await setUpBulk({existing, ...change});
	const batch = await planEdits(place);
	for (const fault of faults) {
		place.sandbox.faults.add({count: 1, ...fault});
	}

	return {...place, batch, posts: () => place.writes.filter(write => write === 'POST').length};
};

/** The names that are listed, by user. */
const namesOf = async ({sandbox}: Awaited<ReturnType<typeof start>>): Promise<string[]> =>
	Object.values(await account(sandbox))
		.map(form => JSON.parse(form) as string[])
		.map(([name, user]) => `${user!} ${name!}`)
		.toSorted();

const allEdited = ['user-1 Edited', 'user-2 Edited', 'user-3 Edited', `user-4 ${existing[3].name}`];

test('each is created, seen, and only then the old one is deleted', async () => {
	const place = await start();
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({
		counts: counted({done: 3}),
		failure: undefined,
		unresolvedReason: undefined,
	});
	expect(await namesOf(place)).toStrictEqual(allEdited);
	expect(place.writes.slice(0, 3)).toStrictEqual(['POST', 'POST', 'POST']);
	expect(place.writes.slice(3).toSorted()).toStrictEqual(['DELETE 1', 'DELETE 2', 'DELETE 3']);
	const {gone, created} = place.ledger.journal.changedIdsIn(place.batch);
	expect([gone, created.toSorted()]).toStrictEqual([
		['1', '2', '3'],
		['5', '6', '7'],
	]);
	expect(place.told.at(-1)).toMatchObject({total: 3, done: 3, inFlight: 0});
});

test.each<[string, Fault]>([
	['a POST is answered with a reset', {name: 'create-drop-after'}],
	['one is listed late', {name: 'create-late', value: 3}],
	['a DELETE is answered with a reset', {name: 'delete-drop-after'}],
	['requests are rate-limited', {name: 'any-429', count: 3}],
])('all are replaced although %s', async (_name, fault) => {
	const place = await start([fault]);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	expect(await namesOf(place)).toStrictEqual(allEdited);
});

test('waits that make the listing too old list again, and the old ones are deleted', async () => {
	const service = await startRawService(existing.map((one, index) => ({...toCreateBody(one), id: index + 1})));
	const place = createBulkHarness(createHarness(service));
	const batch = await planEdits(place);
	let waits = 0;
	service.behaviour.refusal = response => {
		waits++;
		if (waits === 3) {
			delete service.behaviour.refusal;
		}

		answer(response, 429, {}, {'retry-after': '90'});
	};

	expect(await runBatch({...place.bulk, limit: 1}, batch)).toMatchObject({
		counts: counted({done: 3}),
		failure: undefined,
		unresolvedReason: undefined,
	});
	expect(place.pauses.filter(pause => pause === 90_000)).toHaveLength(3);
	expect(service.records.map(({id}) => id)).toStrictEqual([4, 5, 6, 7]);
});

test('waits without an end stop it, and name the rate limit; run again, it is done', async () => {
	const service = await startRawService(existing.map((one, index) => ({...toCreateBody(one), id: index + 1})));
	const place = createBulkHarness(createHarness(service));
	const batch = await planEdits(place);
	service.behaviour.refusal = response => {
		answer(response, 429, {}, {'retry-after': '90'});
	};

	expect(await runBatch({...place.bulk, limit: 1}, batch)).toMatchObject({
		counts: counted({created: 3}),
		failure: {kind: 'rate-limited'},
	});
	delete service.behaviour.refusal;
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3}), failure: undefined});
});

test('a service that overwrites instead of creating loses nothing', async () => {
	const place = await start([{name: 'create-same-id', count: 3}]);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	expect(await namesOf(place)).toStrictEqual(allEdited);
	expect(place.posts()).toBe(3);
	expect(place.writes).toHaveLength(3);
});

test('what was not created fails, and its old notification is kept', async () => {
	const place = await start([{name: 'create-500-before'}]);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 2, failed: 1})});
	expect(await namesOf(place)).toHaveLength(4);
	place.ledger.journal.reopenFailed(place.batch);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	expect(await namesOf(place)).toStrictEqual(allEdited);
});

test('what the service confirmed and no listing shows fails once the settling time is over, as it does alone', async () => {
	const place = await start([{name: 'create-late', value: 99}]);
	expect(await runBatch({...place.bulk, limit: 1}, place.batch)).toMatchObject({counts: counted({done: 2, failed: 1})});
	expect(items(place, place.batch)[0]).toBe(
		'1 failed The service confirmed it as ID 5, but two complete listings after the settling time (5 s) do not show it. 1 was kept.',
	);
});

test('an old one that is already gone leaves its replacement open, as it does alone, until the operator finishes it', async () => {
	const place = await start([{name: 'delete-404'}]);
	const reason =
		'1 was already gone: somebody else deleted or edited it. Finish this to keep 5; delete that afterwards if it is not wanted.';
	expect(await runBatch({...place.bulk, limit: 1}, place.batch)).toMatchObject({
		counts: counted({done: 2, unknown: 1}),
		unresolvedReason: reason,
	});
	expect(items(place, place.batch)[0]).toBe(`1 deleting 5 ${reason}`);
	// Without a confirmation, listings two seconds apart are needed; it had been listed for long, so the settling time is not.
	expect(place.pauses).toStrictEqual([500, 1000, 500]);

	const kept = '5 was kept, because 1 is no longer listed. Finish it instead.';
	expect(await skipRest(place.bulk, place.batch)).toMatchObject({
		counts: counted({done: 2, unknown: 1}),
		unresolvedReason: kept,
	});
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({
		counts: counted({done: 3}),
		unresolvedReason: undefined,
	});
	expect(items(place, place.batch)[0]).toBe('1 done 5 It was already gone when it was to be deleted.');
	expect(await namesOf(place)).toStrictEqual(allEdited);
});

test('where a DELETE is refused both exist; it can be finished later', async () => {
	const place = await start([{name: 'delete-403', count: 3}]);
	const result = await runBatch({...place.bulk, limit: 1}, place.batch);
	expect(result).toMatchObject({
		counts: counted({created: 3}),
		failure: {kind: 'forbidden'},
		unresolvedReason: expect.stringContaining('403') as unknown,
	});
	expect(items(place, place.batch)[0]).toMatch(/^1 created 5 Both 1 and 5 exist: deleting 1 failed\. .*403/v);
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toHaveLength(1);
	// Neither of the two can be changed by something else meanwhile.
	const [half] = place.ledger.journal.itemsIn(place.batch, 'created', {after: 0, limit: 9});
	for (const id of [half!.snapshot!.id, half!.newId!]) {
		await expect(plan(place, [id])).rejects.toThrow(/has a pending change/v);
	}

	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	expect(await namesOf(place)).toStrictEqual(allEdited);
	expect(place.posts()).toBe(3);
});

test('where both exist it can be rolled back: the new ones are deleted', async () => {
	const place = await start([{name: 'delete-403', count: 3}]);
	await runBatch({...place.bulk, limit: 1}, place.batch);
	expect(await skipRest(place.bulk, place.batch)).toMatchObject({
		counts: counted({skipped: 3}),
		failure: undefined,
		unresolvedReason: undefined,
	});
	expect(await namesOf(place)).toHaveLength(4);
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toStrictEqual([]);
	expect(items(place, place.batch).filter(text => text.endsWith(' was deleted.'))).toHaveLength(3);
});

test('a roll back keeps the new one where the old one is gone', async () => {
	const place = await start([{name: 'delete-403', count: 3}]);
	await runBatch({...place.bulk, limit: 1}, place.batch);
	const [half] = place.ledger.journal.itemsIn(place.batch, 'created', {after: 0, limit: 9});
	await deleteNotification({...place.service, timeout: 10_000}, half!.snapshot!.id);
	expect(await skipRest(place.bulk, place.batch)).toMatchObject({
		counts: counted({skipped: 2, created: 1}),
		unresolvedReason: expect.stringContaining('Finish it instead') as unknown,
	});
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 1, skipped: 2})});
	expect(await namesOf(place)).toHaveLength(4);
});

test('nothing is deleted while a DELETE of the new one may take effect', async () => {
	const place = await start([{name: 'delete-403', count: 3}]);
	await runBatch({...place.bulk, limit: 1}, place.batch);
	place.sandbox.faults.add({name: 'delete-drop-before', count: 1});
	// The roll back is interrupted, and then the operator wants to finish.
	const slow = {...place.bulk, context: {...place.context, settlingTime: 60_000}};
	expect(await skipRest(slow, place.batch)).toMatchObject({counts: counted({unknown: 1, skipped: 2})});
	const before = place.writes.length;
	expect(await runBatch(slow, place.batch)).toMatchObject({counts: counted({unknown: 1, skipped: 2})});
	expect(place.writes).toHaveLength(before);
});

test('no old one is deleted while an earlier DELETE of its new one may take effect, also if the settling time is longer than it was', async () => {
	const place = await start([{name: 'delete-403', count: 3}]);
	await runBatch({...place.bulk, limit: 1}, place.batch);
	place.sandbox.faults.add({name: 'delete-drop-before', count: 3});
	const quick = {...place.bulk, context: {...place.context, settlingTime: 0}};
	expect(await skipRest(quick, place.batch)).toMatchObject({counts: counted({created: 3})});
	const before = place.writes.length;
	const slow = {...place.bulk, context: {...place.context, settlingTime: 3_600_000}};
	expect(await runBatch(slow, place.batch)).toMatchObject({counts: counted({created: 3})});
	expect(place.writes).toHaveLength(before);
	expect(items(place, place.batch)[0]).toMatch(
		/^1 created 5 1 was kept: an earlier DELETE of 5 has no known outcome\. chainbell checks every listing until \d\d:\d\d:\d\d\./v,
	);
});

test('what is no longer listed refuses the whole, before anything is sent', async () => {
	const place = await setUpBulk({existing});
	const [one, two] = await targets(place, ['1', '2']);
	await deleteNotification({...place.service, timeout: 10_000}, '2');
	const edits = [one!, two!].map((each, index) => ({snapshot: takeSnapshot(each), input: editedInput(index)}));
	expect(await planReplaces(place.bulk, edits)).toStrictEqual({
		kind: 'impossible',
		reason: 'Nothing was sent: no longer listed: 2.',
	});
	expect(await account(place.sandbox)).toStrictEqual(forms({1: existing[0], 3: existing[2], 4: existing[3]}));
});
