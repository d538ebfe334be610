import {expect, test} from 'vitest';
import {
	planCopies,
	surveyCopy,
	type CopyBatchPlan,
	type CopySource,
} from '../../../source/operations/bulk/bulk-copy.ts';
import {planBatchUndo} from '../../../source/operations/bulk/bulk-undo.ts';
import {runBatch} from '../../../source/operations/bulk/run-batch.ts';
import {keepSecret} from '../../../source/terminal/secrets.ts';
import {start} from '../../sandbox/client.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import {input} from '../../storage/ledgers.ts';
import {createElsewhere, list, type SetUpOptions} from '../harness.ts';
import {startRawService} from '../raw-service.ts';
import {counted, inputs, items, setUpBulk, type BulkHarness} from './bulk-harness.ts';

/** A target, and a source that has three notifications. */
async function setUpCopy(setting?: SetUpOptions) {
	const place = await setUpBulk(setting);
	const sandbox = await start();
	for (const one of inputs(3)) {
		await createElsewhere(sandbox, one);
	}

	const source: CopySource = {name: 'staging', profileKey: 'staging', connection: {...sandbox, timeout: 10_000}};
	return {...place, source, other: sandbox, wanted: await list(sandbox)};
}

const noTemplates = () => undefined;

/** The batch of a plan. */
function batchOf(plan: CopyBatchPlan): number {
	expect(plan).toMatchObject({kind: 'planned'});
	return plan.kind === 'planned' ? plan.batch : 0;
}

const namesOf = async ({service}: BulkHarness): Promise<string[]> => {
	const listed = await list(service);
	return listed.map(({userId}) => userId).toSorted();
};

test('copies have everything that is listed and the known templates, and are undone in the account that has them', async () => {
	const place = await setUpCopy();
	const plan = await planCopies(place.bulk, place.source, place.wanted, id =>
		id === '2' ? {template: 'Hello', topics: ['0x1', '', '', ''], at: 0} : undefined,
	);
	expect(plan).toMatchObject({skipped: []});
	const batch = batchOf(plan);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3})});
	expect(place.writes).toStrictEqual(['POST', 'POST', 'POST']);
	expect(await namesOf(place)).toEqual(['user-1', 'user-2', 'user-3']);
	const second = place.ledger.journal
		.itemsIn(batch, 'done', {after: 0, limit: 10})
		.find(item => item.input?.userId === 'user-2');
	expect(second!.input).toMatchObject({template: 'Hello', topics: ['0x1', '', '', '']});
	// What was sent to the target is known there from now on.
	expect(place.ledger.sent.get(place.context.profile, second!.newId!)).toMatchObject({template: 'Hello'});

	const undone = await planBatchUndo(place.bulk, place.ledger, batch);
	expect(await runBatch(place.bulk, batchOf(undone as CopyBatchPlan))).toMatchObject({counts: counted({done: 3})});
	expect(await namesOf(place)).toEqual([]);
	expect(await list(place.other)).toHaveLength(3);
});

test('a copy that was interrupted is in the journal of the target, and goes on without the source', async () => {
	const place = await setUpCopy();
	const batch = batchOf(await planCopies(place.bulk, place.source, place.wanted, noTemplates));
	expect(place.ledger.journal.unfinishedBatches(place.source.profileKey)).toEqual([]);
	expect(place.ledger.journal.unfinishedBatches(place.context.profile).map(({id}) => id)).toEqual([batch]);
	// What is to be copied already is not planned a second time.
	expect(await planCopies(place.bulk, place.source, place.wanted, noTemplates)).toMatchObject({
		kind: 'impossible',
		isPending: true,
	});
	await place.other.close();
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 3})});
});

test('what the target has and what the source no longer has is left out and counted', async () => {
	const place = await setUpCopy({existing: [{...inputs(1)[0]!, name: 'Another name'}]});
	const gone = notificationWith({id: '2', userId: 'deleted'});
	const plan = await planCopies(place.bulk, place.source, [place.wanted[0]!, gone, place.wanted[2]!], noTemplates);
	expect(plan).toMatchObject({
		skipped: [
			`1 skipped: ${place.context.profileName} has an identical one (names are not compared).`,
			'1 skipped: staging no longer has it as it was compared.',
		],
	});
	expect(await runBatch(place.bulk, batchOf(plan))).toMatchObject({counts: counted({done: 1})});
	expect(await namesOf(place)).toEqual(['user-1', 'user-3']);

	const again = await planCopies(place.bulk, place.source, [place.wanted[0]!], noTemplates);
	expect(again).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining('there is nothing left to copy. 1 skipped') as string,
	});
});

test('without a complete listing of each account nothing is sent', async () => {
	const target = await setUpCopy({faults: [{name: 'list-503', count: 4}]});
	expect(await planCopies(target.bulk, target.source, target.wanted, noTemplates)).toMatchObject({
		kind: 'impossible',
		reason: expect.stringMatching(/^Nothing was sent: only a complete listing/v) as string,
	});

	const place = await setUpCopy();
	place.other.faults.add({name: 'list-cut', count: 10});
	expect(await planCopies(place.bulk, place.source, place.wanted, noTemplates)).toMatchObject({
		kind: 'impossible',
		reason: expect.stringMatching(/^Nothing was sent: staging could not be listed completely\. .+/v) as string,
	});
	place.other.faults.clear();
	place.other.faults.add({name: 'any-401', count: 10});
	// It is not the API key of the target that is refused.
	expect(await planCopies(place.bulk, place.source, place.wanted, noTemplates)).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining(
			'staging could not be listed completely. The service rejected the API key (401).',
		) as string,
	});
	expect([...target.writes, ...place.writes]).toEqual([]);
});

test('what the service of the target refuses fails with its words, and the rest is copied', async () => {
	const place = await setUpCopy();
	const record = {
		id: 1,
		external_user_id: 'user-8',
		channel: 'EMAIL',
		notification_name: 'n',
		delivery_location: 'a@example.com',
		event_details: {network: 'N', event_type: 'E', addresses: ['0x01'], filters: []},
	};
	const service = await startRawService([record, {...record, id: 2, external_user_id: 'user-9', channel: 'PAGER'}]);
	const source = {...place.source, connection: {...service, timeout: 10_000}};
	const batch = batchOf(await planCopies(place.bulk, source, await list(service), noTemplates));
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 1, failed: 1})});
	expect(items(place, batch)).toStrictEqual(['user-8 done 1', expect.stringMatching(/^user-9 failed .*channel/v)]);
	expect(place.ledger.journal.itemsIn(batch, 'failed', {after: 0, limit: 1})[0]?.place).toBe('staging 2');
});

test('an API key is not copied from one account to the other', async () => {
	const place = await setUpCopy();
	keepSecret('key-in-a-template');
	expect(
		await planCopies(place.bulk, place.source, place.wanted, () => ({
			template: 'key-in-a-template',
			topics: ['', '', '', ''],
			at: 0,
		})),
	).toMatchObject({
		kind: 'impossible',
		reason:
			'Nothing was sent: 1 of staging contains an API key, which is never stored, so it cannot be copied. Unmark it.',
	});
	expect(place.writes).toEqual([]);
});

test('the survey counts what a copy loses, by the listings at hand', async () => {
	const place = await setUpCopy({existing: [inputs(1)[0]!]});
	const survey = await surveyCopy(place.wanted, place.wanted, await list(place.service), {
		sentOf: id => (id === '2' ? {template: input.template, topics: ['', '', '', ''], at: 0} : undefined),
	});
	expect(survey).toMatchObject({count: 2, contentUnknown: 1, incomplete: 0});
	expect(survey.plan.duplicates.map(({id}) => id)).toEqual(['1']);
});
