import {expect, test} from 'vitest';
import type {NotificationInput} from '../../../source/notification/notification.ts';
import {type BatchItem, planBatch, planSet} from '../../../source/operations/plan.ts';
import {surveyUndo} from '../../../source/operations/undo.ts';
import {runBatch, skipRest} from '../../../source/operations/run-set.ts';
import {takeSnapshot} from '../../../source/operations/sent.ts';
import type {Fault} from '../../../source/sandbox/faults.ts';
import {input} from '../../ledger/ledgers.ts';
import {account, list} from '../harness.ts';
import {counted, inputs, items, planUndoOf, setUpBulk, targets, type BulkHarness} from './bulk-harness.ts';

const edited: NotificationInput = {...input, userId: 'user-2', name: 'Edited'};

/** A batch that creates one notification, edits 2 and deletes 1; 3 stays. */
async function start(faults: readonly Fault[] = []) {
	const place = await setUpBulk({existing: inputs(3)});
	const [first, second] = await targets(place, ['1', '2']);
	const changes: readonly BatchItem[] = [
		{kind: 'delete', snapshot: takeSnapshot(first!, undefined)},
		{kind: 'replace', snapshot: takeSnapshot(second!, undefined), input: edited},
		{kind: 'create', input: {...input, userId: 'user-4'}},
	];
	const batch = (await planBatch(place.bulk, changes, {records: await list(place.service)}))!;
	for (const fault of faults) {
		place.sandbox.faults.add(fault);
	}

	return {...place, batch};
}

const statesOf = (place: BulkHarness, batch: number) => items(place, batch).map(text => text.split(' ', 2).join(' '));

const summary = async (place: BulkHarness) => {
	const listed = await list(place.service);
	return listed.map(({userId, name}) => `${userId} ${name}`).toSorted();
};

test('it creates, replaces and deletes, and the deletions are sent last', async () => {
	const place = await start();
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({
		counts: counted({done: 3}),
		failure: undefined,
		unresolvedReason: undefined,
	});
	expect(await summary(place)).toStrictEqual([`user-2 ${edited.name}`, `user-3 ${input.name}`, `user-4 ${input.name}`]);
	const requests = place.ledger.journal
		.history({profile: place.context.profile})
		.toReversed()
		.map(({method, target}) => (method === 'DELETE' ? `DELETE ${target!}` : method));
	expect(requests).toStrictEqual(['POST', 'POST', 'DELETE 2', 'DELETE 1']);
});

test('a set that creates what a batch that has not ended is to create is not sent', async () => {
	const place = await start();
	expect(
		await planSet(place.bulk, [{kind: 'create', input: {...input, userId: 'user-4'}}], () => undefined),
	).toMatchObject({
		kind: 'impossible',
		isPending: true,
		reason: expect.stringContaining('is to create the same') as string,
	});
});

test('a bulk undo takes back every item', async () => {
	const place = await start();
	const before = await account(place.sandbox);
	await runBatch(place.bulk, place.batch);
	expect(await surveyUndo(place.ledger.journal, place.batch, await list(place.service), true)).toMatchObject({
		kind: 'mixed',
		count: 3,
		impossible: 0,
	});

	const undoing = await planUndoOf(place, place.batch);
	expect(place.ledger.journal.batch(undoing).kind).toBe('mixed');
	expect(await runBatch(place.bulk, undoing)).toMatchObject({counts: counted({done: 3})});
	expect(Object.values(await account(place.sandbox)).toSorted()).toStrictEqual(Object.values(before).toSorted());
});

test.each<[string, Fault]>([
	['rejected', {name: 'create-403', count: 1}],
	['lost', {name: 'create-500-before', count: 1}],
])('nothing is deleted while a creation is not done (%s), and the rest follows after a retry', async (_name, fault) => {
	const place = await start([fault]);
	const result = await runBatch(place.bulk, place.batch);
	expect(result.counts).toMatchObject({planned: 1, failed: 1, done: 1});
	expect(result.unresolvedReason).toBe(
		'Nothing is deleted until everything else is done: retry what failed, or skip the rest.',
	);
	expect(statesOf(place, place.batch)[0]).toBe('1 planned');
	expect(await summary(place)).toContain(`user-1 ${input.name}`);

	place.ledger.journal.reopenFailed(place.batch);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	expect(await list(place.service)).toHaveLength(3);
});

test('the rest can be skipped: what exists stays', async () => {
	const place = await start([{name: 'create-403', count: 1}]);
	await runBatch(place.bulk, place.batch);
	expect(await skipRest(place.bulk, place.batch)).toMatchObject({counts: counted({done: 1, failed: 1, skipped: 1})});
	expect(items(place, place.batch)[0]).toBe('1 rolled-back It was not deleted.');
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toStrictEqual([]);
});
