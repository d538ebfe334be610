import {expect, test} from 'vitest';
import type {ListedRecord} from '../../source/notification/notification.ts';
import {
	createViewer,
	emptyView,
	foldGroup,
	layOutRows,
	noFolds,
	type Folds,
	type ListRow,
} from '../../source/query/view.ts';
import {finish} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';

const records: ListedRecord[] = [
	notificationWith({id: '1', channel: 'SLACK'}),
	notificationWith({id: '2', channel: 'EMAIL'}),
	{kind: 'unreadable', index: 2, problem: 'no id', raw: {}},
	notificationWith({id: '3', channel: 'SLACK'}),
];

const view = finish(createViewer()({...emptyView, records, group: 'channel'}));

const shown = (row: ListRow | undefined) => {
	if (row?.kind === 'group') {
		return row.value;
	}

	return row?.kind === 'notification' ? row.id : '?';
};

const lines = (folds: Folds) => {
	const rows = layOutRows(view, folds);
	return Array.from({length: rows.length}, (_value, index) => shown(rows.at(index)));
};

const slack = view.groups!.find(({value}) => value === 'SLACK')!;

test('a group is above its members, which are hidden while it is folded', () => {
	expect(lines(noFolds)).toEqual(['EMAIL', '2', 'SLACK', '1', '3', '', '?']);
	expect(lines(foldGroup(noFolds, slack))).toEqual(['EMAIL', '2', 'SLACK', '', '?']);
	expect(lines(foldGroup(foldGroup(noFolds, slack), slack))).toEqual(lines(noFolds));
	expect(lines({areAll: true, except: new Set()})).toEqual(['EMAIL', 'SLACK', '']);
	expect(lines(foldGroup({areAll: true, except: new Set()}, slack))).toEqual(['EMAIL', 'SLACK', '1', '3', '']);
});

test('folding a folded group changes nothing', () => {
	const folded = foldGroup(noFolds, slack, true);
	expect(foldGroup(folded, slack, true)).toBe(folded);
	expect(foldGroup(noFolds, slack, false)).toBe(noFolds);
});

test('finds a row by its key, and the header above a row', () => {
	const rows = layOutRows(view, noFolds);
	for (const index of Array.from({length: rows.length}).keys()) {
		expect(rows.indexOf(rows.keyAt(index)!)).toBe(index);
	}

	expect(
		layOutRows({records: [], matches: [], query: [], groups: undefined} as unknown as typeof view, noFolds).indexOf(
			'id 1',
		),
	).toBe(-1);
	expect([0, 1, 2, 4].map(index => rows.headerAbove(index))).toEqual([0, 0, 2, 2]);
	expect(rows.indexOf('id 99')).toBe(-1);
	expect(rows.keyAt(7)).toBeUndefined();
	expect(layOutRows({...view, groups: undefined}, noFolds).headerAbove(3)).toBe(-1);
});

test('a header stands for its members, folded or not; an unreadable record has no ID', () => {
	const rows = layOutRows(view, noFolds);
	expect(rows.idsAt(2)).toEqual(['1', '3']);
	expect(rows.idsAt(6)).toEqual([]);
	expect(rows.idsBetween(1, 3)).toEqual(['2', '1']);
	expect(layOutRows(view, foldGroup(noFolds, slack)).idsBetween(1, 2)).toEqual(['2', '1', '3']);
});
