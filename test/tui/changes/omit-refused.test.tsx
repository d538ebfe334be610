import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {startRawService, type RawRecord} from '../../changes/raw-service.ts';

const record = (id: number): RawRecord => ({
	id,
	external_user_id: `u-${id}`,
	channel: 'EMAIL',
	notification_name: `Name ${id}`,
	delivery_location: `u-${id}@example.com`,
	template: 'Look',
	created_at: '2026-01-01',
	delivery_count: id,
	status: 'paused',
	event_details: {
		network: 'N',
		event_type: 'E',
		addresses: [`0x${'1'.repeat(40)}`],
		filters: [{field_name: 'value', operator: 'gt', value: '1', value_type: 'int', negate: true}],
	},
});

const {id: _id, delivery_count: _count, created_at: _at, ...left} = record(1);

/** A service that lists `delivery_count`, and refuses it. */
async function open(count: number) {
	const service = await startRawService(
		Array.from({length: count}, (_, index) => record(index + 1)),
		{
			refused: ({delivery_count: value}) =>
				value === undefined ? undefined : {delivery_count: ['This field is read-only.']},
		},
	);
	return {service, app: await startApp({service, size: '120x50', settlingTime: 100})};
}

test('the review of an edit names what is kept and what is not; what the service refuses of it is left out with ctrl+r', async () => {
	const {service, app} = await open(1);
	await using _app = app;
	await app.waitFor('Name 1');
	await app.press('e');
	await app.waitFor('edit notification 1');
	await app.press('BackTab', 'BackTab', 'C-u', 'New', 'C-s');
	const review = await app.waitFor(/Replace .*ID 1\b/v);
	expect(review.replaceAll(/\s+/gv, ' ')).toContain(
		'Also sent, although the service does not document it: delivery_count: 1, status: "paused", event_details.filters.negate: true.',
	);
	expect(review).toContain('Not sent: created_at.');
	await app.press('C-s');
	await app.waitFor('ctrl+r: send it without delivery_count');
	expect(service.records).toHaveLength(1);
	await app.press('C-r');
	await app.waitFor('It will be sent without delivery_count.');
	await app.press('C-s');
	await app.waitFor('Not sent: created_at, delivery_count.');
	await app.press('C-s');
	await app.waitFor('✓ Replaced 1 with 2');
	expect(service.records).toStrictEqual([{...left, notification_name: 'New', id: 2}]);
});

test('so it is of the undo of a deletion, with o', async () => {
	const {service, app} = await open(1);
	await using _app = app;
	await app.waitFor('Name 1');
	await app.press('d');
	await app.waitFor('y delete');
	await app.press('y');
	await app.waitFor('✓ Deleted');
	await app.press('u');
	await app.waitFor('y undo');
	await app.press('y');
	await app.waitFor('o: send it without delivery_count');
	await app.press('o');
	await app.waitUntilGone('o: send it');
	await app.press('y');
	await app.waitFor('✓ Undone');
	expect(service.records).toStrictEqual([{...left, id: 2}]);
});

test('and of all of a batch', async () => {
	const {service, app} = await open(2);
	await using _app = app;
	await app.waitFor('2 notifications');
	await app.press('a', 'd');
	await app.waitFor('then enter');
	await app.press('2', 'Enter');
	await app.waitFor('✓ Deleted 2');
	await app.press('u');
	await app.waitFor('then enter');
	await app.press('2', 'Enter');
	const end = await app.waitFor('retry without');
	expect(end).toContain('The service refused delivery_count. They can be sent without delivery_count.');
	expect(service.records).toEqual([]);
	await app.press('o');
	await app.waitFor('✓ Undone. Recreated 2');
	expect(service.records).toMatchObject([{status: 'paused'}, {status: 'paused'}]);
	expect(service.records.every(({delivery_count: count}) => count === undefined)).toBe(true);
});

test('a clone sends what was listed beyond the documented members, also from a draft that was saved', async () => {
	const service = await startRawService([{...record(1), external_user_id: 5}]);
	const app = await startApp({service, size: '120x50', settlingTime: 100});
	await using _app = app;
	await app.waitFor('Name 1');
	await app.press('c');
	await app.waitFor('clone notification 1');
	await app.press('C-u', `0x${'2'.repeat(40)}`, 'Escape');
	await app.waitFor('Draft kept');
	await app.press('n', 'M-d');
	await app.waitFor('Address');
	await app.press('C-s');
	const review = await app.waitFor(/Create .* on/v);
	expect(review.replaceAll(/\s+/gv, ' ')).toContain('status: "paused", event_details.filters.negate: true.');
	await app.press('C-s');
	await app.waitFor('✓ Created 2');
	expect(service.records[1]).toStrictEqual({
		...left,
		external_user_id: 5,
		delivery_count: 1,
		event_details: {...(left.event_details as object), addresses: [`0x${'2'.repeat(40)}`]},
		id: 2,
	});
});
