import {describe, expect, test} from 'vitest';
import {create, type CreatePolicy, resume, rollBack} from '../../source/operations/one.ts';
import {input} from '../ledger/ledgers.ts';
import {partial, startRawService} from './raw-service.ts';
import {account, forms, journalEntry, expectOpen, setUp, createHarness} from './harness.ts';

const plain: CreatePolicy = {acceptedIds: new Set(), isUnchecked: false};
const other = {...input, userId: 'somebody else'};

describe('the check for duplicates is not possible', () => {
	test("the listing fails: nothing is sent without the operator's consent", async () => {
		const work = await setUp({faults: [{name: 'list-503', count: 4}]});

		expect(await create(work.context, input, plain)).toMatchObject({
			kind: 'unchecked',
			reason: 'The service failed (503).',
		});
		expect(work.writes).toStrictEqual([]);
		expect(work.ledger.journal.get(1)).toBeUndefined();

		work.sandbox.faults.add({name: 'list-503', count: 4});
		expect(await create(work.context, input, {...plain, isUnchecked: true})).toMatchObject({
			kind: 'done',
			operation: {newId: '1'},
		});
		expect(work.writes).toStrictEqual(['POST']);
	});

	test('the listing is partial: the same', async () => {
		const service = await startRawService([], {listing: partial});
		const work = createHarness(service);

		expect(await create(work.context, input, plain)).toStrictEqual({
			kind: 'unchecked',
			reason: 'The service has more notifications than the 0 in this listing, but does not link to the rest.',
		});
		expect(work.writes).toStrictEqual([]);
		expect(await create(work.context, input, {...plain, isUnchecked: true})).toMatchObject({kind: 'accepted'});
		expect(work.writes).toStrictEqual(['POST']);
	});

	test('the API key is rejected: the create is refused', async () => {
		const work = await setUp();
		const context = {...work.context, connection: {...work.context.connection, apiKey: 'wrong'}};

		expect(await create(context, input, plain)).toMatchObject({
			kind: 'refused',
			failure: {kind: 'unauthorized', outcome: 'not-sent'},
		});
		expect(work.writes).toStrictEqual([]);
	});

	test('sent unchecked, then a reset, with an identical one that existed before: asks, and leaves that one alone', async () => {
		const work = await setUp({existing: [input], faults: [{name: 'list-503', count: 4}, {name: 'create-drop-before'}]});
		const {operation, candidates} = expectOpen(await create(work.context, input, {...plain, isUnchecked: true}));
		expect(candidates).toStrictEqual(['1']);

		// As after a restart: all that is known is what the journal holds.
		const again = work.ledger.journal.get(operation.id)!;
		expect(await rollBack(work.context, again)).toMatchObject({kind: 'open', candidates: ['1']});
		expect(await resume(work.context, again, {mayResend: true})).toMatchObject({kind: 'open', candidates: ['1']});
		expect(work.writes).toStrictEqual(['POST']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
		for (const chosenId of ['7', '']) {
			const refused = `${chosenId} is not listed with the content that was sent.`;
			expect(await resume(work.context, again, {chosenId})).toMatchObject({kind: 'open', reason: refused});
			expect(await rollBack(work.context, again, chosenId)).toMatchObject({kind: 'open', reason: refused});
		}

		expect(work.writes).toStrictEqual(['POST']);
		expect(await resume(work.context, again, {chosenId: '1'})).toMatchObject({kind: 'done', operation: {newId: '1'}});
	});

	test('sent unchecked, then a reset, and no identical one is listed: not created', async () => {
		const work = await setUp({existing: [other], faults: [{name: 'list-503', count: 4}, {name: 'create-drop-before'}]});

		expect(await create(work.context, input, {...plain, isUnchecked: true})).toMatchObject({kind: 'failed'});
		expect(journalEntry(work)).toMatchObject({
			state: 'failed',
			detail: expect.stringMatching(/was lost.* Not created\. It does not appear in the listing\.$/v) as string,
		});
	});

	test('partial before and after: it stays open', async () => {
		const service = await startRawService([], {
			listing: partial,
			created(response) {
				response.destroy();
			},
		});
		const work = createHarness(service);

		const {reason} = expectOpen(await create(work.context, input, {...plain, isUnchecked: true}));
		expect(reason).toMatch(/ 1 has this content, but it may have existed before\.$/v);
		service.records.length = 0;
		expect(expectOpen(await resume(work.context, work.ledger.journal.get(1)!, {mayResend: true})).reason).toContain(
			'Not known whether it was created',
		);
		expect(work.writes).toStrictEqual(['POST']);
	});
});

test("a POST is sent again only with the operator's consent", async () => {
	const work = await setUp({faults: [{name: 'create-drop-before'}]});
	const hold = work.sandbox.faults.hold({on: 'create', when: 'before', count: 1});
	const creating = create(work.context, input, plain);
	await hold.arrived;
	work.sandbox.faults.add({name: 'list-503', count: 4});
	hold.release();
	const {operation} = expectOpen(await creating);
	expect(journalEntry(work)).toMatchObject({state: 'creating', requests: ['POST unknown']});

	expect(await resume(work.context, operation, {mayResend: true})).toMatchObject({
		kind: 'done',
		operation: {newId: '1'},
	});
	expect(work.writes).toStrictEqual(['POST', 'POST']);
	expect(journalEntry(work)).toStrictEqual({
		state: 'done',
		newId: '1',
		detail: '',
		requests: ['POST unknown', 'POST 1 ok'],
	});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: input}));
});

test.each([
	[
		'it was lost',
		{name: 'create-drop-before'},
		/^Not known whether it was created: the connection to \S+ was lost .* The service failed \(503\)\. chainbell looks for it until 00:01:00\.$/v,
	],
	[
		'it failed as the listing does',
		{name: 'any-503', count: 5},
		/^Not known whether it was created: the service failed \(503\)\. The service said: ".*" The listing failed in the same way\. chainbell looks for it until 00:01:00\.$/v,
	],
] as const)(
	'no listing after a POST, within the settling time: the reason is said once, and until when it is looked for: %s',
	async (_title, fault, said) => {
		const work = await setUp();
		const hold = work.sandbox.faults.hold({on: 'create', when: 'before', count: 1});
		const creating = create(
			{...work.context, settlingTime: 60_000, elapsed: {...work.context.elapsed, now: () => ({era: 'stopped', at: 0})}},
			input,
			plain,
		);
		await hold.arrived;
		work.sandbox.faults.add({count: 1, ...fault});
		work.sandbox.faults.add({name: 'list-503', count: 4});
		hold.release();
		expect(expectOpen(await creating).reason).toMatch(said);
	},
);

test('cancelled while the POST is in flight: it stays open and is found later', async () => {
	const work = await setUp();
	const giveUp = new AbortController();
	const hold = work.sandbox.faults.hold({on: 'create'});
	const creating = create({...work.context, signal: giveUp.signal}, input, plain);
	await hold.arrived;
	giveUp.abort();

	const {operation} = expectOpen(await creating);
	hold.release();
	expect(journalEntry(work)).toMatchObject({state: 'creating', requests: ['POST unknown']});
	expect(await resume(work.context, operation)).toMatchObject({kind: 'done', operation: {newId: '1'}});
	expect(work.writes).toStrictEqual(['POST']);
});

test('the same create, while the first may still take effect, is sent only after a warning', async () => {
	const work = await setUp({faults: [{name: 'create-drop-before'}]});
	const context = {...work.context, settlingTime: 60_000};
	expect(await create(context, input, plain)).toMatchObject({kind: 'open'});
	expect(await create(context, input, plain)).toMatchObject({
		kind: 'unchecked',
		reason: expect.stringMatching(
			/^The same create was sent \d+ s ago, and its outcome is unknown: a second one may result\./v,
		) as string,
	});
	expect(work.writes).toStrictEqual(['POST']);

	expect(await create(context, {...input, userId: 'another'}, plain)).toMatchObject({kind: 'done'});
	expect(await create(context, input, {...plain, isUnchecked: true})).toMatchObject({kind: 'done'});
	expect(work.writes).toStrictEqual(['POST', 'POST', 'POST']);
});
