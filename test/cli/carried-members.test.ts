import {describe, expect, test} from 'vitest';
import {parse} from 'yaml';
import {account, address} from '../helpers/command-account.ts';
import {startRawService, type RawRecord} from '../changes/raw-service.ts';

const filter = {field_name: 'value', operator: 'gt', value: '10', value_type: 'int', negate: true};

/** A record with members that interface.md does not name, wherever it can have some. */
const paused = {
	id: 7,
	external_user_id: 42,
	channel: 'EMAIL',
	notification_name: 'Old',
	delivery_location: 'ops@example.com',
	status: 'paused',
	is_active: false,
	created_at: '2026-01-01',
	owner: null,
	event_details: {network: 'N', event_type: 'E', addresses: [address], chain: {id: 1}, filters: [{...filter, id: 3}]},
};

/** What is sent of it again. */
const {
	id: _id,
	created_at: _time,
	owner: _owner,
	...carried
} = {
	...paused,
	event_details: {...(paused.event_details as object), filters: [filter]},
};

/** A service with these records. */
async function serve(...records: readonly RawRecord[]) {
	const service = await startRawService([...records]);
	const place = await account(0, 5000, service);
	return {service, place};
}

test('an edit keeps what was listed beyond the documented members, and says what', async () => {
	const {place, service} = await serve(paused);
	await using _place = place;
	const dry = await place.run('edit 7 --set name=New --accept-unknown-template --dry-run');
	expect(dry.stdout).toContain(
		'also sent, although the service does not document it: status: "paused", is_active: false, event_details.chain: {"id":1}, event_details.filters.negate: true',
	);
	expect(dry.stdout).toContain('not sent: created_at, event_details.filters.id');
	await place.ends(0, 'edit 7 --set name=New --accept-unknown-template --yes');
	expect(service.records).toStrictEqual([{...carried, notification_name: 'New', id: 8}]);
});

describe('what is printed is a file that create -f takes', () => {
	const odd = {
		...paused,
		id: 12,
		channel: 'PAGER',
		delivery_location: null,
		event_details: {network: 5, event_type: null, addresses: ['0x1', 'bc1q'], filters: [{value: 0.5, negate: 'no'}]},
	};

	test.each(['yaml', 'json', 'jsonl'])('list and get -o %s', async format => {
		const {place, service} = await serve(paused, odd);
		await using _place = place;
		for (const command of ['list', 'get 7 12']) {
			const {stdout} = await place.run(`${command} -o ${format}`);
			service.records.length = 0;
			await place.ends(0, 'create -f -', {input: stdout});
			const {id: _odd, created_at: _at, owner: _nobody, delivery_location: _to, ...oddCarried} = odd;
			const {event_type: _type, ...details} = odd.event_details as Record<string, unknown>;
			expect(service.records).toEqual([
				expect.objectContaining(carried),
				{...oddCarried, event_details: details, id: expect.any(Number) as unknown},
			]);
			service.records.splice(0, 2, paused, odd);
		}
	});

	test('YAML need not quote the fields that are text', async () => {
		const {place} = await serve();
		await using _place = place;
		const input = `external_user_id: 007\nchannel: TELEGRAM\ndelivery_location: -1001234567890\nevent_details: {network: N, event_type: E, addresses: [${address}], filters: [{field_name: value, operator: gt, value: 10, value_type: int}]}\n`;
		const {stdout} = await place.run('create -f - --dry-run', {input});
		expect(parse(stdout)).toEqual({
			external_user_id: '007',
			channel: 'TELEGRAM',
			delivery_location: '-1001234567890',
			event_details: {
				network: 'N',
				event_type: 'E',
				addresses: [address],
				filters: [{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'}],
			},
		});
	});

	test('a field that is not documented is sent and said, with the one that was perhaps meant', async () => {
		const {place, service} = await serve();
		await using _place = place;
		const {id: _drop, ...body} = {...paused, external_user_id: 'u', notifcation_name: 'x'};
		await place.says(0, 'create -f -', 'notifcation_name (did you mean notification_name?)', {
			input: JSON.stringify(body),
		});
		expect(service.records).toMatchObject([{notifcation_name: 'x', status: 'paused'}]);
	});
});
