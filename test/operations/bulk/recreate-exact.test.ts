import {expect, test} from 'vitest';
import {canonicalForm} from '../../../source/notification/equivalence.ts';
import {recreatedInput} from '../../../source/operations/undo-plan.ts';
import {surveyUndo} from '../../../source/operations/undo.ts';
import {runBatch} from '../../../source/operations/run-set.ts';
import {create} from '../../../source/operations/one.ts';
import {answer} from '../../helpers/http-server.ts';
import {createHarness, list} from '../harness.ts';
import {startRawService, type RawRecord} from '../raw-service.ts';
import {bulkDelete, counted, createBulkHarness, items, planUndoOf} from './bulk-harness.ts';

const addresses = ['0x00000000219ab540356cBB839Cbe05303d7705Fa', '0xdAC17F958D2ee523a2206206994597C13D831ec7'];

const record: RawRecord = {
	id: 1,
	external_user_id: 'user-1',
	channel: 'EMAIL',
	notification_name: 'Treasury',
	delivery_location: 'ops@example.com',
	event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [addresses[0]], filters: []},
};

const withDetails = (change: object): RawRecord => ({
	...record,
	event_details: {...(record.event_details as object), ...change},
});

/** Deletes a record in bulk, and returns what is needed to recreate it. */
async function deleted(held: RawRecord) {
	const service = await startRawService([held]);
	const place = createBulkHarness(createHarness(service));
	const {batch, counts} = await bulkDelete(place, [String(held.id)]);
	expect(counts).toStrictEqual(counted({done: 1}));
	return {service, place, deletion: batch};
}

const heldByServices: ReadonlyArray<[string, RawRecord]> = [
	['two addresses', withDetails({addresses})],
	['no address', withDetails({addresses: []})],
	['an address of another chain', withDetails({addresses: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq']})],
	['an unknown channel', {...record, channel: 'PAGER', delivery_location: 'team-1'}],
	['an empty user', {...record, external_user_id: ''}],
	['unknown members', {...record, tags: ['a', {b: 1}], priority: 5, is_active: false}],
	[
		'unknown members of event_details and of a filter',
		withDetails({
			confirmations: 12,
			filters: [{field_name: 'value', operator: 'gt', value: '1', value_type: 'int', label: 'one'}],
		}),
	],
	[
		'values of other types',
		withDetails({
			filters: [{field_name: 'value', operator: 'in', value: [1, 2], value_type: 'list'}],
			addresses: [addresses[0]],
			network: 1,
		}),
	],
	['no event_details', {id: 1, external_user_id: 'user-1', channel: 'EMAIL', delivery_location: 'ops@example.com'}],
];

/** As documented, though the form refuses it of a new notification. */
const refusedByForm: typeof heldByServices = [
	['a mailbox on a private host', {...record, delivery_location: 'ops@localhost'}],
	['a webhook on a private host', {...record, channel: 'WEBHOOK', delivery_location: 'http://hooks.internal:8080/a'}],
];

test.each([...heldByServices, ...refusedByForm])('a bulk undo recreates %s exactly as listed', async (_name, held) => {
	const {service, place, deletion} = await deleted(held);
	expect(await runBatch(place.bulk, await planUndoOf(place, deletion))).toMatchObject({counts: counted({done: 1})});
	expect(service.records).toStrictEqual([{...held, id: 2}]);
});

test.each(heldByServices)('the undo of one deletion recreates %s exactly as listed', async (_name, held) => {
	const {service, place, deletion} = await deleted(held);
	const [item] = place.ledger.journal.undoableItems(deletion, {after: 0, limit: 1});
	const policy = {acceptedIds: new Set<string>(), isUnchecked: false, recreated: item!.snapshot};
	expect(await create(place.context, recreatedInput(item!.snapshot!), policy)).toMatchObject({kind: 'done'});
	expect(service.records).toStrictEqual([{...held, id: 2}]);
});

test('a bulk undo leaves out what was null, required or not', async () => {
	const {service, place, deletion} = await deleted({...record, channel: null, notification_name: null});
	expect(await runBatch(place.bulk, await planUndoOf(place, deletion))).toMatchObject({counts: counted({done: 1})});
	const {channel: _channel, notification_name: _name, ...rest} = record;
	expect(service.records).toStrictEqual([{...rest, id: 2}]);
});

test('what the service makes itself is not sent, and neither is what was not set', async () => {
	const held = {
		...record,
		uuid: '6f',
		url: '/1/',
		created_at: '2026-01-01',
		updatedAt: 5,
		_links: {},
		description: null,
		note: 'kept',
	};
	const {service, place, deletion} = await deleted(held);
	await runBatch(place.bulk, await planUndoOf(place, deletion));
	expect(service.records).toStrictEqual([{...record, note: 'kept', id: 2}]);
});

test('an operator who changes a field of a recreated notification changes that field only', async () => {
	const held: RawRecord = {...withDetails({addresses}), tags: ['a']};
	const {service, place, deletion} = await deleted(held);
	const [item] = place.ledger.journal.undoableItems(deletion, {after: 0, limit: 1});
	const policy = {acceptedIds: new Set<string>(), isUnchecked: false, recreated: item!.snapshot};
	await create(place.context, {...recreatedInput(item!.snapshot!), recipient: 'other@example.com', name: ''}, policy);
	const {notification_name: _name, ...rest} = held;
	expect(service.records).toStrictEqual([{...rest, delivery_location: 'other@example.com', id: 2}]);
});

test('a recreated notification with two addresses is found when the response is lost', async () => {
	const held = withDetails({addresses});
	const {service, place, deletion} = await deleted(held);
	service.behaviour.created = response => {
		response.destroy();
	};

	const batch = await planUndoOf(place, deletion);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 1})});
	const [back] = await list(service);
	expect(canonicalForm(back!)).toContain(addresses[1]!.toLowerCase());
	expect(items(place, batch)).toStrictEqual(['1 done 2 The response did not confirm it, but it is listed.']);
});

test('what the service refuses to recreate fails with its words, and the rest is recreated', async () => {
	const service = await startRawService([
		{...record, channel: 'PAGER'},
		{...record, id: 2, external_user_id: 'user-2'},
	]);
	const place = createBulkHarness(createHarness(service));
	const {batch: deletion} = await bulkDelete(place, ['1', '2']);
	service.behaviour.created = (response, {channel}) => {
		if (channel !== 'PAGER') {
			answer(response, 201, {id: 9});
			return;
		}

		service.records.pop();
		answer(response, 400, {channel: ['"PAGER" is not a valid choice.']});
	};

	const batch = await planUndoOf(place, deletion);
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 1, failed: 1})});
	expect(items(place, batch)[0]).toMatch(/^1 failed .*\(400\)/v);
});

test('the survey counts what the service may refuse to recreate', async () => {
	const service = await startRawService(heldByServices.map(([, held], index) => ({...held, id: index + 1})));
	const place = createBulkHarness(createHarness(service));
	const ids = service.records.map(({id}) => String(id));
	const {batch} = await bulkDelete(place, ids);
	expect(await surveyUndo(place.ledger.journal, batch, [], true)).toMatchObject({
		count: ids.length,
		contentUnknown: ids.length,
		undocumented: ids.length,
		incomplete: 0,
	});
});

test('a 403 for one fails it, and the rest is recreated; three in a row stop the batch, also among identical ones', async () => {
	const service = await startRawService(
		[1, 2, 3, 4, 5, 6, 7, 8].map(id => ({...record, id, external_user_id: id === 8 ? 'other' : 'user-1'})),
	);
	const place = createBulkHarness(createHarness(service), {limit: 1});
	const {batch: deletion} = await bulkDelete(place, ['1', '2', '3', '4', '5', '6', '7', '8']);
	let asked = 0;
	service.behaviour.created = (response, {id}) => {
		asked++;
		if (asked === 1 || (asked > 3 && asked < 7)) {
			service.records.pop();
			answer(response, 403, {detail: 'No.'});
		} else {
			answer(response, 201, {id});
		}
	};

	const batch = await planUndoOf(place, deletion);
	const {counts, failure} = await runBatch(place.bulk, batch);
	expect(failure?.kind).toBe('forbidden');
	expect(counts).toStrictEqual(counted({done: 2, failed: 4, planned: 2}));
	expect(await runBatch(place.bulk, batch)).toMatchObject({counts: counted({done: 4, failed: 4}), failure: undefined});
});
