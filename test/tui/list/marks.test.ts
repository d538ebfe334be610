import {expect, test} from 'vitest';
import {noMarks, reduceMarks, type Marks, type MarksAction} from '../../../source/tui/list/marks.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const after = (...actions: MarksAction[]): Marks => {
	let marks = noMarks;
	for (const action of actions) {
		marks = reduceMarks(marks, action);
	}

	return marks;
};

const idsAfter = (...actions: MarksAction[]) => [...after(...actions).ids];

test('toggling marks all, and unmarks them only when all are marked', () => {
	expect(idsAfter({type: 'toggle', ids: ['1']}, {type: 'toggle', ids: ['1', '2']})).toEqual(['1', '2']);
	expect(idsAfter({type: 'toggle', ids: ['1', '2', '3']}, {type: 'toggle', ids: ['1', '2']})).toEqual(['3']);
	expect(idsAfter({type: 'toggle', ids: []})).toEqual([]);
});

test('inverting changes only the given IDs', () => {
	expect(idsAfter({type: 'toggle', ids: ['1', 'hidden']}, {type: 'invert', ids: ['1', '2']})).toEqual(['hidden', '2']);
});

test('a range marks nothing until it is marked, and then ends', () => {
	const begun = after({type: 'begin-range', anchor: 'id 1'});
	expect([...begun.ids]).toEqual([]);
	expect(begun.anchor).toBe('id 1');
	expect(reduceMarks(begun, {type: 'drop-range'})).toEqual(noMarks);
	const taken = after(
		{type: 'toggle', ids: ['2']},
		{type: 'begin-range', anchor: 'id 1'},
		{type: 'take-range', ids: ['1', '2']},
	);
	expect([...taken.ids]).toEqual(['2', '1']);
	expect(taken.anchor).toBeUndefined();
});

test('clearing drops all marks and the range', () => {
	expect(after({type: 'toggle', ids: ['1']}, {type: 'begin-range', anchor: 'id 1'}, {type: 'clear'})).toEqual(noMarks);
});

test('marks of deleted notifications are dropped, and nothing else changes', () => {
	const marks = after({type: 'toggle', ids: ['1', '2']});
	const records = [notificationWith({id: '2'}), notificationWith({id: '3'})];
	expect([...reduceMarks(marks, {type: 'retain', records}).ids]).toEqual(['2']);
	const all = [...records, notificationWith({id: '1'})];
	expect(reduceMarks(marks, {type: 'retain', records: all})).toBe(marks);
});

test('what must stay of duplicates is known as long as anything is marked', () => {
	const marks = after({type: 'toggle', ids: ['9']}, {type: 'set', ids: new Set(['2', '3']), keeps: new Set(['1'])});
	expect(marks).toEqual({ids: new Set(['2', '3']), keeps: new Set(['1']), anchor: undefined});
	expect(reduceMarks(marks, {type: 'toggle', ids: ['2']}).keeps).toEqual(new Set(['1']));
	expect(reduceMarks(marks, {type: 'toggle', ids: ['2', '3']})).toEqual(noMarks);
	expect(reduceMarks(marks, {type: 'invert', ids: ['2', '3']})).toEqual(noMarks);
	expect(reduceMarks(marks, {type: 'retain', records: [notificationWith({id: '1'})]})).toEqual(noMarks);
});
