import {describe, expect, test} from 'vitest';
import {toCreateBody} from '../../source/service/body.ts';
import {replace, resume, rollBack} from '../../source/operations/one.ts';
import type {FaultName} from '../../source/sandbox/faults.ts';
import {input} from '../ledger/ledgers.ts';
import {edited, other, setUpEdit} from './edit.ts';
import {startRawService} from './raw-service.ts';
import {account, createElsewhere, forms, journalEntry, list, snapshotAt, expectOpen, createHarness} from './harness.ts';

test('the new one is created and listed before the old one is deleted, and each step is in the journal before its request', async () => {
	const work = await setUpEdit();
	const creation = work.sandbox.faults.hold({on: 'create', when: 'before'});
	const hold = work.sandbox.faults.hold({on: 'delete', when: 'before'});
	const replacing = replace(work.context, work.snapshot, edited);
	await creation.arrived;
	expect(journalEntry(work)).toStrictEqual({
		state: 'creating',
		newId: undefined,
		detail: undefined,
		requests: ['POST sent'],
	});
	creation.release();
	await hold.arrived;
	expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: input, 3: edited}));
	expect(journalEntry(work)).toStrictEqual({
		state: 'deleting',
		newId: '3',
		detail: undefined,
		requests: ['POST 3 ok', 'DELETE 2 sent'],
	});
	hold.release();

	expect(await replacing).toMatchObject({kind: 'done', operation: {kind: 'replace', snapshot: {id: '2'}, newId: '3'}});
	expect(work.writes).toStrictEqual(['POST', 'DELETE 2']);
	expect(journalEntry(work)).toStrictEqual({
		state: 'done',
		newId: '3',
		detail: undefined,
		requests: ['POST 3 ok', 'DELETE 2 ok'],
	});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: edited}));
	expect(work.ledger.sent.get(work.context.profile, '3')).toStrictEqual({
		template: 'new words',
		topics: ['', '0x2', '', ''],
		at: 0,
	});
});

test('a POST that was sent twice on the way: the other one is named, also when the old one is deleted', async () => {
	const work = await setUpEdit({faults: [{name: 'create-replay'}]});

	expect(await replace(work.context, work.snapshot, edited)).toMatchObject({kind: 'done', operation: {newId: '4'}});
	expect(journalEntry(work)).toMatchObject({
		state: 'done',
		detail: '3 is new and identical: a proxy may have sent the request twice. Delete what is not wanted.',
	});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: edited, 4: edited}));
});

test('an edit that changes only what listings never return', async () => {
	const work = await setUpEdit({faults: [{name: 'create-drop-after'}]});

	expect(await replace(work.context, work.snapshot, {...input, template: 'new words'})).toMatchObject({
		kind: 'done',
		operation: {newId: '3', knownIds: ['2']},
	});
	expect(work.writes).toStrictEqual(['POST', 'DELETE 2']);
	expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: input}));
});

test.each<readonly FaultName[]>([[], ['create-drop-after'], ['create-no-id']])(
	'the service keeps the ID: nothing is deleted (%s)',
	async (...names) => {
		const work = await setUpEdit({faults: [{name: 'create-same-id'}, ...names.map(name => ({name}))]});

		expect(await replace(work.context, work.snapshot, edited)).toMatchObject({kind: 'done', operation: {newId: '2'}});
		expect(work.writes).toStrictEqual(['POST']);
		expect(journalEntry(work)).toMatchObject({
			state: 'done',
			newId: '2',
			detail: 'The service kept the ID, so nothing was deleted.',
		});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: edited}));
	},
);

describe('the POST', () => {
	test('is rejected: the old notification is unchanged', async () => {
		const work = await setUpEdit();
		const hold = work.sandbox.faults.hold({on: 'list', count: 1});
		const replacing = replace(work.context, work.snapshot, edited);
		await hold.arrived;
		work.sandbox.faults.add({name: 'any-429', count: 1});
		hold.release();

		expect(await replacing).toMatchObject({kind: 'failed', failure: {kind: 'rate-limited'}});
		expect(work.writes).toStrictEqual(['POST']);
		expect(journalEntry(work)).toMatchObject({state: 'failed', newId: undefined, requests: ['POST rejected 429']});
		expect(work.ledger.journal.unfinished(work.context.profile)).toStrictEqual([]);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: input}));
	});

	test.each<FaultName>(['create-drop-before', 'create-500-before'])('%s: the old one stays', async name => {
		const work = await setUpEdit({faults: [{name}]});

		expect(await replace(work.context, work.snapshot, edited)).toMatchObject({kind: 'failed'});
		expect(work.writes).toStrictEqual(['POST']);
		const detail = expect.stringMatching(
			/(?:was lost|500).* Not created\. It does not appear in the listing\.$/v,
		) as string;
		expect(journalEntry(work)).toMatchObject({state: 'failed', newId: undefined, detail});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: input}));
	});

	test.each<FaultName>([
		'create-200',
		'create-no-id',
		'create-string-id',
		'create-drop-after',
		'create-500-after',
		'create-cut',
	])('%s: one takes the place of the other', async name => {
		const work = await setUpEdit({faults: [{name}, {name: 'create-late', value: 3}]});

		expect(await replace(work.context, work.snapshot, edited)).toMatchObject({kind: 'done', operation: {newId: '3'}});
		expect(work.writes).toStrictEqual(['POST', 'DELETE 2']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: edited}));
		expect(work.ledger.sent.get(work.context.profile, '3')?.template).toBe('new words');
	});

	test('another client created an identical one meanwhile: asks which one is new, and keeps the old one until then', async () => {
		const work = await setUpEdit();
		const hold = work.sandbox.faults.hold({on: 'create', when: 'before', count: 1});
		const replacing = replace(work.context, work.snapshot, edited);
		await hold.arrived;
		await createElsewhere(work.sandbox, edited);
		work.sandbox.faults.add({name: 'create-drop-after', count: 1});
		hold.release();

		const {operation, candidates} = expectOpen(await replacing);
		expect(candidates).toStrictEqual(['3', '4']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: input, 3: edited, 4: edited}));
		// Not one that says something else, whoever names it.
		expect(await resume(work.context, operation, {chosenId: '1'})).toMatchObject({kind: 'open'});
		expect(await rollBack(work.context, operation, '1')).toMatchObject({kind: 'open'});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: input, 3: edited, 4: edited}));
		expect(await resume(work.context, operation, {chosenId: '4'})).toMatchObject({
			kind: 'done',
			operation: {newId: '4'},
		});
		expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: edited, 4: edited}));
	});
});

describe('the new notification is not listed', () => {
	test('for a while', async () => {
		const work = await setUpEdit({faults: [{name: 'create-late', value: 4}]});

		expect(await replace(work.context, work.snapshot, edited)).toMatchObject({kind: 'done', operation: {newId: '3'}});
		expect(work.pauses).toStrictEqual([500, 1000, 2000, 1500]);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 3: edited}));
	});

	test.each<readonly FaultName[]>([[], ['create-no-id'], ['create-drop-after']])(
		'for longer: the old one stays (%s)',
		async (...names) => {
			const work = await setUpEdit({faults: [{name: 'create-late', value: 99}, ...names.map(name => ({name}))]});
			const settled = await replace(work.context, work.snapshot, edited);

			// Whether a response confirmed it or not: the settling time is over.
			expect(settled.kind).toBe('failed');
			expect(journalEntry(work)).toMatchObject({state: 'failed', newId: undefined});
			expect(work.writes).toStrictEqual(['POST']);
			expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: input, 3: edited}));
		},
	);

	test('for longer than the settling time: it ends as failed, and says what was checked', async () => {
		const work = await setUpEdit({faults: [{name: 'create-late', value: 99}]});

		expect(await replace(work.context, work.snapshot, edited)).toMatchObject({kind: 'failed'});
		expect(journalEntry(work)).toMatchObject({
			state: 'failed',
			detail:
				'The service confirmed it as ID 3, but two complete listings after the settling time (5 s) do not show it. 2 was kept.',
		});
	});

	test.each(['finish', 'roll back'] as const)('for longer, but not longer than the settling time: %s', async how => {
		const work = await setUpEdit({faults: [{name: 'create-late', value: 99}]});
		const context = {...work.context, settlingTime: 60_000};
		const {operation, reason} = expectOpen(await replace(context, work.snapshot, edited));
		expect(reason).toMatch(
			/^The service confirmed it as ID 3, but no listing shows it yet, so 2 was kept\. chainbell looks for it until/v,
		);
		expect(journalEntry(work)).toMatchObject({state: 'creating', newId: undefined, detail: reason});
		work.sandbox.faults.clear();

		const settled = await (how === 'finish'
			? resume(context, operation, {mayResend: true})
			: rollBack(context, operation));
		expect(settled.kind).toBe(how === 'finish' ? 'done' : 'failed');
		expect(work.writes).toStrictEqual(['POST', how === 'finish' ? 'DELETE 2' : 'DELETE 3']);
		expect(await account(work.sandbox)).toStrictEqual(
			forms({1: other, ...(how === 'finish' ? {3: edited} : {2: input})}),
		);
	});
});

test('unknown members of event_details survive', async () => {
	const {event_details, ...rest} = toCreateBody(input);
	const service = await startRawService([
		{...rest, event_details: {...event_details, confirmations: 12, labels: ['hot', {since: 2024}]}, id: 7},
	]);
	const work = createHarness(service);
	const [listed] = await list(service);

	expect(
		await replace(work.context, await snapshotAt(service, '7'), {...edited, extras: listed!.extras!}),
	).toMatchObject({kind: 'done', operation: {newId: '8'}});
	expect(service.records).toMatchObject([
		{
			id: 8,
			delivery_location: 'others@example.com',
			event_details: {confirmations: 12, labels: ['hot', {since: 2024}], graphql: {topic_1: '0x2'}},
		},
	]);
});
