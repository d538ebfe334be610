import {expect, test} from 'vitest';
import {planCreates} from '../../../source/operations/bulk/bulk-create.ts';
import {runBatch, skipRest} from '../../../source/operations/bulk/run-batch.ts';
import {create} from '../../../source/operations/create.ts';
import type {Fault} from '../../../source/sandbox/faults/switches.ts';
import {keepSecret} from '../../../source/terminal/secrets.ts';
import {input} from '../../storage/ledgers.ts';
import {list} from '../harness.ts';
import {counted, inputs, setUpBulk, type BulkHarness, items} from './bulk-harness.ts';

/** Plans the creation of many. Returns its batch. */
async function planned({bulk}: BulkHarness, wanted = inputs(3), canRepeat = false): Promise<number> {
	const plan = await planCreates(bulk, wanted, canRepeat);
	expect(plan).toMatchObject({kind: 'planned'});
	return plan.kind === 'planned' ? plan.batch : 0;
}

const usersOf = async ({service}: BulkHarness): Promise<string[]> => {
	const listed = await list(service);
	return listed.map(({userId}) => userId).toSorted();
};

test('many are created with one POST each, and their templates are remembered', async () => {
	const place = await setUpBulk();
	const batch = await planned(place);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3}), failure: undefined, unresolvedReason: undefined});
	expect(await usersOf(place)).toStrictEqual(['user-1', 'user-2', 'user-3']);
	expect(place.writes).toStrictEqual(['POST', 'POST', 'POST']);
	const {gone, created} = place.ledger.journal.changedIdsIn(batch);
	expect([gone, created.toSorted()]).toStrictEqual([[], ['1', '2', '3']]);
	expect(place.ledger.sent.get(place.context.profile, '2')).toMatchObject({template: input.template});
});

test('those that are alike are created one after the other, and all of them', async () => {
	const place = await setUpBulk();
	const batch = await planned(place, [input, input, input], true);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3})});
	expect(place.writes).toStrictEqual(['POST', 'POST', 'POST']);
});

test.each<[string, Fault]>([
	['its response is lost', {name: 'create-drop-after'}],
	['it is listed late', {name: 'create-late', value: 3}],
	['the service rewrites it', {name: 'create-rewrites', count: 3}],
	['the response has the ID of another', {name: 'create-lying-id'}],
])('one is created once although %s', async (_name, fault) => {
	const place = await setUpBulk({faults: [fault]});
	const wanted = inputs(3).map(one => ({...one, recipient: 'ops@Example.com'}));
	const batch = await planned(place, wanted);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3})});
	expect(place.writes).toHaveLength(3);
	expect(place.ledger.journal.changedIdsIn(batch).created.toSorted()).toStrictEqual(['1', '2', '3']);
});

test('a rewritten one whose response is lost is not sent again: the operator decides', async () => {
	const place = await setUpBulk({faults: [{name: 'create-rewrites'}, {name: 'create-drop-after'}]});
	const batch = await planned(place, [{...input, recipient: 'ops@Example.com'}]);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({unknown: 1}), unresolvedReason: expect.stringMatching(/^Probably it is 1: /v) as unknown});
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({unknown: 1})});
	// It may exist, so it is not said to be rolled back.
	expect(await skipRest(place.bulk, batch)).toMatchObject({counts: counted({failed: 1})});
	expect(items(place, batch)).toStrictEqual([expect.stringMatching(/failed You stopped following it\. Probably it is 1: /v)]);
	expect(place.writes).toStrictEqual(['POST']);
});

test('what was not created fails, and is sent again only on a retry', async () => {
	const place = await setUpBulk({faults: [{name: 'create-500-before'}]});
	const batch = await planned(place);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 2, failed: 1})});
	expect(place.writes).toHaveLength(3);
	place.ledger.journal.reopenFailed(batch);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3})});
	expect(await usersOf(place)).toStrictEqual(['user-1', 'user-2', 'user-3']);
});

test('duplicates are refused with their IDs, also those within the input', async () => {
	const [one, two] = inputs(2);
	const place = await setUpBulk({existing: [one!]});
	const wanted = [two!, {...one!, name: 'Another name'}, two!];
	expect(await planCreates(place.bulk, wanted, false)).toStrictEqual({kind: 'duplicates', duplicates: [
		{index: 1, ids: ['1'], earlier: undefined},
		{index: 2, ids: [], earlier: 0},
	]});
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toStrictEqual([]);

	// Identical ones are sent one after the other, and each gets its own.
	const batch = await planned(place, wanted, true);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3})});
	expect(place.ledger.journal.changedIdsIn(batch).created.toSorted()).toStrictEqual(['2', '3', '4']);
});

test('what an unfinished batch is to create is not created beside it, neither in bulk nor alone', async () => {
	const place = await setUpBulk();
	const batch = await planned(place);
	const again = await planCreates(place.bulk, inputs(1), true);
	expect(again).toMatchObject({kind: 'impossible', reason: expect.stringContaining('has not ended is to create the same') as unknown});
	expect(await create(place.context, inputs(3)[2]!, {acceptedIds: 'all', isUnchecked: false})).toMatchObject({kind: 'unchecked', isPending: true});
	expect(place.writes).toStrictEqual([]);

	expect(await skipRest(place.bulk, batch)).toMatchObject({counts: counted({skipped: 3})});
	await planned(place, inputs(1));
});

test('without a complete listing, and with the API key in one, nothing is planned', async () => {
	const place = await setUpBulk({faults: [{name: 'list-503', count: 4}]});
	expect(await planCreates(place.bulk, [{...input, userId: 'new'}], false)).toMatchObject({kind: 'impossible', reason: expect.stringMatching(/^Nothing was sent: only a complete listing/v) as unknown});
	keepSecret('a-secret-key');
	expect(await planCreates(place.bulk, [{...input, template: 'a-secret-key'}], false)).toMatchObject({kind: 'impossible', reason: expect.stringContaining('number 1 contains the API key') as unknown});
	expect(place.writes).toStrictEqual([]);
});
