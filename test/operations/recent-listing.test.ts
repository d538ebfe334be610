import {expect, test} from 'vitest';
import {toCreateBody} from '../../source/service/body.ts';
import {planCreates} from '../../source/operations/plan.ts';
import {runBatch} from '../../source/operations/run-set.ts';
import {create, type CreatePolicy, rollBack, settle} from '../../source/operations/one.ts';
import type {Sighting, OperationContext} from '../../source/operations/operation-context.ts';
import {fetchListing} from '../../source/operations/look.ts';
import {answer} from '../helpers/http-server.ts';
import {input} from '../ledger/ledgers.ts';
import {createBulkHarness, counted, inputs} from './bulk/bulk-harness.ts';
import {createElsewhere, createHarness, journalEntry, list} from './harness.ts';
import {partial, startRawService, type Behaviour, type RawRecord} from './raw-service.ts';

const plain: CreatePolicy = {acceptedIds: new Set(), isUnchecked: false};
const other = {...input, userId: 'somebody else'};

/** A service, and a context whose list has just been read and is displayed. */
async function start(records: RawRecord[] = [], behaviour: Behaviour = {}) {
	const service = await startRawService(records, behaviour);
	const work = createHarness(service);
	const displayed = (await fetchListing(work.context)) as Sighting;
	// The next request comes later than the listing.
	await work.context.retry.sleep(1, work.context.signal);
	const context: OperationContext = {
		...work.context,
		listed: () => displayed.listing.records,
		displayed: () => displayed,
	};
	const before = service.requests.length;
	return {...work, service, context, displayed, sent: () => service.requests.slice(before).map(({method}) => method)};
}

const isPriorRecent = ({ledger}: Pick<Awaited<ReturnType<typeof start>>, 'ledger'>, id = 1) =>
	ledger.journal.get(id)!.isPriorRecent;

test('a create after a recent listing sends one POST and one GET', async () => {
	const work = await start();
	expect(await create(work.context, input, plain)).toMatchObject({kind: 'done', operation: {newId: '1'}});
	expect(work.sent()).toStrictEqual(['POST', 'GET']);
	expect(isPriorRecent(work)).toBe(true);
});

test('so do several', async () => {
	const {context, ledger, sent, ...work} = await start();
	const place = createBulkHarness({...work, context, ledger});
	const plan = await planCreates(place.bulk, inputs(3));
	expect(await runBatch(place.bulk, 'batch' in plan ? plan.batch : 0)).toMatchObject({counts: counted({done: 3})});
	expect(sent()).toStrictEqual(['POST', 'POST', 'POST', 'GET']);
});

test('duplicates in the recent listing are refused without a request', async () => {
	const work = await start([{...toCreateBody(input), id: 7}]);
	expect(await create(work.context, input, plain)).toMatchObject({kind: 'duplicates', duplicates: [{id: '7'}]});
	expect(work.sent()).toStrictEqual([]);
});

const later = (context: OperationContext, milliseconds: number): OperationContext => {
	const {era, at} = context.elapsed.now();
	return {...context, elapsed: {...context.elapsed, now: () => ({era, at: at + milliseconds})}};
};

test.each<[string, (work: Awaited<ReturnType<typeof start>>) => Promise<OperationContext> | OperationContext]>([
	['it began more than ten seconds ago', ({context}) => later(context, 10_000)],
	['the machine slept since', ({context}) => ({...context, now: () => 10_001})],
	['the time of day was set back since', ({context}) => ({...context, now: () => -1})],
	[
		'it is partial',
		({context, displayed}) => ({
			...context,
			displayed: () => ({...displayed, listing: {...displayed.listing, complete: false, reason: 'It is partial.'}}),
		}),
	],
	[
		'a request of this process was answered since',
		async ({context}) => {
			await create(context, other, plain);
			return context;
		},
	],
	[
		'a request of another process may have been answered since',
		async ({context, ledger}) => {
			const {id} = ledger.journal.begin({
				profile: 'another account',
				profileName: 'test',
				kind: 'create',
				input: other,
			});
			ledger.journal.requestSent(id, {method: 'POST', moment: {era: 'another process', at: 0}});
			return context;
		},
	],
	[
		'the service named nothing when something was created last',
		async ({context, ledger, displayed}) => {
			const {id} = ledger.journal.begin({profile: context.profile, profileName: 'test', kind: 'create', input: other});
			const request = ledger.journal.requestSent(id, {method: 'POST', moment: {...displayed.startedAt, at: -10}});
			ledger.journal.requestAnswered(request, {outcome: 'ok', status: 201});
			ledger.journal.advance(id, {state: 'failed'});
			return context;
		},
	],
])('it is not used if %s', async (_why, change) => {
	const work = await start();
	const context = await change(work);
	const before = work.sent().length;
	expect(await create(context, input, plain)).toMatchObject({kind: 'done'});
	expect(work.sent().slice(before)).toStrictEqual(['GET', 'POST', 'GET']);
	expect(work.ledger.journal.lastSent(context.profile, 1)[0]!.isPriorRecent).toBeUndefined();
});

const unnamed: Behaviour['created'] = response => {
	answer(response, 201, {});
};

test('what a colleague created after the listing is not adopted if the answer names nothing, and never rolled back', async () => {
	const work = await start([], {
		created(response) {
			// It has no effect.
			work.service.records.pop();
			answer(response, 201, {});
		},
	});
	work.service.records.push({...toCreateBody(input), id: 100});
	const result = await create({...work.context, settlingTime: 60_000}, input, plain);
	expect(result).toMatchObject({
		kind: 'accepted',
		operation: {state: 'creating', newId: undefined},
		reason: expect.stringContaining('probably it is 100') as unknown,
	});
	const {operation} = result as Extract<typeof result, {kind: 'accepted'}>;
	expect(await rollBack({...work.context, settlingTime: 60_000}, operation)).toMatchObject({
		operation: {state: 'creating'},
	});
	expect(work.writes).toStrictEqual(['POST']);

	// When the POST can no longer take effect, it counts as any other match without an answer: undo and roll back ask for it by name.
	const settled = later(work.context, 120_000);
	await settle({...settled, settlingTime: 60_000}, operation, (await fetchListing(settled)) as Sighting);
	expect(journalEntry(work)).toMatchObject({
		state: 'done',
		newId: '100',
		detail: 'The response named no ID, but it is listed as 100.',
	});
});

test('a new one that no answer names is not adopted before the settling time is over, and then it is', async () => {
	const work = await start([], {created: unnamed});
	const context = {...work.context, settlingTime: 60_000};
	const result = await create(context, input, plain);
	expect(result).toMatchObject({kind: 'accepted', operation: {state: 'creating'}});
	const {operation} = result as Extract<typeof result, {kind: 'accepted'}>;
	expect(
		await settle(later(context, 120_000), operation, (await fetchListing(later(context, 120_000))) as Sighting),
	).toMatchObject({kind: 'done', operation: {newId: '1'}});
	// From now on the account is listed before.
	const {length} = work.sent();
	expect(await create({...context, knownSince: () => undefined}, other, plain)).toMatchObject({
		kind: 'done',
		operation: {newId: '2'},
	});
	expect(work.sent().slice(length)).toStrictEqual(['GET', 'POST', 'GET']);
});

test('the one that the answer names is adopted at once, and the one that a colleague created meanwhile is named beside it', async () => {
	const work = await start();
	const theirs = await createElsewhere(work.service, input);
	const result = await create({...work.context, settlingTime: 60_000}, input, plain);
	expect(result).toMatchObject({
		kind: 'done',
		operation: {newId: '2', detail: expect.stringContaining(theirs) as unknown},
	});
	expect(await list(work.service)).toHaveLength(2);
});

test('a listing that is partial after the POST concludes nothing', async () => {
	const work = await start();
	work.service.behaviour.listing = () => partial([]);
	expect(await create(work.context, input, plain)).toMatchObject({
		kind: 'accepted',
		reason: expect.stringContaining('no listing shows it yet') as unknown,
	});
});
