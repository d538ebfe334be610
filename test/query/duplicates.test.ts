import {describe, expect, test} from 'vitest';
import {findDuplicateGroups} from '../../source/query/duplicates.ts';
import {type Notification, sourceOf} from '../../source/notification/notification.ts';
import {finish} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';

const record = (id: string, fields: Partial<Notification> = {}, raw: object = {}): Notification =>
	notificationWith({id, source: sourceOf(raw), ...fields});

const nothingKnown = () => undefined;

const groupsOf = (records: readonly Notification[], unlistedOf: (id: string) => string | undefined = nothingKnown) =>
	finish(findDuplicateGroups(records, unlistedOf));

const idsOf = (records: readonly Notification[], unlistedOf?: (id: string) => string | undefined) =>
	groupsOf(records, unlistedOf).map(({members}) => members.map(({id}) => id));

describe('what is identical', () => {
	test('notifications with the same canonical form, the largest group first; one alone is no group', () => {
		expect(
			idsOf([
				record('1', {name: 'a'}),
				record('2', {name: 'b'}),
				record('3', {name: 'alone'}),
				record('4', {name: 'a', addresses: ['0X1']}),
				record('5', {name: 'b'}),
				record('6', {name: 'b'}),
			]),
		).toEqual([
			['2', '5', '6'],
			['1', '4'],
		]);
	});

	test.each([
		['name', {name: 'b'}],
		['user', {userId: 'other'}],
		['recipient', {recipient: 'A@example.com'}],
		['filters', {filters: [{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'}]}],
		['a member of event_details that is not documented', {extras: {confirmations: 3}}],
		['a template, where a service does list it', {source: sourceOf({template: 'x'})}],
	])('another %s makes another notification', (_what, fields) => {
		expect(idsOf([record('1'), record('2', fields)])).toEqual([]);
	});

	test('an ID that is listed twice is one notification: it is no duplicate of itself', () => {
		expect(idsOf([record('7'), record('7')])).toEqual([]);
		expect(idsOf([record('7'), record('8'), record('7')])).toEqual([['7', '8']]);
	});

	test('a record that cannot be read is in no group', () => {
		const unreadable = {kind: 'unreadable', index: 0, problem: 'x', raw: {}} as const;
		expect(finish(findDuplicateGroups([unreadable, unreadable], nothingKnown))).toEqual([]);
	});
});

describe('which is the oldest', () => {
	test('by the time of creation, if every member has one, whatever the IDs are', () => {
		const [group] = groupsOf([
			record('1', {}, {created_at: '2025-03-01T00:00:00Z'}),
			record('2', {}, {created_at: '2025-01-01T00:00:00+00:00'}),
			record('3', {}, {created_at: '2025-02-01 10:00'}),
		]);
		expect(group!.members.map(({id}) => id)).toEqual(['2', '3', '1']);
		expect(group!.oldestBy).toEqual({kind: 'time', member: 'created_at'});
		expect(group!.differing).toEqual([]);
		expect(idsOf([record('1', {}, {createdAt: 1_700_000_001}), record('2', {}, {createdAt: 1_700_000_000})])).toEqual([
			['2', '1'],
		]);
		expect(idsOf([record('10', {}, {created: '2025-01-01'}), record('9', {}, {created: '2025-01-01'})])).toEqual([
			['9', '10'],
		]);
	});

	test.each([
		['a time is missing', [{created_at: '2025-03-01'}, {}]],
		['a time is none', [{created_at: '2025-03-01'}, {created_at: 'yesterday'}]],
		['the name does not say creation', [{updated_at: '2025-03-01'}, {updated_at: '2025-01-01'}]],
	])('by the lowest number where %s', (_why, [first, second]) => {
		const [group] = groupsOf([
			record('9007199254740993', {}, first),
			record('9007199254740992', {}, second),
			record('10', {}, first),
		]);
		expect(group!.members.map(({id}) => id)).toEqual(['10', '9007199254740992', '9007199254740993']);
		expect(group!.oldestBy).toEqual({kind: 'id'});
	});

	test('by the order of the listing where an ID is no number', () => {
		const [group] = groupsOf([record('b'), record('a'), record('1')]);
		expect(group!.members.map(({id}) => id)).toEqual(['b', 'a', '1']);
		expect(group!.oldestBy).toEqual({kind: 'place'});
	});
});

test('what differs after all is named: members that are not documented, and what was sent and is not listed', () => {
	const records = [
		record('1', {}, {status: 'on', updated_at: 'x', same: 1}),
		record('2', {}, {status: 'off', updated_at: 'x', same: 1}),
		record('3', {}, {status: 'on', updated_at: 'x', same: 1, more: 2}),
	];
	expect(groupsOf(records)[0]).toMatchObject({differing: ['status', 'more'], hasOtherContent: false});
	const sent = new Map([
		['1', 'Hello'],
		['3', 'Hello'],
	]);
	expect(groupsOf(records, id => sent.get(id))[0]).toMatchObject({hasOtherContent: false});
	sent.set('3', 'Good bye');
	expect(groupsOf(records, id => sent.get(id))[0]).toMatchObject({hasOtherContent: true});
});

test('40,000 notifications are compared in many steps, also where all are identical', () => {
	const many = (nameOf: (index: number) => string) =>
		Array.from({length: 40_000}, (_value, index) => record(String(index), {name: nameOf(index)}));
	const stepsFor = (records: readonly Notification[]) => {
		const work = findDuplicateGroups(records, nothingKnown);
		let steps = 0;
		while (work.next().done !== true) {
			steps++;
		}

		return steps;
	};

	expect(stepsFor(many(String))).toBeGreaterThan(300);
	expect(stepsFor(many(() => 'same'))).toBeGreaterThan(600);
});
