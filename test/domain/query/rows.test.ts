import {expect, test} from 'vitest';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {
	fold,
	layOutRows,
	noFolds,
	type Folds,
	type ListRow,
} from '../../../source/domain/query/rows.ts';
import {createViewer, emptyView} from '../../../source/domain/query/view.ts';
import {finish} from '../../helpers/finish.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const records: ListedRecord[] = [
	notificationWith({id: '1', channel: 'SLACK'}),
	notificationWith({id: '2', channel: 'EMAIL'}),
	{kind: 'unreadable', index: 2, problem: 'no id', raw: {}},
	notificationWith({id: '3', channel: 'SLACK'}),
];

const view = finish(createViewer()({...emptyView, records, group: 'channel'}));

const shown = (row: ListRow | undefined) => row?.kind === 'group' ? row.value : (row?.kind === 'notification' ? row.id : '?');

const lines = (folds: Folds) => {
	const rows = layOutRows(view, folds);
	return Array.from({length: rows.length}, (_value, index) => shown(rows.at(index)));
};

const slack = view.groups!.find(({value}) => value === 'SLACK')!;

test('each group is above its members, unless it is folded', () => {
	expect(lines(noFolds)).toEqual(['EMAIL', '2', 'SLACK', '1', '3', '', '?']);
	expect(lines(fold(noFolds, slack))).toEqual(['EMAIL', '2', 'SLACK', '', '?']);
	expect(lines(fold(fold(noFolds, slack), slack))).toEqual(lines(noFolds));
	expect(lines({areAll: true, except: new Set()})).toEqual(['EMAIL', 'SLACK', '']);
	expect(lines(fold({areAll: true, except: new Set()}, slack))).toEqual(['EMAIL', 'SLACK', '1', '3', '']);
});

test('folding what is folded changes nothing', () => {
	const folded = fold(noFolds, slack, true);
	expect(fold(folded, slack, true)).toBe(folded);
	expect(fold(noFolds, slack, false)).toBe(noFolds);
});

test('a row is found by its key, and its header from it', () => {
	const rows = layOutRows(view, noFolds);
	for (const index of Array.from({length: rows.length}).keys()) {
		expect(rows.indexOf(rows.keyAt(index)!)).toBe(index);
	}

	expect([0, 1, 2, 4].map(index => rows.headerAbove(index))).toEqual([0, 0, 2, 2]);
	expect(rows.indexOf('id 99')).toBe(-1);
	expect(rows.keyAt(7)).toBeUndefined();
	expect(layOutRows({...view, groups: undefined}, noFolds).headerAbove(3)).toBe(-1);
});

test('a header stands for its members, also where they are folded; what cannot be read has no id', () => {
	const rows = layOutRows(view, noFolds);
	expect(rows.idsAt(2)).toEqual(['1', '3']);
	expect(rows.idsAt(6)).toEqual([]);
	expect(rows.idsBetween(1, 3)).toEqual(['2', '1']);
	expect(layOutRows(view, fold(noFolds, slack)).idsBetween(1, 2)).toEqual(['2', '1', '3']);
});
