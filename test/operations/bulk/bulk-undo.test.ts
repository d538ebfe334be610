import {expect, test} from 'vitest';
import {planBatchUndo, surveyUndo} from '../../../source/operations/undo.ts';
import {planCreates} from '../../../source/operations/plan.ts';
import {runBatch} from '../../../source/operations/run-set.ts';
import type {ListedRecord} from '../../../source/notification/notification.ts';
import {createElsewhere, list} from '../harness.ts';
import {bulkDelete, counted, idsOf, inputs, items, setUpBulk, type BulkHarness} from './bulk-harness.ts';

/** Creates three notifications in bulk. Returns the batch. */
async function create(place: BulkHarness): Promise<number> {
	const planned = await planCreates(place.bulk, inputs(3));
	if (planned.kind !== 'planned') {
		throw new Error(planned.kind);
	}

	await runBatch(place.bulk, planned.batch);
	return planned.batch;
}

const undo = async (place: BulkHarness, batch: number) => planBatchUndo(place.bulk, place.ledger, batch);

const survey = async (place: BulkHarness, batch: number, records?: readonly ListedRecord[], isComplete = true) =>
	surveyUndo(place.bulk.journal, batch, records ?? (await list(place.service)), isComplete);

test('what was created in bulk is deleted, but for what was changed or deleted since, and only once', async () => {
	const place = await setUpBulk();
	const batch = await create(place);
	const counts = await survey(place, batch);
	expect(counts).toMatchObject({
		kind: 'delete',
		count: 3,
		impossible: 0,
		reason: undefined,
		contentUnknown: 0,
		undocumented: 0,
		incomplete: 0,
		duplicates: 0,
	});
	expect(counts.breakdown).toContainEqual({
		name: 'user',
		values: [
			['user-1', 1],
			['user-2', 1],
			['user-3', 1],
		],
	});
	expect(counts.undone).toHaveLength(3);
	expect(await survey(place, batch, [], false)).toMatchObject({
		count: 0,
		impossible: 3,
		reason: expect.stringContaining('1 is not listed, and the listing is not complete') as string,
	});
	await bulkDelete(place, ['2']);
	expect(await survey(place, batch)).toMatchObject({count: 2, impossible: 1, reason: '2 no longer exists.'});

	const plan = await undo(place, batch);
	expect(plan).toMatchObject({kind: 'planned'});
	const undoing = plan.kind === 'planned' ? plan.batch : 0;
	// Their templates are known from when they were created.
	const planned = place.ledger.journal
		.itemsIn(undoing, 'planned', {after: 0, limit: 9})
		.map(({kind, snapshot, undoes}) => [kind, snapshot!.id, snapshot!.template, undoes !== undefined]);
	expect(planned).toEqual([
		['delete', '1', inputs(1)[0]!.template, true],
		['delete', '3', inputs(1)[0]!.template, true],
	]);
	expect(await runBatch(place.bulk, undoing)).toMatchObject({counts: counted({done: 2})});
	expect(await idsOf(place)).toEqual([]);
	expect(await undo(place, batch)).toEqual({
		kind: 'impossible',
		reason: 'Nothing to undo: it is undone already, or what it made was changed or deleted since.',
	});
});

test('a bulk operation that is pending is finished first', async () => {
	const place = await setUpBulk();
	const planned = await planCreates(place.bulk, inputs(1));
	expect(await undo(place, planned.kind === 'planned' ? planned.batch : 0)).toEqual({
		kind: 'impossible',
		reason: 'The bulk operation is pending: finish it, or skip the rest.',
		isPending: true,
	});
});

test('without a complete listing nothing is planned', async () => {
	const place = await setUpBulk();
	const batch = await create(place);
	place.sandbox.faults.add({name: 'list-503', count: 4});
	expect(await undo(place, batch)).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining('Nothing was sent') as string,
	});
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toEqual([]);
});

test('what was deleted in bulk is recreated; the survey says what is not exact', async () => {
	const place = await setUpBulk({existing: inputs(2)});
	const {batch} = await bulkDelete(place, ['1', '2']);
	await createElsewhere(place.service, inputs(1)[0]!);
	expect(await survey(place, batch)).toMatchObject({
		kind: 'recreate',
		count: 2,
		impossible: 0,
		reason: undefined,
		contentUnknown: 2,
		duplicates: 1,
	});
	const planned = await undo(place, batch);
	expect(items(place, planned.kind === 'planned' ? planned.batch : 0)).toEqual(['1 planned', '2 planned']);
});

test('the survey of a bulk delete that failed in part counts only what was deleted', async () => {
	const place = await setUpBulk({existing: inputs(4)});
	place.sandbox.faults.add({name: 'delete-500-before', count: 1});
	const {batch, counts} = await bulkDelete(place, ['1', '2', '3', '4']);
	expect(counts).toEqual(counted({done: 3, failed: 1}));
	expect(await survey(place, batch)).toMatchObject({
		kind: 'recreate',
		count: 3,
		impossible: 1,
		duplicates: 0,
		reason: expect.stringMatching(/^\d is still listed: it was not deleted\.$/v) as string,
	});
	const plan = await undo(place, batch);
	expect(items(place, plan.kind === 'planned' ? plan.batch : 0)).toHaveLength(3);
});
