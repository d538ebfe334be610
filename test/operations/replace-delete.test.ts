import {unlinkSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {toCreateBody} from '../../source/service/body.ts';
import {replace, resume, rollBack} from '../../source/operations/one.ts';
import type {FaultName} from '../../source/sandbox/faults.ts';
import {answer} from '../helpers/http-server.ts';
import {input} from '../ledger/ledgers.ts';
import {sendDelete} from '../sandbox/client.ts';
import {edited, other, setUpEdit} from './edit.ts';
import {partial, startRawService} from './raw-service.ts';
import {account, forms, journalEntry, snapshotAt, expectOpen, createHarness} from './harness.ts';

describe('the DELETE', () => {
	test.each<FaultName>(['delete-200', 'delete-drop-after', 'delete-500-after'])('%s: it is gone', async name => {
		const work = await setUpEdit({faults: [{name}]});

		expect(await replace(work.context, work.snapshot, edited)).toMatchObject({kind: 'done', operation: {newId: '3'}});
		expect(work.writes).toStrictEqual(['POST', 'DELETE 2']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: edited}));
	});

	describe.each<FaultName>(['delete-drop-before', 'delete-500-before', 'any-429'])('%s: both are there', name => {
		const begin = async () => {
			const work = await setUpEdit();
			const hold = work.sandbox.faults.hold({on: 'delete', when: 'before', count: 1});
			const replacing = replace(work.context, work.snapshot, edited);
			await hold.arrived;
			work.sandbox.faults.add({name, count: 1});
			hold.release();
			const {operation, reason} = expectOpen(await replacing);
			expect(reason).toContain('Both 2 and 3 exist: ');
			expect(journalEntry(work)).toMatchObject({state: 'created', newId: '3', detail: reason});
			expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: input, 3: edited}));
			return {...work, operation};
		};

		test('finished', async () => {
			const work = await begin();

			expect(await resume(work.context, work.operation, {mayResend: true})).toMatchObject({kind: 'done'});
			expect(work.writes).toStrictEqual(['POST', 'DELETE 2', 'DELETE 2']);
			expect(journalEntry(work)).toMatchObject({state: 'done', newId: '3', detail: ''});
			expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: edited}));
		});

		test('rolled back', async () => {
			const work = await begin();

			expect(await rollBack(work.context, work.operation)).toMatchObject({kind: 'failed'});
			expect(work.writes).toStrictEqual(['POST', 'DELETE 2', 'DELETE 3']);
			expect(journalEntry(work)).toMatchObject({state: 'rolled-back', newId: '3', detail: '3 was deleted.'});
			expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: input}));
		});
	});

	test.each(['finished', 'rolled back'])(
		'another client deleted it first: the new one is kept, also if it is %s',
		async how => {
			const work = await setUpEdit();
			const hold = work.sandbox.faults.hold({on: 'create', count: 1});
			const replacing = replace(work.context, work.snapshot, edited);
			await hold.arrived;
			await sendDelete(work.sandbox, '2');
			hold.release();

			const {operation, reason} = expectOpen(await replacing);
			expect(reason).toBe(
				'2 was already gone: somebody else deleted or edited it. Finish this to keep 3; delete that afterwards if it is not wanted.',
			);
			expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: edited}));
			const result = await (how === 'finished'
				? resume(work.context, operation, {mayResend: true})
				: rollBack(work.context, operation));
			expect(result).toMatchObject(
				how === 'finished'
					? {kind: 'done', operation: {newId: '3'}}
					: {kind: 'open', reason: '3 was kept, because 2 is no longer listed. Finish it instead.'},
			);
			expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: edited}));
		},
	);
});

test('a service that rejects every DELETE: both notifications are kept, whether it is finished or rolled back', async () => {
	const service = await startRawService([{...toCreateBody(input), id: 7}], {
		refusal(response) {
			answer(response, 403, {detail: 'No.'});
		},
	});
	const work = createHarness(service);
	const {operation} = expectOpen(await replace(work.context, await snapshotAt(service, '7'), edited));
	expectOpen(await rollBack(work.context, operation));
	expectOpen(await resume(work.context, work.ledger.journal.get(1)!, {mayResend: true}));
	expect(service.records.map(({id}) => id)).toStrictEqual([7, 8]);

	Reflect.deleteProperty(service.behaviour, 'refusal');
	expect(await resume(work.context, work.ledger.journal.get(1)!, {mayResend: true})).toMatchObject({kind: 'done'});
	expect(service.records.map(({id}) => id)).toStrictEqual([8]);
});

describe('nothing is sent', () => {
	test('when the old notification no longer exists', async () => {
		const work = await setUpEdit();
		await sendDelete(work.sandbox, '2');

		expect(await replace(work.context, work.snapshot, edited)).toStrictEqual({
			kind: 'impossible',
			reason: 'Nothing was sent: 2 no longer exists.',
		});
		expect(work.writes).toStrictEqual(['DELETE 2']);
		expect(work.ledger.journal.get(1)).toBeUndefined();
	});

	test('when the API key is rejected', async () => {
		const work = await setUpEdit();
		const context = {...work.context, connection: {...work.context.connection, apiKey: 'wrong'}};

		expect(await replace(context, work.snapshot, edited)).toMatchObject({
			kind: 'refused',
			failure: {kind: 'unauthorized', outcome: 'not-sent'},
		});
		expect(work.writes).toStrictEqual([]);
	});

	test('when nothing can be listed', async () => {
		const work = await setUpEdit({faults: [{name: 'list-cut', count: 4}]});

		const reason = expect.stringMatching('^Nothing was sent: the notifications could not be listed first.') as string;
		expect(await replace(work.context, work.snapshot, edited)).toMatchObject({kind: 'impossible', reason});
		expect(work.writes).toStrictEqual([]);
	});

	test('when the listing is partial', async () => {
		const service = await startRawService([{...toCreateBody(input), id: 7}], {listing: partial});
		const work = createHarness(service);

		expect(await replace(work.context, await snapshotAt(service, '7'), edited)).toMatchObject({kind: 'impossible'});
		expect(work.writes).toStrictEqual([]);
	});

	test('when the ledger file is gone', async () => {
		const work = await setUpEdit();
		unlinkSync(work.ledgerFile);

		await expect(replace(work.context, work.snapshot, edited)).rejects.toThrow('was moved or deleted');
		expect(work.writes).toStrictEqual([]);
	});
});
