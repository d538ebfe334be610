import {expect, test} from 'vitest';
import {account, address} from '../helpers/command-account.ts';
import {startRawService, type RawRecord} from '../changes/raw-service.ts';
import {containing} from '../helpers/texts.ts';

const record = (id: number, change: object = {}): RawRecord => ({
	id,
	external_user_id: `u-${id}`,
	channel: 'EMAIL',
	notification_name: 'Old',
	delivery_location: `u-${id}@example.com`,
	delivery_count: id,
	status: 'active',
	event_details: {network: 'N', event_type: 'E', addresses: [address], filters: []},
	...change,
});

/** A service that lists `delivery_count`, and refuses it. */
async function serve(
	records: readonly RawRecord[],
	answer: (body: Readonly<Record<string, unknown>>) => unknown = ({delivery_count: count}) =>
		count === undefined ? undefined : {delivery_count: ['This field is read-only.']},
) {
	const service = await startRawService([...records], {refused: answer});
	return {service, place: await account(0, 5000, service)};
}

const edit = ['--set', 'name=New', '--accept-unknown-template', '--yes'];

test.each<[string, Parameters<typeof serve>[1]]>([
	['an error at the field', undefined],
	[
		'an error that names it',
		({delivery_count: count}) => (count === undefined ? undefined : {error: 'Unknown field "delivery_count"'}),
	],
])('what a service refuses of an edit is named, and left out with --omit-refused: %s', async (_title, answer) => {
	const {service, place} = await serve([record(7)], answer);
	await using _place = place;
	const refused = await place.run(['edit', '7', ...edit]);
	expect(refused).toMatchObject({
		exitCode: 5,
		stderr: containing('Pass --omit-refused to send it without delivery_count.'),
	});
	expect(service.records).toStrictEqual([record(7)]);
	const {delivery_count: _count, ...left} = record(7);
	await place.says(
		0,
		['edit', '7', ...edit, '--omit-refused'],
		'The service refused delivery_count: sent again without delivery_count.',
	);
	expect(service.records).toStrictEqual([{...left, notification_name: 'New', id: 8}]);
});

test('so do a clone, a file, and the undo of a deletion', async () => {
	const {service, place} = await serve([record(7)]);
	await using _place = place;
	for (const command of ['clone 7 --set network=M', 'create -f - --allow-duplicate']) {
		const input = JSON.stringify(record(7));
		await place.says(5, command, '--omit-refused', {input});
		await place.ends(0, `${command} --omit-refused`, {input});
	}

	await place.ends(0, 'delete 7 --yes');
	await place.says(5, 'undo --last --yes --allow-duplicate', '--omit-refused');
	await place.ends(0, 'undo --last --yes --allow-duplicate --omit-refused');
	expect(service.records.map(({status, delivery_count: count}) => [status, count])).toStrictEqual([
		['active', undefined],
		['active', undefined],
		['active', undefined],
	]);
});

test('so do all of a batch, at once or later, and no other item loses anything', async () => {
	const loose = record(9, {delivery_count: undefined, note: 'kept'});
	const {service, place} = await serve([record(7), record(8), loose]);
	await using _place = place;
	const refused = await place.run(['edit', '--all', ...edit]);
	expect(refused).toMatchObject({
		exitCode: 3,
		stderr: containing(
			'The service refused delivery_count. Run chainbell recover 1 --retry --omit-refused to send without delivery_count.',
		),
	});
	expect(service.records).toHaveLength(3);
	await place.ends(0, 'recover 1 --retry --omit-refused');
	expect(
		service.records.map(({notification_name: name, status, delivery_count: count}) => [name, status, count]),
	).toStrictEqual(Array.from({length: 3}, () => ['New', 'active', undefined]));
	expect(service.records.find(({external_user_id: user}) => user === 'u-9')).toMatchObject({note: 'kept'});
	await place.ends(0, 'delete --all --yes');
	await place.ends(0, 'undo --last --yes');
	expect(service.records).toHaveLength(3);
});

test('a value whose listed type is refused is sent as text', async () => {
	const {service, place} = await serve(
		[record(7, {external_user_id: 42, delivery_count: undefined})],
		({external_user_id: user}) => (typeof user === 'string' ? undefined : {external_user_id: ['must be a string']}),
	);
	await using _place = place;
	await place.says(5, ['edit', '7', ...edit], 'with external_user_id as text');
	await place.ends(0, ['edit', '7', ...edit, '--omit-refused']);
	expect(service.records).toMatchObject([{external_user_id: '42', status: 'active', id: 8}]);
});
