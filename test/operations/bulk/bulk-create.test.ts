import {expect, test} from 'vitest';
import {planCreates} from '../../../source/operations/plan.ts';
import {dropBatch, runBatch, skipRest} from '../../../source/operations/run-set.ts';
import {create} from '../../../source/operations/one.ts';
import type {Fault} from '../../../source/sandbox/faults.ts';
import {keepSecret} from '../../../source/terminal/secrets.ts';
import {input} from '../../ledger/ledgers.ts';
import {createElsewhere, list} from '../harness.ts';
import {counted, inputs, planCreation, setUpBulk, type BulkHarness, items} from './bulk-harness.ts';

const usersOf = async ({service}: BulkHarness): Promise<string[]> => {
	const listed = await list(service);
	return listed.map(({userId}) => userId).toSorted();
};

test('many are created with one POST each, and their templates are remembered', async () => {
	const place = await setUpBulk();
	const batch = await planCreation(place);
	expect(await runBatch(place.bulk, batch)).toMatchObject({
		counts: counted({done: 3}),
		failure: undefined,
		unresolvedReason: undefined,
	});
	expect(await usersOf(place)).toStrictEqual(['user-1', 'user-2', 'user-3']);
	expect(place.writes).toStrictEqual(['POST', 'POST', 'POST']);
	const {gone, created} = place.ledger.journal.changedIdsIn(batch);
	expect([gone, created.toSorted()]).toStrictEqual([[], ['1', '2', '3']]);
	expect(place.ledger.sent.get(place.context.profile, '2')).toMatchObject({template: input.template});
});

test('those that are alike are created one after the other, and all of them', async () => {
	const place = await setUpBulk();
	const batch = await planCreation(place, [input, input, input], true);
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
	const batch = await planCreation(place, wanted);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3})});
	expect(place.writes).toHaveLength(3);
	expect(place.ledger.journal.changedIdsIn(batch).created.toSorted()).toStrictEqual(['1', '2', '3']);
});

test('a rewritten one whose response is lost is not sent again: the only match is it once the settling time has passed', async () => {
	const place = await setUpBulk({faults: [{name: 'create-rewrites'}, {name: 'create-drop-after'}]});
	const batch = await planCreation(place, [{...input, recipient: 'ops@Example.com'}]);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 1})});
	expect(items(place, batch)).toStrictEqual([
		`${input.userId} done 1 The response did not confirm it, but it is listed.`,
	]);
	expect(place.pauses).toStrictEqual([500, 1000, 2000, 1500]);
	expect(place.writes).toStrictEqual(['POST']);
});

test("until then it stays open, because the match may be somebody else's", async () => {
	const place = await setUpBulk({faults: [{name: 'create-drop-after'}]});
	const bulk = {...place.bulk, context: {...place.context, settlingTime: 60_000}};
	const batch = await planCreation(place, [input]);
	expect(await runBatch(bulk, batch)).toMatchObject({
		counts: counted({unknown: 1}),
		unresolvedReason: expect.stringMatching(/^chainbell checks every listing until/v) as unknown,
	});
	expect(await skipRest(bulk, batch)).toMatchObject({counts: counted({unknown: 1})});
	expect(items(place, batch)).toStrictEqual([expect.stringMatching(/^user-1 creating .*ECONNRESET/v)]);
	expect(place.writes).toStrictEqual(['POST']);
});

test('a rewritten one whose response is lost is left to the operator where several match', async () => {
	const place = await setUpBulk();
	const hold = place.sandbox.faults.hold({on: 'create', when: 'before', count: 1});
	const batch = await planCreation(place, [{...input, recipient: 'ops@Example.com'}]);
	const running = runBatch(place.bulk, batch);
	await hold.arrived;
	await createElsewhere(place.sandbox, {...input, recipient: 'ops@example.com'});
	place.sandbox.faults.add({name: 'create-rewrites', count: 1});
	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	hold.release();

	const reason =
		/Several new notifications have this content, but for rewritten text or undocumented members: 1, 2\. One of them is the new one\./v;
	expect(await running).toMatchObject({
		counts: counted({unknown: 1}),
		unresolvedReason: expect.stringMatching(reason) as unknown,
	});
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({unknown: 1})});
	// It exists, so it is not said to be rolled back, and has to be chosen.
	expect(await skipRest(place.bulk, batch)).toMatchObject({counts: counted({unknown: 1})});
	expect(items(place, batch)).toStrictEqual([expect.stringMatching(/creating .*Several new/v)]);
	expect(await dropBatch(place.bulk, batch)).toMatchObject({counts: counted({failed: 1})});
	expect(place.writes).toStrictEqual(['POST', 'POST']);
});

test('confirmed, but never listed: it failed', async () => {
	const place = await setUpBulk({faults: [{name: 'create-no-effect'}]});
	const batch = await planCreation(place, [input]);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({failed: 1})});
	expect(items(place, batch)).toStrictEqual([
		`${input.userId} failed The service confirmed it as ID 1, but two complete listings after the settling time (5 s) do not show it.`,
	]);
	expect(await usersOf(place)).toStrictEqual([]);
});

test('a POST that was sent twice on the way: the other one is named', async () => {
	const place = await setUpBulk({faults: [{name: 'create-replay'}]});
	const batch = await planCreation(place, [input]);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 1})});
	expect(items(place, batch)).toStrictEqual([
		`${input.userId} done 2 1 is new and identical: a proxy may have sent the request twice. Delete what is not wanted.`,
	]);
});

test('what was not created fails, and is sent again only on a retry', async () => {
	const place = await setUpBulk({faults: [{name: 'create-500-before'}]});
	const batch = await planCreation(place);
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
	expect(await planCreates(place.bulk, wanted)).toStrictEqual({
		kind: 'duplicates',
		duplicates: [
			{index: 1, ids: ['1'], earlier: undefined},
			{index: 2, ids: [], earlier: 0},
		],
	});
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toStrictEqual([]);

	// Identical ones are sent one after the other, and each gets its own.
	const batch = await planCreation(place, wanted, true);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3})});
	expect(place.ledger.journal.changedIdsIn(batch).created.toSorted()).toStrictEqual(['2', '3', '4']);
});

test('what an unfinished batch is to create is not created beside it, neither in bulk nor alone', async () => {
	const place = await setUpBulk();
	const batch = await planCreation(place);
	const again = await planCreates(place.bulk, inputs(1), {canRepeat: true});
	expect(again).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining('has not ended is to create the same') as unknown,
	});
	expect(await create(place.context, inputs(3)[2]!, {acceptedIds: 'all', isUnchecked: false})).toMatchObject({
		kind: 'unchecked',
		isPending: true,
	});
	expect(place.writes).toStrictEqual([]);

	expect(await skipRest(place.bulk, batch)).toMatchObject({counts: counted({skipped: 3})});
	await planCreation(place, inputs(1));
});

test('without a complete listing, and with the API key in one, nothing is planned', async () => {
	const place = await setUpBulk({faults: [{name: 'list-503', count: 4}]});
	expect(await planCreates(place.bulk, [{...input, userId: 'new'}])).toMatchObject({
		kind: 'impossible',
		reason: expect.stringMatching(/^Nothing was sent: only a complete listing/v) as unknown,
	});
	keepSecret('a-secret-key');
	expect(await planCreates(place.bulk, [{...input, template: 'a-secret-key'}])).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining('number 1 contains the API key') as unknown,
	});
	expect(place.writes).toStrictEqual([]);
});
