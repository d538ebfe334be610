import {describe, expect, test} from 'vitest';
import {toCreateBody} from '../../source/service/body.ts';
import {create, type CreatePolicy, resume} from '../../source/operations/one.ts';
import type {AcceptedAnswer} from '../../source/operations/operation-context.ts';
import type {Fault} from '../../source/sandbox/faults.ts';
import type {Operation} from '../../source/ledger/journal/operation.ts';
import {input} from '../ledger/ledgers.ts';
import {account, createElsewhere, forms, journalEntry, snapshotAt, expectOpen, setUp} from './harness.ts';

const plain: CreatePolicy = {acceptedIds: new Set(), isUnchecked: false};
const other = {...input, userId: 'somebody else'};

type Case = {
	readonly faults: readonly Fault[];
	/** What the journal says of the POST. */
	readonly request: string;
	readonly kind?: 'done' | 'failed';
	readonly detail?: string;
};

const found = 'The response did not confirm it, but it is listed.';
const unnamed = 'The response named no ID, but it is listed as 2.';
const lost = expect.stringMatching(
	/(?:ECONNRESET|500).* Not created\. It does not appear in the listing\.$/v,
) as string;

const cases: Record<string, Case> = {
	'answered 201': {faults: [], request: 'POST 2 ok'},
	'answered 200': {faults: [{name: 'create-200'}], request: 'POST 2 ok'},
	'no id in the answer': {faults: [{name: 'create-no-id'}], request: 'POST ok', detail: unnamed},
	'the id is a string': {faults: [{name: 'create-string-id'}], request: 'POST 2 ok'},
	'committed, then reset': {faults: [{name: 'create-drop-after'}], request: 'POST unknown', detail: found},
	'committed, then a 500': {faults: [{name: 'create-500-after'}], request: 'POST unknown 500', detail: found},
	'committed, and the body is cut': {faults: [{name: 'create-cut'}], request: 'POST unknown', detail: found},
	'reset, not committed': {
		faults: [{name: 'create-drop-before'}],
		request: 'POST unknown',
		kind: 'failed',
		detail: lost,
	},
	'a 500, not committed': {
		faults: [{name: 'create-500-before'}],
		request: 'POST unknown 500',
		kind: 'failed',
		detail: lost,
	},
	'listed late': {faults: [{name: 'create-late', value: 4}], request: 'POST 2 ok'},
	'no id in the answer, and listed late': {
		faults: [{name: 'create-late', value: 4}, {name: 'create-no-id'}],
		request: 'POST ok',
		detail: unnamed,
	},
	'committed, then reset, and listed late': {
		faults: [{name: 'create-late', value: 4}, {name: 'create-drop-after'}],
		request: 'POST unknown',
		detail: found,
	},
};

test.each(Object.entries(cases))('%s', async (_name, {faults, request, kind = 'done', detail}) => {
	const work = await setUp({existing: [other], faults});
	const settled = await create(work.context, input, plain);

	expect(settled).toMatchObject({kind, operation: {kind: 'create', state: kind}});
	expect(work.writes).toStrictEqual(['POST']);
	const newId = kind === 'done' ? '2' : undefined;
	expect(journalEntry(work)).toStrictEqual({state: kind, newId, detail, requests: [request]});
	expect(work.ledger.journal.unfinished(work.context.profile)).toStrictEqual([]);
	expect(work.ledger.sent.get(work.context.profile, '2')?.template).toBe(kind === 'done' ? input.template : undefined);
	expect(await account(work.sandbox)).toStrictEqual(forms({1: other, ...(kind === 'done' && {2: input})}));
});

const claims: Record<
	string,
	{readonly faults: readonly Fault[]; readonly accepted: AcceptedAnswer | undefined; readonly newId: string | undefined}
> = {
	'names it': {faults: [], accepted: {id: '2', wasListed: false}, newId: '2'},
	'names it, and no listing shows it for a while': {
		faults: [{name: 'create-late', value: 4}],
		accepted: {id: '2', wasListed: false},
		newId: '2',
	},
	'names another one': {faults: [{name: 'create-lying-id'}], accepted: {id: '1', wasListed: true}, newId: '2'},
	'names what it did not create': {
		faults: [{name: 'create-no-effect'}],
		accepted: {id: '2', wasListed: false},
		newId: undefined,
	},
	'overwrites another one': {
		faults: [{name: 'create-same-id'}],
		accepted: {id: '1', wasListed: true},
		newId: undefined,
	},
	'names nothing': {faults: [{name: 'create-no-id'}], accepted: {id: undefined, wasListed: false}, newId: '2'},
	'is lost': {faults: [{name: 'create-drop-after'}], accepted: undefined, newId: '2'},
};

test.each(Object.entries(claims))(
	'a create says when it checks, sends and looks for what it created; the answer %s',
	async (_name, {faults, accepted, newId}) => {
		const work = await setUp({existing: [other], faults});
		const phases: unknown[] = [];
		const {operation} = (await create(
			{
				...work.context,
				onPhase(phase, facts) {
					phases.push([phase, facts?.accepted]);
				},
			},
			input,
			plain,
		)) as {operation: Operation};

		expect(phases).toStrictEqual([
			['checking', undefined],
			['creating', undefined],
			['finding', accepted],
		]);
		expect(operation.newId).toBe(newId);
	},
);

test('it is listed until the settling time is over, and once more, before the create counts as without effect', async () => {
	const work = await setUp({faults: [{name: 'create-drop-before'}]});
	await create(work.context, input, plain);

	expect(work.pauses).toStrictEqual([500, 1000, 2000, 1500, 2000]);
});

test.each<[string, readonly Fault[], string, Record<string, typeof input>]>([
	['with an ID', [{name: 'create-no-effect'}], ' as ID 1', {}],
	['without an ID', [{name: 'create-no-effect'}, {name: 'create-no-id'}], '', {}],
	['and listed later than the settling time', [{name: 'create-late', value: 99}], ' as ID 1', {1: input}],
])(
	'confirmed %s, but never listed: it failed, and the detail says what was checked',
	async (_name, faults, named, exists) => {
		const work = await setUp({faults});

		expect(await create(work.context, input, plain)).toMatchObject({kind: 'failed'});
		expect(journalEntry(work)).toMatchObject({
			state: 'failed',
			newId: undefined,
			detail: `The service confirmed it${named}, but two complete listings after the settling time (5 s) do not show it.`,
		});
		expect(work.writes).toStrictEqual(['POST']);
		expect(work.pauses).toStrictEqual([500, 1000, 2000, 1500, 2000]);
		expect(await account(work.sandbox)).toStrictEqual(forms(exists));
	},
);

test('a service that answers and lists as it should is listed once, and nothing waits', async () => {
	const work = await setUp({existing: [other]});
	await create({...work.context, settlingTime: 60_000}, input, plain);
	expect(work.pauses).toStrictEqual([]);
});

test('a POST that was sent twice on the way: the other one is named', async () => {
	const work = await setUp({existing: [other], faults: [{name: 'create-replay'}]});

	expect(await create(work.context, input, plain)).toMatchObject({kind: 'done', operation: {newId: '3'}});
	expect(journalEntry(work)).toStrictEqual({
		state: 'done',
		newId: '3',
		detail: '2 is new and identical: a proxy may have sent the request twice. Delete what is not wanted.',
		requests: ['POST 3 ok'],
	});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: other, 2: input, 3: input}));
});

test('one whose answer was lost is not adopted before the settling time has passed', async () => {
	const work = await setUp({existing: [other], faults: [{name: 'create-drop-after'}]});
	const context = {...work.context, settlingTime: 60_000};

	const {reason} = expectOpen(await create(context, input, plain));
	expect(reason).toContain('Probably it is 2. chainbell looks for it until');
	expect(journalEntry(work)).toMatchObject({state: 'creating', newId: undefined});
});

test.each<[string, Fault]>([
	['empty', {name: 'list-empty'}],
	['without some', {name: 'list-omits', value: 100}],
])('one listing that is %s after the settling time proves nothing', async (_name, fault) => {
	const work = await setUp({existing: [other], faults: [{name: 'create-drop-after'}]});
	const hold = work.sandbox.faults.hold({on: 'create', when: 'before', count: 1});
	const creating = create(work.context, input, plain);
	await hold.arrived;
	// Those of the settling time, and the first one after it.
	work.sandbox.faults.add({...fault, count: 5});
	hold.release();

	expect(await creating).toMatchObject({kind: 'done', operation: {newId: '2'}});
	expect(work.pauses).toStrictEqual([500, 1000, 2000, 1500, 2000]);
});

test('rejected: nothing is sent again', async () => {
	const work = await setUp();
	const hold = work.sandbox.faults.hold({on: 'list', count: 1});
	const creating = create(work.context, input, plain);
	await hold.arrived;
	work.sandbox.faults.add({name: 'any-429', value: 7, count: 1});
	hold.release();

	expect(await creating).toMatchObject({kind: 'failed', failure: {kind: 'rate-limited', retryAfter: 7}});
	expect(work.writes).toStrictEqual(['POST']);
	expect(journalEntry(work)).toMatchObject({
		state: 'failed',
		detail: 'Rate limited (429). The service said: "A simulated fault of the sandbox"',
		requests: ['POST rejected 429'],
	});
	expect(await account(work.sandbox)).toStrictEqual({});
});

describe('an identical notification', () => {
	test.each([
		['answered', []],
		['reset', [{name: 'create-drop-after'}]],
	] as const)('was there before: asks first, then makes a second one (%s)', async (_name, faults) => {
		const work = await setUp({existing: [input], faults});

		expect(await create(work.context, input, plain)).toMatchObject({kind: 'duplicates', duplicates: [{id: '1'}]});
		expect(work.writes).toStrictEqual([]);
		expect(work.ledger.journal.get(1)).toBeUndefined();

		const accepted = {...plain, acceptedIds: new Set(['1'])};
		expect(await create(work.context, input, accepted)).toMatchObject({
			kind: 'done',
			operation: {newId: '2', knownIds: ['1']},
		});
		expect(work.writes).toStrictEqual(['POST']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: input}));
	});

	test('that exists under another name: asks as well', async () => {
		const work = await setUp({existing: [{...input, name: 'something else'}]});

		expect(await create(work.context, input, plain)).toMatchObject({kind: 'duplicates', duplicates: [{id: '1'}]});
	});

	test('that was accepted, but another one appeared since: asks again', async () => {
		const work = await setUp({existing: [input, input]});

		expect(await create(work.context, input, {...plain, acceptedIds: new Set(['1'])})).toMatchObject({
			kind: 'duplicates',
			duplicates: [{id: '2'}],
		});
		expect(work.writes).toStrictEqual([]);
	});

	test.each(['create-drop-after', 'create-no-id'] as const)(
		'that another client created meanwhile (%s): asks which one is new',
		async name => {
			const work = await setUp();
			const hold = work.sandbox.faults.hold({on: 'create', when: 'before', count: 1});
			const creating = create(work.context, input, plain);
			await hold.arrived;
			await createElsewhere(work.sandbox, input);
			work.sandbox.faults.add({name, count: 1});
			hold.release();

			const {operation, reason, candidates} = expectOpen(await creating);
			expect(candidates).toStrictEqual(['1', '2']);
			expect(journalEntry(work)).toMatchObject({state: 'creating', newId: undefined, detail: reason});

			expect(await resume(work.context, operation, {chosenId: '2'})).toMatchObject({
				kind: 'done',
				operation: {newId: '2'},
			});
			expect(work.writes).toStrictEqual(['POST', 'POST']);
			expect(journalEntry(work)).toMatchObject({state: 'done', newId: '2', requests: [expect.stringMatching('^POST')]});
			expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: input}));
		},
	);
});

test('a recreate records in the journal what it recreates', async () => {
	const work = await setUp({existing: [other]});
	const recreated = await snapshotAt(work.sandbox, '1');

	expect(await create(work.context, input, {...plain, recreated})).toMatchObject({
		kind: 'done',
		operation: {kind: 'recreate', snapshot: {id: '1'}, newId: '2'},
	});
	expect(toCreateBody(input).template).toBe(work.ledger.sent.get(work.context.profile, '2')?.template);
});

test('what is listed besides is not taken for identical', async () => {
	const work = await setUp({existing: [{...input, recipient: 'another@example.com'}]});
	expect(await create(work.context, input, plain)).toMatchObject({kind: 'done', operation: {newId: '2', knownIds: []}});
});
