import {describe, expect, test} from 'vitest';
import {toCreateBody} from '../../source/service/body.ts';
import {replace, resume, rollBack, settle} from '../../source/operations/one.ts';
import type {Fault} from '../../source/sandbox/faults.ts';
import {answer} from '../helpers/http-server.ts';
import {input} from '../ledger/ledgers.ts';
import {sendDelete} from '../sandbox/client.ts';
import {account, createHarness, forms, rollBackNaming, snapshotAt, expectOpen, setUp} from './harness.ts';
import {startRawService, type RawRecord} from './raw-service.ts';

const edited = {...input, recipient: 'others@example.com'};
const always = {mayResend: true};

/** A replacement of 1 that misbehaves from its POST on, or from its DELETE on. */
async function replaceBadly(since: 'create' | 'delete', ...faults: readonly Fault[]) {
	const work = await setUp({existing: [input]});
	const hold = work.sandbox.faults.hold({on: since, when: 'before', count: 1});
	const replacing = replace(work.context, await snapshotAt(work.sandbox, '1'), edited);
	await hold.arrived;
	for (const fault of faults) {
		work.sandbox.faults.add({count: 1, ...fault});
	}

	hold.release();
	const {operation} = expectOpen(await replacing);
	return {...work, operation, read: () => work.ledger.journal.get(operation.id)!};
}

test('the old one is kept while an earlier DELETE of the new one may take effect, also if the settling time is longer than it was', async () => {
	const work = await replaceBadly('delete', {name: 'delete-403'});
	work.sandbox.faults.add({name: 'delete-drop-before', count: 1});
	expectOpen(await rollBack({...work.context, settlingTime: 0}, work.read()));
	expect(work.read()).toMatchObject({state: 'created', newId: '2'});

	const {reason} = expectOpen(await resume({...work.context, settlingTime: 3_600_000}, work.read(), always));
	expect(reason).toMatch(
		/^1 was kept: an earlier DELETE of 2 has no known outcome\. chainbell checks every listing until \d\d:\d\d:\d\d\./v,
	);
	expect(work.writes).toStrictEqual(['POST', 'DELETE 1', 'DELETE 2']);
	expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: edited}));
});

const unlisted: Fault = {name: 'list-503', count: 4};

describe('a replacement whose POST has an unknown outcome', () => {
	test.each<readonly [string, Fault, string]>([
		['created', {name: 'create-drop-after'}, '2'],
		['not created', {name: 'create-drop-before'}, '2'],
	])('%s: finished', async (_name, fault, newId) => {
		const work = await replaceBadly('create', fault, unlisted);
		expect(work.operation).toMatchObject({state: 'creating', newId: undefined});

		expect(await resume(work.context, work.read(), always)).toMatchObject({kind: 'done', operation: {newId}});
		expect(await account(work.sandbox)).toStrictEqual(forms({2: edited}));
	});

	test('created: rolled back', async () => {
		const work = await replaceBadly('create', {name: 'create-drop-after'}, unlisted);

		expect(await rollBackNaming(work.context, work.read())).toMatchObject({
			kind: 'failed',
			operation: {state: 'rolled-back', newId: '2'},
		});
		expect(work.writes).toStrictEqual(['POST', 'DELETE 2']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
	});

	test("created, and no answer named it: it may be a colleague's, so a roll back names it and asks", async () => {
		const work = await replaceBadly('create', {name: 'create-drop-after'}, unlisted);

		expect(await rollBack(work.context, work.read())).toMatchObject({kind: 'open', candidates: ['2']});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: edited}));
		expect(await rollBack(work.context, work.read(), '2')).toMatchObject({
			kind: 'failed',
			operation: {state: 'rolled-back', newId: '2'},
		});
	});

	test('not created: rolled back', async () => {
		const work = await replaceBadly('create', {name: 'create-drop-before'}, unlisted);

		expect(await rollBack(work.context, work.read())).toMatchObject({
			kind: 'failed',
			operation: {state: 'rolled-back', detail: 'Nothing was created.'},
		});
		expect(work.writes).toStrictEqual(['POST']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
	});

	test('the service kept the ID: a roll back deletes nothing', async () => {
		const work = await replaceBadly('create', {name: 'create-same-id'}, {name: 'create-drop-after'}, unlisted);

		expect(expectOpen(await rollBack(work.context, work.read())).reason).toContain('Finish it instead');
		expect(work.writes).toStrictEqual(['POST']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: edited}));
		expect(await resume(work.context, work.read(), always)).toMatchObject({kind: 'done', operation: {newId: '1'}});
		expect(work.writes).toStrictEqual(['POST']);
	});
});

describe('a replacement whose DELETE has an unknown outcome', () => {
	test('deleted: it cannot be rolled back, and has been done', async () => {
		const work = await replaceBadly('delete', {name: 'delete-drop-after'}, unlisted);
		expect(work.operation.state).toBe('deleting');

		expect(await rollBack(work.context, work.read())).toMatchObject({kind: 'done', operation: {newId: '2'}});
		expect(work.writes).toStrictEqual(['POST', 'DELETE 1']);
		expect(await account(work.sandbox)).toStrictEqual(forms({2: edited}));
	});

	test('not deleted: finished', async () => {
		const work = await replaceBadly('delete', {name: 'delete-drop-before'}, unlisted);

		expect(await resume(work.context, work.read(), always)).toMatchObject({kind: 'done'});
		expect(await account(work.sandbox)).toStrictEqual(forms({2: edited}));
	});

	test('not deleted: rolled back', async () => {
		const work = await replaceBadly('delete', {name: 'delete-drop-before'}, unlisted);

		expect(await rollBack(work.context, work.read())).toMatchObject({kind: 'failed'});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
	});

	test('the new notification no longer exists: the old one is kept', async () => {
		const work = await replaceBadly('delete', {name: 'delete-drop-before'}, unlisted);
		await sendDelete(work.sandbox, '2');

		expectOpen(await resume(work.context, work.read(), always));
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
		expect(await rollBack(work.context, work.read())).toMatchObject({
			kind: 'failed',
			operation: {state: 'rolled-back', detail: '2 is no longer listed.'},
		});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
	});

	test('neither notification exists any more: it ends as failed', async () => {
		const work = await replaceBadly('delete', {name: 'delete-drop-before'});
		await sendDelete(work.sandbox, '1');
		await sendDelete(work.sandbox, '2');

		expect(await rollBack(work.context, work.read())).toMatchObject({
			kind: 'failed',
			operation: {state: 'failed', detail: 'Neither 1 nor 2 is listed any more.'},
		});
	});
});

describe('a roll back that fails', () => {
	const begin = async (...faults: readonly Fault[]) => {
		const work = await replaceBadly('delete', {name: 'delete-drop-before'});
		const hold = work.sandbox.faults.hold({on: 'delete', when: 'before', count: 1});
		const undoing = rollBack(work.context, work.read());
		await hold.arrived;
		expect(work.read().state).toBe('undoing');
		for (const fault of faults) {
			work.sandbox.faults.add({count: 1, ...fault});
		}

		hold.release();
		expectOpen(await undoing);
		return work;
	};

	test.each<Fault['name']>(['delete-drop-before', 'any-429'])(
		'%s: both are there, and both ways are open',
		async name => {
			const first = await begin({name});
			expect(first.read().state).toBe('created');
			expect(await rollBack(first.context, first.read())).toMatchObject({
				kind: 'failed',
				operation: {state: 'rolled-back'},
			});
			expect(await account(first.sandbox)).toStrictEqual(forms({1: input}));

			const second = await begin({name});
			expect(await resume(second.context, second.read(), always)).toMatchObject({kind: 'done'});
			expect(await account(second.sandbox)).toStrictEqual(forms({2: edited}));
		},
	);

	test('unknown outcome, and it was deleted: the roll back is completed', async () => {
		const work = await begin({name: 'delete-drop-after'}, unlisted);
		expect(work.read().state).toBe('undoing');

		expect(await resume(work.context, work.read(), always)).toMatchObject({
			kind: 'failed',
			operation: {state: 'rolled-back'},
		});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
	});

	test('unknown outcome, and it was not deleted: it can still be finished instead', async () => {
		const work = await begin({name: 'delete-drop-before'}, unlisted);

		expect(await resume(work.context, work.read(), always)).toMatchObject({kind: 'done'});
		expect(await account(work.sandbox)).toStrictEqual(forms({2: edited}));
	});

	test('the old notification no longer exists: the new one is kept', async () => {
		const work = await begin({name: 'delete-drop-before'}, unlisted);
		await sendDelete(work.sandbox, '1');

		expect(expectOpen(await rollBack(work.context, work.read())).reason).toContain('Finish it instead');
		expect(await resume(work.context, work.read(), always)).toMatchObject({kind: 'done'});
		expect(await account(work.sandbox)).toStrictEqual(forms({2: edited}));
	});
});

test('since when the new one was missing says nothing of the old one: one listing that lacks that proves nothing', async () => {
	const service = await startRawService([{...toCreateBody(input), id: 1}], {
		refusal(response) {
			answer(response, 403, {});
		},
	});
	const work = createHarness(service);
	const {operation} = expectOpen(await replace(work.context, await snapshotAt(service, '1'), edited));
	service.behaviour.refusal = response => {
		response.destroy();
	};

	expect(await rollBack({...work.context, settlingTime: 60_000}, operation)).toMatchObject({
		kind: 'open',
		operation: {state: 'undoing'},
	});

	const read = () => work.ledger.journal.get(operation.id)!;
	await settle(work.context, read(), {listing: {complete: true, records: []}, startedAt: work.context.elapsed.now()});
	expect(read().missingSince).toBeDefined();

	await work.context.retry.sleep(2000);
	delete service.behaviour.refusal;
	service.behaviour.listing = records => records.filter(({id}) => id === 2);
	expect(await resume(work.context, read())).toMatchObject({kind: 'open', operation: {state: 'created'}});
	expect(work.writes.at(-1)).toBe('DELETE 2');
	expect(service.records).toMatchObject([{id: 1}, {id: 2}]);

	// It is deleted once a listing shows both.
	delete service.behaviour.listing;
	expect(await resume(work.context, read())).toMatchObject({kind: 'done', operation: {newId: '2'}});
	expect(work.writes.slice(-2)).toStrictEqual(['DELETE 2', 'DELETE 1']);
	expect(service.records).toMatchObject([{id: 2}]);
});

test('the new notification was changed elsewhere: it is not said to be gone, and both are kept', async () => {
	const records: RawRecord[] = [{...toCreateBody(input), id: 1}];
	const service = await startRawService(records, {
		refusal(response) {
			answer(response, 403);
		},
	});
	const {context, ledger, writes} = createHarness(service);
	const {operation} = expectOpen(await replace(context, await snapshotAt(service, '1'), edited));
	expect(operation).toMatchObject({state: 'created', newId: '2'});
	records[1] = {...records[1]!, notification_name: 'Changed elsewhere'};

	const {reason} = expectOpen(await rollBack(context, operation));
	expect(reason).toBe('2 is listed, but not with the content that was sent, so it was kept.');
	expect(ledger.journal.get(operation.id)).toMatchObject({state: 'created', endedAt: undefined});
	expect(writes).toStrictEqual(['POST', 'DELETE 1']);
	records.splice(1);
	expect(await rollBack(context, operation)).toMatchObject({
		kind: 'failed',
		operation: {state: 'rolled-back', detail: '2 is no longer listed.'},
	});
});
