import {describe, expect, test} from 'vitest';
import {planReplaces} from '../../source/operations/plan.ts';
import {runBatch} from '../../source/operations/run-set.ts';
import {create, replace, undo} from '../../source/operations/one.ts';
import {overwrittenFinder} from '../../source/operations/sent.ts';
import {findUndo} from '../../source/session/undo-plan.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {recordOf} from '../helpers/sightings.ts';
import {input} from '../ledger/ledgers.ts';
import {counted, createBulkHarness, items, planCreation, planUndoOf} from './bulk/bulk-harness.ts';
import {account, forms, journalEntry, list, setUp, snapshotAt, type Harness} from './harness.ts';

/** A service that, asked to create a notification, overwrites the newest one of the user, or else the newest. */
const overwriting = {name: 'create-same-id'} as const;

const plain = {acceptedIds: new Set<string>(), isUnchecked: false};
const wanted = {...input, recipient: 'hot@example.com', template: 'Changed'};
const before = {...input, recipient: 'cold@example.com', template: 'It moved'};
const text = 'The service overwrote 1 instead of creating a notification. Undo creates what 1 was again.';

/** What `u` would undo now. */
const find = async ({ledger, context, service}: Harness) =>
	findUndo(ledger.journal, context.profile, {records: await list(service), isComplete: true});

/** An account with a notification that was sent from here. */
async function start() {
	const work = await setUp({existing: [before], faults: [overwriting]});
	work.ledger.sent.remember(work.context.profile, '1', {template: before.template, topics: before.topics, at: 0});
	return work;
}

describe('a create', () => {
	test('that overwrites another notification has failed, and says so', async () => {
		const work = await start();
		expect(await create(work.context, wanted, plain)).toMatchObject({kind: 'failed'});
		expect(journalEntry(work)).toStrictEqual({
			state: 'failed',
			newId: undefined,
			detail: text,
			requests: ['POST 1 ok'],
		});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: wanted}));
		// An edit of 1 starts with what was sent last.
		expect(work.ledger.sent.get(work.context.profile, '1')?.template).toBe('Changed');
	});

	test('is undone by creating what the other one was, once, with its template; what was sent stays', async () => {
		const work = await start();
		await create(work.context, wanted, plain);
		const plan = await find(work);
		expect(plan).toMatchObject({
			kind: 'recreate',
			deleted: {id: '1'},
			input: {recipient: 'cold@example.com', template: 'It moved'},
			isRedacted: false,
		});
		expect(await undo(work.context, work.ledger, plan!, plain)).toMatchObject({
			kind: 'done',
			operation: {kind: 'recreate', newId: '2', undoes: 1},
		});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: wanted, 2: before}));
		expect(work.ledger.sent.get(work.context.profile, '2')?.template).toBe('It moved');
		expect(work.ledger.journal.undoable(1)).toBeUndefined();
		expect(await find(work)).toBeUndefined();
	});

	test('of the content that the other one has already is not said to have overwritten it', async () => {
		const work = await start();
		const accepted = {...plain, acceptedIds: new Set(['1'])};
		expect(await create(work.context, {...before, template: 'Another'}, accepted)).toMatchObject({kind: 'failed'});
		expect(journalEntry(work)).toMatchObject({
			state: 'failed',
			detail: 'No new ID is listed: the service named 1, which had this content before.',
		});
		expect(await find(work)).toBeUndefined();
	});

	test('whose answer names another one that it left alone is done', async () => {
		const work = await setUp({existing: [before], faults: [{name: 'create-lying-id'}]});
		expect(await create(work.context, wanted, plain)).toMatchObject({kind: 'done', operation: {newId: '2'}});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: before, 2: wanted}));
		expect(await find(work)).toMatchObject({kind: 'delete', target: {id: '2'}});
	});

	test('that is listed before its answer arrives did not overwrite itself', async () => {
		const work = await setUp({existing: [before]});
		let listed = await list(work.service);
		const hold = work.sandbox.faults.hold({on: 'create', count: 1});
		const place = createBulkHarness({...work, context: {...work.context, listed: () => listed}});
		const running = runBatch(place.bulk, await planCreation(place, [wanted]));
		await hold.arrived;
		listed = await list(work.service);
		expect(listed).toHaveLength(2);
		hold.release();
		expect(await running).toMatchObject({counts: counted({done: 1})});
	});

	test('is not undone where what the other one was contained the API key, which is never stored', async () => {
		const key = 'an-api-key-of-twenty-characters';
		keepSecret(key);
		const work = await setUp({existing: [{...before, name: `For ${key}`}], faults: [overwriting]});
		await create(work.context, wanted, plain);
		const plan = await find(work);
		expect(plan).toMatchObject({kind: 'recreate', isRedacted: true});
		expect(await undo(work.context, work.ledger, plan!, plain)).toMatchObject({kind: 'impossible'});
		expect(work.writes).toStrictEqual(['POST']);
	});
});

test('an edit that overwrites another notification has failed: what it was to replace was kept', async () => {
	const work = await setUp({existing: [input, before]});
	const snapshot = await snapshotAt(work.sandbox, '1');
	work.sandbox.faults.add({...overwriting, count: 1});
	expect(await replace(work.context, snapshot, wanted)).toMatchObject({kind: 'failed'});
	expect(journalEntry(work)).toStrictEqual({
		state: 'failed',
		newId: undefined,
		detail: 'The service overwrote 2 instead of creating a notification. 1 was kept. Undo creates what 2 was again.',
		requests: ['POST 2 ok'],
	});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: wanted}));
	expect(await undo(work.context, work.ledger, (await find(work))!, plain)).toMatchObject({
		kind: 'done',
		operation: {newId: '3'},
	});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: wanted, 3: before}));
	expect(await find(work)).toBeUndefined();
});

describe('in bulk', () => {
	const startBulk = async (...existing: ReadonlyArray<typeof input>) => {
		const work = await setUp({existing});
		const listed = await list(work.service);
		work.sandbox.faults.add({...overwriting, count: 1});
		return createBulkHarness({...work, context: {...work.context, listed: () => listed}}, {limit: 1});
	};

	test('a creation that overwrites another notification has failed, and its undo creates that one again', async () => {
		const place = await startBulk(before);
		const batch = await planCreation(place, [wanted, {...wanted, userId: 'another'}]);
		expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 1, failed: 1})});
		expect(items(place, batch)).toStrictEqual([`${input.userId} failed ${text}`, 'another done 2']);
		expect(await runBatch(place.bulk, await planUndoOf(place, batch))).toMatchObject({counts: counted({done: 2})});
		expect(await account(place.sandbox)).toStrictEqual(forms({1: wanted, 3: before}));
	});

	test('an edit that overwrites another notification has failed: what it was to replace was kept', async () => {
		const place = await startBulk(input, before);
		const plan = await planReplaces(place.bulk, [{snapshot: await snapshotAt(place.service, '1'), input: wanted}]);
		const batch = plan.kind === 'planned' ? plan.batch : 0;
		expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({failed: 1})});
		expect(items(place, batch)).toStrictEqual([
			'1 failed The service overwrote 2 instead of creating a notification. 1 was kept. Undo creates what 2 was again.',
		]);
		expect(await account(place.sandbox)).toStrictEqual(forms({1: input, 2: wanted}));
		expect(await runBatch(place.bulk, await planUndoOf(place, batch))).toMatchObject({counts: counted({done: 1})});
		expect(await account(place.sandbox)).toStrictEqual(forms({1: input, 2: wanted, 3: before}));
	});
});

test('what an answer names is compared with the last listing, also with one that is not displayed yet', () => {
	const context = {
		profile: 'the account',
		sent: {get: () => undefined, remember: async () => undefined},
		listed: () => [],
	};
	const lastListed = () => [recordOf('1', before), recordOf('2', wanted)];
	const overwrittenBy = overwrittenFinder({...context, lastListed}, {snapshot: undefined, input: wanted});
	expect(overwrittenFinder(context, {snapshot: undefined, input: wanted})('1')).toBeUndefined();
	expect(['1', '2', '3', undefined].map(id => overwrittenBy(id)?.id)).toStrictEqual([
		'1',
		undefined,
		undefined,
		undefined,
	]);
});
