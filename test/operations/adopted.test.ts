import {expect, test} from 'vitest';
import {planBatch} from '../../source/operations/plan.ts';
import {listedIn, planUndo} from '../../source/operations/undo-plan.ts';
import {planBatchUndo, surveyUndo} from '../../source/operations/undo.ts';
import {newNotificationsToDelete} from '../../source/operations/half-done.ts';
import {itemsOfBatch} from '../../source/operations/item-set.ts';
import {create, replace, resume, rollBack, settle} from '../../source/operations/one.ts';
import {sightingAt} from '../helpers/sightings.ts';
import {input} from '../ledger/ledgers.ts';
import {createBulkHarness, inputs} from './bulk/bulk-harness.ts';
import {account, createElsewhere, expectOpen, forms, journalEntry, list, setUp, snapshotAt} from './harness.ts';

const plain = {acceptedIds: new Set<string>(), isUnchecked: false};
const edited = {...input, recipient: 'others@example.com'};
const whyAsked =
	'No response named 2 as the new one, so somebody else may have created it. It is deleted only if you name it.';

/** A replacement of 1 whose POST had no answer and no effect. A colleague then creates what was sent, as 2. */
async function replacedElsewhere() {
	const work = await setUp({existing: [input]});
	const hold = work.sandbox.faults.hold({on: 'create', when: 'before', count: 1});
	const replacing = replace({...work.context, settlingTime: 60_000}, await snapshotAt(work.sandbox, '1'), edited);
	await hold.arrived;
	work.sandbox.faults.add({name: 'create-drop-before', count: 1});
	hold.release();
	const {operation} = expectOpen(await replacing);
	await createElsewhere(work.sandbox, edited);
	return {...work, context: {...work.context, settlingTime: 0}, read: () => work.ledger.journal.get(operation.id)!};
}

test('a roll back deletes what no response named only if the operator names it', async () => {
	const work = await replacedElsewhere();
	expect(await rollBack(work.context, work.read())).toMatchObject({kind: 'open', candidates: ['2'], reason: whyAsked});
	expect(await rollBack(work.context, work.read(), '1')).toMatchObject({kind: 'open'});
	expect(work.writes).toStrictEqual(['POST', 'POST']);

	expect(await rollBack(work.context, work.read(), '2')).toMatchObject({
		kind: 'failed',
		operation: {state: 'rolled-back'},
	});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
});

test('a roll back whose DELETE was refused asks again which one is deleted', async () => {
	const work = await setUp({faults: [{name: 'create-drop-after'}]});
	const {operation} = expectOpen(await create({...work.context, settlingTime: 60_000}, input, plain));
	const context = {...work.context, settlingTime: 0};
	const read = () => work.ledger.journal.get(operation.id)!;
	work.sandbox.faults.add({name: 'delete-403', count: 1});
	expectOpen(await rollBack(context, read(), '1'));
	expect(work.writes).toStrictEqual(['POST', 'DELETE 1']);
	expect(await rollBack(context, read())).toMatchObject({kind: 'open', candidates: ['1']});
	expect(work.writes).toStrictEqual(['POST', 'DELETE 1']);
	expect(await rollBack(context, read(), '1')).toMatchObject({kind: 'failed', operation: {state: 'rolled-back'}});
});

test('so does the roll back of an edit of which both exist', async () => {
	const work = await replacedElsewhere();
	work.sandbox.faults.add({name: 'delete-drop-before', count: 1});
	expectOpen(await resume(work.context, work.read(), {chosenId: '2'}));
	expect(expectOpen(await rollBack(work.context, work.read())).candidates).toStrictEqual(['2']);
	expect(await rollBack(work.context, work.read(), '2')).toMatchObject({
		kind: 'failed',
		operation: {state: 'rolled-back'},
	});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
});

test('a bulk operation keeps the new one of a half-done edit that no response named', async () => {
	const work = createBulkHarness(await setUp({existing: [input, edited]}));
	const {journal, context} = work.bulk;
	const batch = (await planBatch(work.bulk, [
		{kind: 'replace', snapshot: await snapshotAt(work.service, '1'), input: edited},
	]))!;
	const {id} = journal.itemsIn(batch, 'planned', {after: 0, limit: 1})[0]!;
	await journal.itemAnswered(
		await journal.itemSent(id, {method: 'POST', moment: context.elapsed.now()}),
		{outcome: 'unknown'},
		{state: 'created', newId: '2'},
	);

	expect(
		await newNotificationsToDelete(
			{bulk: {...work.bulk, context: {...context, settlingTime: 0}}, set: itemsOfBatch(journal, batch)},
			{intent: 'skip'},
			{
				...sightingAt(0, await list(work.service)),
				startedAt: context.elapsed.now(),
			},
		),
	).toEqual({deletes: [], wait: 0});
	expect(journalEntry(work, id)).toMatchObject({state: 'created', detail: whyAsked});
});

test('the undo of a create says that no response named what it deletes', async () => {
	const work = await setUp({faults: [{name: 'create-no-id'}]});
	expect(await create(work.context, input, plain)).toMatchObject({kind: 'done', operation: {newId: '1'}});
	expect(await create(work.context, edited, plain)).toMatchObject({kind: 'done', operation: {newId: '2'}});
	const {journal} = work.ledger;
	const listed = listedIn(await list(work.service), true);
	expect(planUndo(journal, journal.get(1)!, listed)).toMatchObject({
		kind: 'delete',
		note: 'No response named 1 as the new one, so somebody else may have created it.',
	});
	expect(planUndo(journal, journal.get(2)!, listed)).not.toHaveProperty('note');
});

test('a bulk undo leaves out what no response named', async () => {
	const work = createBulkHarness(await setUp());
	const {journal, context} = work.bulk;
	const batch = (await planBatch(
		work.bulk,
		inputs(2).map(each => ({kind: 'create' as const, input: each})),
	))!;
	for (const [index, {id, input: sent}] of journal.itemsIn(batch, 'planned', {after: 0, limit: 2}).entries()) {
		const newId = await createElsewhere(work.service, sent!);
		const request = await journal.itemSent(id, {method: 'POST', moment: context.elapsed.now()});
		await journal.itemAnswered(request, index === 0 ? {outcome: 'unknown'} : {outcome: 'ok', target: newId}, {
			state: 'done',
			newId,
		});
	}

	expect(await surveyUndo(journal, batch, await list(work.service), true)).toMatchObject({
		kind: 'delete',
		count: 1,
		impossible: 1,
		reason: 'No response named 1 as the new one, so somebody else may have created it. Undo it alone.',
	});
	const plan = await planBatchUndo(work.bulk, work.ledger, batch);
	expect(
		plan.kind === 'planned' &&
			journal.itemsIn(plan.batch, 'planned', {after: 0, limit: 9}).map(({snapshot}) => snapshot!.id),
	).toEqual(['2']);
});

test('a listing does not end a change that is being rolled back; finishing it does', async () => {
	const work = await replacedElsewhere();
	expectOpen(await rollBack(work.context, work.read()));
	const listed = {...sightingAt(0, await list(work.service)), startedAt: work.context.elapsed.now()};
	await settle(work.context, work.read(), listed);
	expect(work.read()).toMatchObject({state: 'creating', detail: whyAsked});
	expect(await resume(work.context, work.read())).toMatchObject({kind: 'done', operation: {newId: '2'}});
});
