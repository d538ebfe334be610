import {describe, expect, test} from 'vitest';
import {toCreateBody} from '../../source/service/body.ts';
import {remove, resume, rollBack} from '../../source/operations/one.ts';
import type {Fault, FaultName} from '../../source/sandbox/faults.ts';
import {answer} from '../helpers/http-server.ts';
import {input, lastDeleted} from '../ledger/ledgers.ts';
import {sendDelete} from '../sandbox/client.ts';
import {partial, startRawService} from './raw-service.ts';
import {account, forms, journalEntry, list, snapshotAt, expectOpen, handOn, setUp, createHarness} from './harness.ts';

const other = {...input, userId: 'somebody else'};
const topics = ['0x1', '', '', ''] as const;

type Case = {
	readonly faults: readonly Fault[];
	readonly request: string;
	readonly kind?: 'done' | 'failed';
	readonly detail?: string;
};

const gone = 'The response did not confirm it, but it is no longer listed.';

const cases: Record<string, Case> = {
	'answered 204': {faults: [], request: 'DELETE 1 ok'},
	'answered 200': {faults: [{name: 'delete-200'}], request: 'DELETE 1 ok'},
	'deleted, then a 404': {faults: [{name: 'delete-404'}], request: 'DELETE 1 rejected 404', detail: gone},
	'deleted, then reset': {faults: [{name: 'delete-drop-after'}], request: 'DELETE 1 unknown', detail: gone},
	'deleted, then a 500': {faults: [{name: 'delete-500-after'}], request: 'DELETE 1 unknown 500', detail: gone},
	'reset, not deleted': {
		faults: [{name: 'delete-drop-before'}],
		request: 'DELETE 1 unknown',
		kind: 'failed',
		detail: 'It is still listed.',
	},
	'a 500, not deleted': {
		faults: [{name: 'delete-500-before'}],
		request: 'DELETE 1 unknown 500',
		kind: 'failed',
		detail: 'It is still listed.',
	},
	refused: {
		faults: [{name: 'any-429'}],
		request: 'DELETE 1 rejected 429',
		kind: 'failed',
		detail: 'Rate limited (429). The service said: "A simulated fault of the sandbox"',
	},
};

test.each(Object.entries(cases))('%s', async (_name, {faults, request, kind = 'done', detail}) => {
	const work = await setUp({existing: [input, other]});
	const snapshot = await snapshotAt(work.sandbox, '1', {template: input.template, topics});
	const context = await handOn(work.sandbox, work.context);
	for (const fault of faults) {
		work.sandbox.faults.add({...fault, count: 1});
	}

	const settled = await remove(context, snapshot);
	expect(settled).toMatchObject({kind, operation: {kind: 'delete', state: kind, snapshot}});
	expect(work.writes).toStrictEqual(['DELETE 1']);
	expect(journalEntry(work)).toStrictEqual({state: kind, newId: undefined, detail, requests: [request]});
	// Undo has what it needs, and skips what is still listed.
	expect(
		lastDeleted(work.ledger.journal, work.context.profile, id => kind === 'failed' && id === '1')?.snapshot,
	).toStrictEqual(kind === 'done' ? snapshot : undefined);
	expect(await account(work.sandbox)).toStrictEqual(forms(kind === 'done' ? {2: other} : {1: input, 2: other}));
});

test('a notification that somebody else deletes meanwhile counts as deleted once a listing confirms it', async () => {
	const work = await setUp({existing: [input, other]});
	const snapshot = await snapshotAt(work.sandbox, '1');
	const context = await handOn(work.sandbox, work.context);
	await sendDelete(work.sandbox, '1');

	expect(await remove(context, snapshot)).toMatchObject({kind: 'done'});
	expect(journalEntry(work)).toMatchObject({state: 'done', detail: gone, requests: ['DELETE 1 rejected 404']});
});

test('a 404 does not count as deleted while the notification is listed', async () => {
	const service = await startRawService([{...toCreateBody(input), id: 7}], {
		refusal(response) {
			answer(response, 404, {detail: 'Not found.'});
		},
	});
	const work = createHarness(service);

	expect(await remove(work.context, await snapshotAt(service, '7'))).toMatchObject({
		kind: 'failed',
		failure: {kind: 'not-found', outcome: 'rejected', nextStep: 'It is still listed: nothing was deleted.'},
	});
	expect(journalEntry(work)).toMatchObject({state: 'failed', detail: 'It is still listed.'});
});

test('a partial listing does not prove absence', async () => {
	const service = await startRawService([{...toCreateBody(input), id: 7}], {
		refusal(response) {
			response.destroy();
		},
	});
	const work = createHarness(service);
	const snapshot = await snapshotAt(service, '7');
	const context = await handOn(service, work.context);
	service.behaviour.listing = () => partial([]);

	expect(expectOpen(await remove(context, snapshot)).reason).toContain('Not known whether 7 was deleted: ');
	expect(journalEntry(work)).toMatchObject({state: 'deleting', requests: ['DELETE 7 unknown']});
});

describe('while the DELETE may still take effect for long', () => {
	const start = async (name: 'delete-drop-after' | 'delete-drop-before') => {
		const work = await setUp({existing: [input, other], faults: [{name}]});
		const context = {...work.context, settlingTime: 100_000, knownSince: () => undefined};
		expectOpen(await remove(context, await snapshotAt(work.sandbox, '1')));
		return work.pauses;
	};

	test('listings are repeated as long as it is listed', async () => {
		expect(await start('delete-drop-before')).toStrictEqual([500, 1000, 2000, 4000, 2500]);
	});

	test('but not when it is no longer listed: that takes time, not another look', async () => {
		expect(await start('delete-drop-after')).toStrictEqual([]);
	});

	test.each([
		[8000, 'done', [8000, 2000]],
		[8001, 'open', [8001]],
		[10_001, 'open', []],
	])('%i ms of settling time: with two listings within 10,000 ms it is %s', async (settlingTime, kind, pauses) => {
		const work = await setUp({existing: [input, other], faults: [{name: 'delete-drop-after'}]});
		const context = {...work.context, settlingTime, knownSince: () => undefined};
		expect(await remove(context, await snapshotAt(work.sandbox, '1'))).toMatchObject({kind});
		expect(work.pauses).toStrictEqual(pauses);
	});

	test('one that the service confirmed needs one listing, however new the notification is', async () => {
		const work = await setUp({existing: [input, other]});
		const context = {...work.context, settlingTime: 100_000, knownSince: () => undefined};
		expect(await remove(context, await snapshotAt(work.sandbox, '1'))).toMatchObject({kind: 'done'});
		expect(work.pauses).toStrictEqual([]);
	});
});

describe('a listing that lacks notifications by mistake', () => {
	const lossy: readonly Fault[] = [{name: 'list-empty'}, {name: 'list-omits', value: 100}];

	/** Deletes 1, as an operator does who sees both notifications, on a service that does so or not. The first listing afterwards lacks everything. */
	const start = async (name: FaultName, fault: Fault) => {
		const work = await setUp({existing: [input, other], faults: [{name}]});
		const listed = await list(work.sandbox);
		const snapshot = await snapshotAt(work.sandbox, '1');
		const context = await handOn(work.sandbox, work.context);
		work.sandbox.faults.add({...fault, count: 1});
		const result = await remove({...context, listed: () => listed}, snapshot);
		return {...work, result};
	};

	test.each(lossy)('after a 204 without effect: $name', async fault => {
		const {result, pauses, ...work} = await start('delete-no-effect', fault);
		expect(result).toMatchObject({
			kind: 'failed',
			operation: {state: 'failed', detail: 'The service confirmed the deletion, but 1 is still listed.'},
		});
		expect(pauses.slice(0, 2)).toStrictEqual([2000, 1000]);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: other}));
	});

	test.each(lossy)('after a DELETE that was lost: $name', async fault => {
		const {result, ...work} = await start('delete-drop-before', fault);
		expect(result).toMatchObject({kind: 'failed', operation: {state: 'failed', detail: 'It is still listed.'}});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: other}));
	});

	test.each(lossy)('after a 204: a second listing decides: $name', async fault => {
		const {result, pauses, ...work} = await start('delete-200', fault);
		expect(result).toMatchObject({kind: 'done', operation: {detail: undefined}});
		expect(pauses).toStrictEqual([2000]);
		expect(await account(work.sandbox)).toStrictEqual(forms({2: other}));
	});
});

test('a refused DELETE says nothing of an earlier one that may still take effect', async () => {
	const work = await setUp({existing: [input, other], faults: [{name: 'delete-drop-before', count: 1}]});
	const context = {...work.context, settlingTime: 60_000};
	const {operation} = expectOpen(await remove(context, await snapshotAt(work.sandbox, '1')));
	work.sandbox.faults.add({name: 'delete-403', count: 1});
	const {reason} = expectOpen(await resume(context, work.ledger.journal.get(operation.id)!, {mayResend: true}));
	expect(reason).toContain('Not known whether 1 was deleted: the connection');
	expect(journalEntry(work)).toMatchObject({
		state: 'deleting',
		requests: ['DELETE 1 unknown', 'DELETE 1 rejected 403'],
	});
});

describe('no listing after the DELETE', () => {
	const start = async (name: 'delete-drop-after' | 'delete-drop-before') => {
		const work = await setUp({existing: [input, other]});
		const snapshot = await snapshotAt(work.sandbox, '1');
		const context = await handOn(work.sandbox, work.context);
		work.sandbox.faults.add({name, count: 1});
		work.sandbox.faults.add({name: 'list-503', count: 4});
		const {operation, reason} = expectOpen(await remove(context, snapshot));
		expect(operation).toMatchObject({state: 'deleting', detail: reason});
		expect(reason).toMatch(
			/Not known whether 1 was deleted: .* The service failed \(503\)\. chainbell checks every listing until 00:00:\d{2}\.$/v,
		);
		return {...work, operation};
	};

	test('it was deleted: resuming finds that and sends nothing', async () => {
		const work = await start('delete-drop-after');

		expect(await resume(work.context, work.operation, {mayResend: true})).toMatchObject({kind: 'done'});
		expect(work.writes).toStrictEqual(['DELETE 1']);
		expect(journalEntry(work)).toStrictEqual({
			state: 'done',
			newId: undefined,
			detail: gone,
			requests: ['DELETE 1 unknown'],
		});
		expect(await account(work.sandbox)).toStrictEqual(forms({2: other}));
	});

	test('it was deleted: it cannot be rolled back', async () => {
		const work = await start('delete-drop-after');

		expect(await rollBack(work.context, work.operation)).toMatchObject({
			kind: 'done',
			operation: {detail: 'It had already been deleted.'},
		});
		expect(lastDeleted(work.ledger.journal, work.context.profile)?.snapshot?.id).toBe('1');
	});

	test("it was not deleted: the DELETE is sent again with the operator's consent", async () => {
		const work = await start('delete-drop-before');

		expect(await resume(work.context, work.operation, {mayResend: true})).toMatchObject({kind: 'done'});
		expect(work.writes).toStrictEqual(['DELETE 1', 'DELETE 1']);
		expect(journalEntry(work)).toStrictEqual({
			state: 'done',
			newId: undefined,
			detail: '',
			requests: ['DELETE 1 unknown', 'DELETE 1 ok'],
		});
		expect(await account(work.sandbox)).toStrictEqual(forms({2: other}));
	});

	test('it was not deleted: it can be rolled back', async () => {
		const work = await start('delete-drop-before');

		expect(await rollBack(work.context, work.operation)).toMatchObject({
			kind: 'failed',
			operation: {state: 'rolled-back', detail: 'It was not deleted.'},
		});
		expect(work.writes).toStrictEqual(['DELETE 1']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: other}));
	});

	test('it was not deleted: without consent nothing is sent again', async () => {
		const work = await start('delete-drop-before');

		expect(await resume(work.context, work.operation)).toMatchObject({kind: 'failed'});
		expect(work.writes).toStrictEqual(['DELETE 1']);
	});
});

describe('nothing is deleted that a listing does not show as it was confirmed', () => {
	const start = async () => {
		const work = await setUp({existing: [input, other]});
		return {...work, snapshot: await snapshotAt(work.sandbox, '1')};
	};

	test('it is gone', async () => {
		const work = await start();
		await sendDelete(work.sandbox, '1');
		expect(await remove(work.context, work.snapshot)).toStrictEqual({
			kind: 'impossible',
			reason: 'Nothing was sent: 1 is not listed any more.',
		});
		expect(work.writes).toStrictEqual(['DELETE 1']);
		expect(work.ledger.journal.get(1)).toBeUndefined();
	});

	test('it has other content', async () => {
		const work = await start();
		const snapshot = {...work.snapshot, input: {...work.snapshot.input, name: 'As it was'}};
		expect(await remove(work.context, snapshot)).toStrictEqual({
			kind: 'impossible',
			reason: 'Nothing was sent: 1 has other content now.',
		});
		expect(work.writes).toStrictEqual([]);
	});

	test('the account cannot be listed', async () => {
		const work = await start();
		work.sandbox.faults.add({name: 'list-503', count: 4});
		expect(await remove(work.context, work.snapshot)).toMatchObject({
			kind: 'impossible',
			reason: expect.stringContaining('a listing must show first what is deleted.') as unknown,
		});
		expect(work.writes).toStrictEqual([]);
	});

	test('a listing that was handed on is older than ten seconds by one of the clocks', async () => {
		const work = await start();
		const context = await handOn(work.sandbox, work.context);
		await sendDelete(work.sandbox, '1');
		const {at, era} = context.elapsed.now();
		for (const later of [
			{...context, elapsed: {...context.elapsed, now: () => ({era, at: at + 10_001})}},
			{...context, now: () => 10_001},
			{...context, now: () => -1},
		]) {
			expect(await remove(later, work.snapshot)).toMatchObject({kind: 'impossible'});
		}

		expect(await remove(context, work.snapshot)).toMatchObject({kind: 'done', operation: {detail: gone}});
	});

	test('nor after the program was killed before the DELETE', async () => {
		const work = await start();
		const {journal} = work.ledger;
		const planned = async () =>
			work.context.log.begin({
				profile: work.context.profile,
				profileName: 'test',
				kind: 'delete',
				snapshot: work.snapshot,
			});
		await sendDelete(work.sandbox, '1');
		const operation = await planned();
		expect(await resume(work.context, operation)).toMatchObject({
			kind: 'failed',
			operation: {state: 'failed', detail: 'Nothing was sent: 1 is not listed any more.'},
		});
		expect(journal.requestsOf(operation.id)).toStrictEqual([]);
	});
});

test('a listing that took longer than ten seconds is not read again before the DELETE', async () => {
	const work = await setUp({existing: [input]});
	const read: string[] = [];
	let now = 0;
	const context = {
		...work.context,
		now: () => (now += 11_000),
		onListing() {
			read.push(work.writes.join(' '));
		},
	};
	expect(await remove(context, await snapshotAt(work.sandbox, '1'))).toMatchObject({kind: 'done'});
	expect(read).toStrictEqual(['', 'DELETE 1']);
});
