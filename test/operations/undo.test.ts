import {expect, test} from 'vitest';
import {listedIn, planUndo} from '../../source/operations/undo-plan.ts';
import {planBatchUndo, surveyUndo} from '../../source/operations/undo.ts';
import {runBatch} from '../../source/operations/run-set.ts';
import {create, remove, replace, rollBack, undo} from '../../source/operations/one.ts';
import {findUndo, type FindUndoOptions, type UndoPlan} from '../../source/session/undo-plan.ts';
import {sendDelete} from '../sandbox/client.ts';
import {input} from '../ledger/ledgers.ts';
import {bulkDelete, createBulkHarness, idsOf, inputs} from './bulk/bulk-harness.ts';
import {
	account,
	createElsewhere,
	createHarness,
	expectOpen,
	forms,
	list,
	setUp,
	snapshotAt,
	type Harness,
} from './harness.ts';
import {startRawService} from './raw-service.ts';

const plain = {acceptedIds: new Set<string>(), isUnchecked: false};
const edited = {...input, name: 'Hot wallet', template: 'Changed'};

/** What `u` would undo now. */
async function find({ledger, context, service}: Harness, options?: FindUndoOptions): Promise<UndoPlan | undefined> {
	return findUndo(ledger.journal, context.profile, {records: await list(service), isComplete: true}, options);
}

/** Undoes what was changed last, and returns the kind of the undo and its outcome. */
async function undoLast(work: Harness, options?: FindUndoOptions) {
	const plan = await find(work, options);
	const outcome = plan && (await undo(work.context, work.ledger, plan, plain));
	return [plan?.kind, outcome?.kind];
}

test('a create is undone by deleting what it created, and redone', async () => {
	const work = await setUp();
	await create(work.context, input, plain);
	expect(await undoLast(work)).toStrictEqual(['delete', 'done']);
	expect(await account(work.sandbox)).toStrictEqual({});
	expect(work.ledger.journal.get(2)).toMatchObject({kind: 'delete', undoes: 1, isUndo: true});
	expect(await find(work)).toBeUndefined();
	expect(await undoLast(work, {isRedo: true})).toStrictEqual(['recreate', 'done']);
	expect(await account(work.sandbox)).toStrictEqual(forms({2: input}));
	expect(work.ledger.journal.get(3)).toMatchObject({kind: 'recreate', undoes: 2});
	expect(work.ledger.journal.get(3)).not.toHaveProperty('isUndo');
	expect(work.ledger.sent.get(work.context.profile, '2')?.template).toBe(input.template);
	expect(await find(work, {isRedo: true})).toBeUndefined();
	expect(await find(work)).toMatchObject({kind: 'delete', operation: {id: 3}, target: {id: '2'}});
});

test('an undo says when it checks and deletes', async () => {
	const work = await setUp();
	await create(work.context, input, plain);
	const plan = await find(work);
	const phases: string[] = [];
	await undo(
		{
			...work.context,
			onPhase(phase) {
				phases.push(phase);
			},
		},
		work.ledger,
		plan!,
		plain,
	);

	expect(phases).toStrictEqual(['checking', 'deleting']);
});

test('an edit is undone by replacing it back, with the template, and redone', async () => {
	const work = await setUp({existing: [input]});
	const snapshot = await snapshotAt(work.sandbox, '1', input);
	await replace(work.context, snapshot, edited);
	expect(await undoLast(work)).toStrictEqual(['replace', 'done']);
	expect(await account(work.sandbox)).toStrictEqual(forms({3: input}));
	expect(work.ledger.sent.get(work.context.profile, '3')?.template).toBe(input.template);
	expect(await undoLast(work, {isRedo: true})).toStrictEqual(['replace', 'done']);
	expect(await account(work.sandbox)).toStrictEqual(forms({4: edited}));
	expect(work.ledger.sent.get(work.context.profile, '4')?.template).toBe('Changed');
});

test('an undone edit is as the service held it, also where interface.md does not allow it', async () => {
	const held = {
		id: 1,
		external_user_id: 'u',
		channel: 'PAGER',
		delivery_location: 'team',
		tags: ['a'],
		event_details: {network: 'N', event_type: 'E', addresses: ['0x1', 'bc1q'], filters: []},
	};
	const service = await startRawService([held]);
	const work = createHarness(service);
	const snapshot = await snapshotAt(service, '1');
	await replace(work.context, snapshot, {...edited, recordExtras: snapshot.input.recordExtras});
	expect(service.records).toMatchObject([{id: 2, channel: 'EMAIL', tags: ['a']}]);
	expect(await undoLast(work)).toStrictEqual(['replace', 'done']);
	expect(service.records).toStrictEqual([{...held, id: 3}]);
});

test('a create is undone also after its notification was edited and edited back', async () => {
	const work = await setUp();
	await create(work.context, input, plain);
	await replace(work.context, await snapshotAt(work.sandbox, '1'), edited);
	expect(
		planUndo(work.ledger.journal, work.ledger.journal.get(1)!, listedIn(await list(work.sandbox), true)),
	).toMatchObject({
		kind: 'impossible',
		isMoot: false,
		reason: '2 was changed since: it does not say what was sent. Look at it in the list.',
	});
	expect(await undoLast(work)).toStrictEqual(['replace', 'done']);
	expect(await undoLast(work)).toStrictEqual(['delete', 'done']);
	expect(work.writes.at(-1)).toBe('DELETE 3');
	expect(await account(work.sandbox)).toStrictEqual({});
});

test('an edit that was rolled back can be undone where its DELETE took effect after that', async () => {
	const work = await setUp({existing: [input], faults: [{name: 'delete-drop-before'}]});
	const snapshot = await snapshotAt(work.sandbox, '1', input);
	const replacing = await replace(work.context, snapshot, edited);
	expect(await rollBack(work.context, expectOpen(replacing).operation)).toMatchObject({
		operation: {state: 'rolled-back'},
	});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
	expect(await find(work)).toBeUndefined();
	expect(
		planUndo(work.ledger.journal, work.ledger.journal.get(1)!, listedIn(await list(work.service), true)),
	).toMatchObject({kind: 'impossible', reason: '1 is still listed: it was not deleted.', isMoot: true});

	// The first DELETE takes effect later than any settling time.
	await sendDelete(work.sandbox, '1');
	expect(await find(work)).toMatchObject({kind: 'recreate', deleted: {id: '1'}, input: {template: input.template}});
	expect(await undoLast(work)).toStrictEqual(['recreate', 'done']);
	expect(await account(work.sandbox)).toStrictEqual(forms({3: input}));
	expect(work.ledger.journal.undoable(1)).toBeUndefined();
});

test('an edit that was rolled back and whose DELETE was rejected has nothing to undo, also where the old one is gone', async () => {
	const work = await setUp({existing: [input], faults: [{name: 'create-rewrites'}, {name: 'delete-403'}]});
	const {operation} = expectOpen(
		await replace({...work.context, settlingTime: 60_000}, await snapshotAt(work.sandbox, '1', input), edited),
	);
	expect(await rollBack(work.context, operation, '2')).toMatchObject({operation: {state: 'rolled-back'}});
	await sendDelete(work.sandbox, '1');
	expect(work.ledger.journal.undoable(1)).toBeUndefined();
	expect(await find(work)).toBeUndefined();
});

test('a deletion is undone once, also if two try', async () => {
	const work = await setUp({existing: [input]});
	await remove(work.context, await snapshotAt(work.sandbox, '1'));
	const plan = await find(work);
	expect(await undo(work.context, work.ledger, plan!, plain)).toMatchObject({kind: 'done'});
	const again = undo(work.context, work.ledger, plan!, {...plain, acceptedIds: new Set(['2'])});
	await expect(again).rejects.toThrow('It is undone already, or is being undone.');
	expect(await account(work.sandbox)).toStrictEqual(forms({2: input}));
});

test.each(['delete', 'replace'] as const)(
	'nothing is sent to %s what was changed after it was confirmed',
	async kind => {
		const service = await startRawService();
		const work = createHarness(service);
		await create(work.context, input, plain);
		if (kind === 'replace') {
			await replace(work.context, await snapshotAt(service, '1'), edited);
		}

		const plan = await find(work);
		expect(plan?.kind).toBe(kind);
		const id = kind === 'delete' ? '1' : '2';
		const writes = work.writes.length;
		service.records[0] = {...service.records[0]!, notification_name: 'Of somebody else'};
		expect(await undo(work.context, work.ledger, plan!, plain)).toStrictEqual({
			kind: 'impossible',
			reason: `Nothing was sent: ${id} was changed since: it does not say what was sent. Look at it in the list.`,
		});
		service.records.shift();
		expect(await undo(work.context, work.ledger, plan!, plain)).toStrictEqual({
			kind: 'impossible',
			reason: `Nothing was sent: ${id} no longer exists.`,
		});
		expect(work.writes).toHaveLength(writes);
	},
);

test('what was deleted elsewhere is skipped, and what cannot be told from an older one is kept', async () => {
	const work = await setUp({existing: [input]});
	await create(work.context, {...input, userId: 'first'}, plain);
	await create(work.context, {...input, userId: 'second'}, plain);
	work.sandbox.faults.add({name: 'list-503', count: 20});
	await create(work.context, {...input, userId: 'unchecked'}, {...plain, isUnchecked: true});
	work.sandbox.faults.clear();
	const listed = await list(work.sandbox);
	const unchecked = work.ledger.journal.get(3)!;
	const settled = {...unchecked, state: 'done', newId: '4'} as const;
	expect(planUndo({...work.ledger.journal, undoable: () => settled}, settled, listedIn(listed, true))).toMatchObject({
		kind: 'impossible',
		isMoot: false,
		reason: 'It was sent without a check for duplicates, so 4 may have existed before. Delete it if it is not wanted.',
	});
	expect(await find(work)).toMatchObject({kind: 'delete', target: {id: '3'}});
	expect(
		findUndo(work.ledger.journal, work.context.profile, {
			records: listed.filter(({id}) => id !== '3'),
			isComplete: true,
		}),
	).toMatchObject({kind: 'delete', target: {id: '2'}});
	// A listing that is not complete proves nothing absent.
	expect(findUndo(work.ledger.journal, work.context.profile, {records: [], isComplete: false})).toMatchObject({
		kind: 'impossible',
		isMoot: false,
		reason: '3 is not listed, and the listing is not complete. Refresh the list, then try again.',
	});
	expect(findUndo(work.ledger.journal, work.context.profile, {records: [], isComplete: true})).toBeUndefined();
});

test('a bulk delete is undone, and its undo, and what changed meanwhile is kept', async () => {
	const place = createBulkHarness(await setUp({existing: inputs(3)}));
	const {batch} = await bulkDelete(place, ['1', '2', '3']);
	const run = async (undone: number) => {
		const plan = await planBatchUndo(place.bulk, place.ledger, undone);
		return plan.kind === 'planned' ? runBatch(place.bulk, plan.batch) : plan;
	};

	const recreated = await run(batch);
	expect(recreated).toMatchObject({kind: 'ended', counts: {done: 3}});
	expect(await idsOf(place)).toStrictEqual(['4', '5', '6']);
	expect(await find(place)).toBeUndefined();
	const redo = await find(place, {isRedo: true});
	expect(redo?.operation.batch).toBe(2);
	await replace(place.context, await snapshotAt(place.sandbox, '5'), edited);
	const records = await list(place.sandbox);
	expect(await surveyUndo(place.bulk.journal, 2, records, true)).toMatchObject({
		kind: 'delete',
		count: 2,
		impossible: 1,
		reason: '7 was changed since: it does not say what was sent. Look at it in the list.',
		contentUnknown: 0,
		undocumented: 0,
		incomplete: 0,
		duplicates: 0,
	});
	expect(await run(2)).toMatchObject({kind: 'ended', counts: {done: 2}});
	expect(await idsOf(place)).toStrictEqual(['7']);
	expect(await run(3)).toMatchObject({kind: 'ended', counts: {done: 2}});
	await createElsewhere(place.sandbox, input);
	expect(Object.keys(await account(place.sandbox))).toHaveLength(4);
});
