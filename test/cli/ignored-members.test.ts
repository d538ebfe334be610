import {expect, test} from 'vitest';
import {account, address} from '../helpers/command-account.ts';
import {startRawService, type RawRecord} from '../changes/raw-service.ts';
import {containing} from '../helpers/texts.ts';

const record = (id: number): RawRecord => ({
	id,
	external_user_id: `u-${id}`,
	channel: 'EMAIL',
	notification_name: 'Old',
	delivery_location: `u-${id}@example.com`,
	delivery_count: 9,
	status: 'paused',
	event_details: {
		network: 'N',
		event_type: 'E',
		addresses: [address],
		filters: [{field_name: 'value', operator: 'gt', value: '1', value_type: 'int', negate: true}],
	},
});

/** A service that begins every notification as active, and counts on its own. */
async function serve(...ids: readonly number[]) {
	const service = await startRawService(
		ids.map(id => record(id)),
		{stored: body => ({...body, status: 'active', delivery_count: 0})},
	);
	return {service, place: await account(0, 5000, service)};
}

const edit = ['--set', 'name=New', '--accept-unknown-template', '--yes'];

test('an edit keeps the old notification where the service ignores what was sent, until it is finished', async () => {
	const {service, place} = await serve(7);
	await using _place = place;
	await place.gives(['edit', '7', ...edit], {
		exitCode: 8,
		stderr: containing('8 was created, but the service lists status: "active" ("paused" was sent), so 7 was kept.'),
	});
	expect(service.records.map(({id}) => id)).toStrictEqual([7, 8]);
	await place.ends(0, 'recover 1 --finish');
	expect(service.records).toMatchObject([{id: 8, notification_name: 'New', status: 'active'}]);
});

test('so does an edit of one whose filter lost what was sent', async () => {
	const service = await startRawService([record(7)], {
		stored: body => ({
			...body,
			event_details: {
				...(body.event_details as object),
				filters: [{field_name: 'value', operator: 'gt', value: '1', value_type: 'int'}],
			},
		}),
	});
	await using place = await account(0, 5000, service);
	await place.gives(['edit', '7', ...edit], {
		exitCode: 8,
		stderr: containing('event_details.filters.negate: none (true was sent), so 7 was kept.'),
	});
	expect(service.records.map(({id}) => id)).toStrictEqual([7, 8]);
	await place.ends(0, 'recover 1 --roll-back');
	expect(service.records).toStrictEqual([record(7)]);
});
