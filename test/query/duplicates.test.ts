import {describe, expect, test} from 'vitest';
import {findDuplicateGroups} from '../../source/query/duplicates.ts';
import {type Notification, sourceOf} from '../../source/notification/notification.ts';
import {finish} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';

const record = (id: string, fields: Partial<Notification> = {}, raw: object = {}) =>
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
		['a member of event_details that is not documented', {extras: {confirmations: 3}}],
		['a template, where a service does list it', {source: sourceOf({template: 'x'})}],
	])('another %s makes another notification', (_what, fields) => {
		expect(idsOf([record('1'), record('2', fields)])).toEqual([]);
	});

	test('an ID that is listed twice is one notification: it is no duplicate of itself', () => {
		expect(idsOf([record('7'), record('7')])).toEqual([]);
		expect(idsOf([record('7'), record('8'), record('7')])).toEqual([['7', '8']]);
	});
});

describe('which is the oldest', () => {
	test('the one with the lowest number', () => {
		const [group] = groupsOf([record('9007199254740993'), record('9007199254740992'), record('10')]);
		expect(group!.members.map(({id}) => id)).toEqual(['10', '9007199254740992', '9007199254740993']);
		expect(group!.isByAge).toBe(true);
	});

	test('the first in the listing where an ID is no number', () => {
		const [group] = groupsOf([record('b'), record('a'), record('1')]);
		expect(group!.members.map(({id}) => id)).toEqual(['b', 'a', '1']);
		expect(group!.isByAge).toBe(false);
	});
});

test('what was sent and is not listed may differ', () => {
	const records = [record('1'), record('2'), record('3')];
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
	expect(stepsFor(many(() => 'same'))).toBeGreaterThan(300);
});
