import {expect, test} from 'vitest';
import {bodyOf} from './bodies.ts';
import {createTimeline} from './timeline.ts';

test('a notification exists from the moment it begins to just before the moment it ends', () => {
	const timeline = createTimeline();
	timeline.begin('1', bodyOf('a'), 4, 10);
	timeline.end('1', 'another client', 20);
	expect([9, 10, 19, 20].map(time => timeline.existsAt('1', time))).toStrictEqual([false, true, true, false]);
	expect(timeline.existsAt('2', 10)).toBe(false);
	expect(timeline.of('1')).toMatchObject({from: 10, till: 20, createdBy: 4, deletedBy: 'another client'});
});

test('the first request that deletes a notification is the one that deleted it', () => {
	const timeline = createTimeline();
	timeline.begin('1', bodyOf('a'), 'before', 0);
	timeline.end('1', 7, 5);
	timeline.end('1', 8, 6);
	timeline.end('2', 9, 6);
	expect(timeline.deletedBy(7)).toMatchObject([{id: '1', till: 5}]);
	expect(timeline.deletedBy(8)).toStrictEqual([]);
	expect(timeline.lifetimes()).toHaveLength(1);
});

test('what exists is told in the order in which it began, with what created it', () => {
	const timeline = createTimeline();
	timeline.begin('b', bodyOf('b'), 1, 0);
	timeline.begin('a', bodyOf('a'), 2, 0);
	timeline.begin('c', bodyOf('c'), 3, 1);
	timeline.end('b', 4, 1);
	expect(timeline.existingAt(0).map(({id}) => id)).toStrictEqual(['b', 'a']);
	expect(timeline.existingAt(1).map(({id}) => id)).toStrictEqual(['a', 'c']);
	expect(timeline.createdBy(3)).toMatchObject([{id: 'c', ordinal: 3}]);
});

test('what is begun under the ID of one that exists overwrites it in its place', () => {
	const timeline = createTimeline();
	timeline.begin('a', bodyOf('a'), 'before', 0);
	timeline.begin('b', bodyOf('b'), 'before', 0);
	timeline.begin('a', bodyOf('c'), 1, 5);
	expect(timeline.existingAt(5).map(({id, body, overwrites}) => [id, body.external_user_id, overwrites])).toStrictEqual(
		[
			['a', 'c', true],
			['b', 'b', false],
		],
	);
	expect(timeline.deletedBy(1)).toMatchObject([{id: 'a', till: 5}]);
	expect([timeline.ofAt('a', 4), timeline.ofAt('a', 5)]).toMatchObject([{from: 0}, {from: 5}]);
	expect(timeline.ofAt('a', -1)).toBeUndefined();
});
