import {describe, expect, test} from 'vitest';
import {readRecord} from '../../../source/service/listing/read-record.ts';
import {type NotificationInput, rawOf} from '../../../source/notification/notification.ts';
import {dropBatch, runBatch, skipRest} from '../../../source/operations/run-set.ts';
import {planBatchUndo, surveyUndo} from '../../../source/operations/undo.ts';
import type {Fault} from '../../../source/sandbox/faults.ts';
import {input, lastDeleted} from '../../ledger/ledgers.ts';
import {account, createElsewhere, forms, list} from '../harness.ts';
import {bulkDelete, counted, type idsOf, inputs, items, planUndoOf, setUpBulk} from './bulk-harness.ts';

const adopted = 'The response did not confirm it, but it is listed.';
const unnamed = 'The response named no ID, but it is listed as ';

type Start = {
	readonly existing?: readonly NotificationInput[];
	/** Which of them were deleted. */
	readonly ids?: readonly string[];
	readonly faults?: readonly Fault[];
};

/** Some were deleted, and are to be recreated while faults are on. */
async function start({existing = inputs(5), ids = ['2', '3', '4'], faults = []}: Start = {}) {
	const place = await setUpBulk({existing});
	const {batch: deletion} = await bulkDelete(place, ids);
	const batch = await planUndoOf(place, deletion);
	for (const fault of faults) {
		place.sandbox.faults.add({count: 1, ...fault});
	}

	return {...place, deletion, batch, posts: () => place.writes.filter(write => write === 'POST').length};
}

/** What each user has, whatever its id. */
const usersOf = async (place: Parameters<typeof idsOf>[0]): Promise<string[]> => {
	const listed = await list(place.service);
	return listed.map(({userId}) => userId).toSorted();
};

const everybody = ['user-1', 'user-2', 'user-3', 'user-4', 'user-5'];

test('recreates exactly what was deleted, with one POST each, and only once', async () => {
	const place = await start();
	const [one, two, three, four, five] = inputs(5) as [
		NotificationInput,
		NotificationInput,
		NotificationInput,
		NotificationInput,
		NotificationInput,
	];
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({
		counts: counted({done: 3}),
		failure: undefined,
		unresolvedReason: undefined,
	});
	expect(Object.values(await account(place.sandbox)).toSorted()).toStrictEqual(
		Object.values(forms({1: one, 2: two, 3: three, 4: four, 5: five})).toSorted(),
	);
	expect(place.posts()).toBe(3);
	expect(lastDeleted(place.ledger.journal, place.context.profile)).toBeUndefined();
	expect(items(place, place.batch).map(text => text.split(' ', 2).join(' '))).toStrictEqual([
		'2 done',
		'3 done',
		'4 done',
	]);
});

test.each<[string, Fault, string]>([
	['created, then reset', {name: 'create-drop-after'}, adopted],
	['created, then a 500', {name: 'create-500-after'}, adopted],
	['created, then cut', {name: 'create-cut'}, adopted],
	['created, and listed late', {name: 'create-late', value: 3}, ''],
	['created without an ID', {name: 'create-no-id'}, unnamed],
	['a 429', {name: 'any-429'}, ''],
])('%s: everything is recreated, with one effective POST each', async (name, fault, detail) => {
	const place = await start({faults: [fault]});
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	place.sandbox.faults.clear();
	expect(await usersOf(place)).toStrictEqual(everybody);
	expect(place.posts()).toBe(name === 'a 429' ? 4 : 3);
	for (const each of [adopted, unnamed]) {
		expect(items(place, place.batch).filter(text => text.includes(each))).toHaveLength(detail === each ? 1 : 0);
	}
});

test.each<[string, Fault['name']]>([
	['reset', 'create-drop-before'],
	['a 500', 'create-500-before'],
	['a 503', 'any-503'],
])('%s, nothing created: the item fails, and is sent again only on a retry', async (_name, name) => {
	const place = await start({faults: [{name}]});
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 2, failed: 1})});
	expect(place.posts()).toBe(3);
	expect(
		items(place, place.batch).filter(text => text.endsWith('Not created. It does not appear in the listing.')),
	).toHaveLength(1);
	// What failed can be undone once more.
	expect(place.ledger.journal.undoableItems(place.deletion, {after: 0, limit: 9})).toHaveLength(1);

	place.ledger.journal.reopenFailed(place.batch);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	expect(place.posts()).toBe(4);
	expect(await usersOf(place)).toStrictEqual(everybody);
});

test('an item that was created after all is not sent again', async () => {
	const place = await start({faults: [{name: 'create-late', value: 6}, {name: 'create-drop-after'}]});
	const {counts} = await runBatch(place.bulk, place.batch);
	// Only where both faults meet one request it is told to have failed.
	place.ledger.journal.reopenFailed(place.batch);
	await runBatch(place.bulk, place.batch);
	place.sandbox.faults.clear();
	expect(counts.done + counts.failed).toBe(3);
	expect(await usersOf(place)).toStrictEqual(everybody);
	expect(place.posts()).toBe(3);
});

describe('several identical notifications', () => {
	const twins = [input, input, input, {...input, userId: 'other'}];

	test('as many as there were are recreated, whatever the responses say', async () => {
		const place = await start({existing: twins, ids: ['1', '2'], faults: [{name: 'create-drop-after', count: 2}]});
		expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 2})});
		expect(place.posts()).toBe(2);
		expect(await usersOf(place)).toStrictEqual(['other', 'user-1', 'user-1', 'user-1']);
		// Each has an ID of its own.
		expect(items(place, place.batch)).toStrictEqual([`1 done 5 ${adopted}`, `2 done 6 ${adopted}`]);
	});

	test('and one created by another client meanwhile: the outcome stays unknown, and nothing is sent again', async () => {
		const place = await start({existing: twins, ids: ['1', '2']});
		await createElsewhere(place.sandbox, input);
		place.sandbox.faults.add({name: 'create-drop-after', count: 1});
		const {counts, unresolvedReason} = await runBatch(place.bulk, place.batch);
		expect(unresolvedReason).toMatch(
			/^Several new notifications have this content: \d, \d\. One of them is the new one\.$/v,
		);
		expect(counts).toStrictEqual(counted({planned: 1, unknown: 1}));
		expect(place.posts()).toBe(2);

		// Rolled back is only what does not exist.
		expect(await skipRest(place.bulk, place.batch)).toMatchObject({counts: counted({unknown: 1, skipped: 1})});
		expect(await dropBatch(place.bulk, place.batch)).toMatchObject({counts: counted({failed: 1, skipped: 1})});
		expect(items(place, place.batch).find(text => text.includes('failed'))).toMatch(
			/You stopped following it; what was sent may still take effect\. Several new notifications have this content: \d, \d\. One of them is the new one\.$/v,
		);
		expect(place.posts()).toBe(2);
		expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toStrictEqual([]);
	});
});

test('without a complete listing nothing starts', async () => {
	const place = await setUpBulk({existing: inputs(2)});
	const {batch} = await bulkDelete(place, ['1', '2']);
	place.sandbox.faults.add({name: 'list-503', count: 4});
	expect(await planBatchUndo(place.bulk, place.ledger, batch)).toMatchObject({kind: 'impossible'});
	expect(place.ledger.journal.unfinishedBatches(place.context.profile)).toStrictEqual([]);
	await planUndoOf(place, batch);
});

test('a deletion that is being recreated is not recreated twice', async () => {
	const place = await start();
	const again = {
		kind: 'impossible',
		reason: 'Nothing to undo: it is undone already, or what it made was changed or deleted since.',
	};
	expect(await planBatchUndo(place.bulk, place.ledger, place.deletion)).toStrictEqual(again);
	expect(await runBatch(place.bulk, place.batch)).toMatchObject({counts: counted({done: 3})});
	expect(await planBatchUndo(place.bulk, place.ledger, place.deletion)).toStrictEqual(again);
	expect(await surveyUndo(place.ledger.journal, place.deletion, [], true)).toMatchObject({
		count: 0,
		contentUnknown: 0,
		undocumented: 0,
		incomplete: 0,
		duplicates: 0,
	});
});

test('what was sent from this machine is recreated with its template, and the survey counts what is not', async () => {
	const place = await setUpBulk({existing: inputs(3)});
	const {template, topics} = input;
	place.ledger.sent.remember(place.context.profile, '1', {template, topics, at: 0});
	const {batch} = await bulkDelete(place, ['1', '2']);
	const records = await list(place.service);
	expect(await surveyUndo(place.ledger.journal, batch, records, true)).toMatchObject({
		count: 2,
		contentUnknown: 1,
		undocumented: 0,
		incomplete: 0,
		duplicates: 0,
	});
	expect(
		await surveyUndo(
			place.ledger.journal,
			batch,
			[readRecord({...(rawOf(records[0]!) as object), external_user_id: 'user-1'}, 0)],
			true,
		),
	).toMatchObject({duplicates: 1});

	await runBatch(place.bulk, await planUndoOf(place, batch));
	const after = await list(place.service);
	const back = after.find(({userId}) => userId === 'user-1');
	expect(place.ledger.sent.get(place.context.profile, back!.id)).toMatchObject({template, topics});
});
