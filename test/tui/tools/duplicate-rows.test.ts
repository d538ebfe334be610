import {expect, test} from 'vitest';
import type {DuplicateGroup} from '../../../source/query/duplicates.ts';
import {duplicateRows, idsButOldest, remainingDuplicates} from '../../../source/tui/tools/duplicates.tsx';
import {widthOf} from '../../../source/terminal/width.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import {matching} from '../../helpers/texts.ts';

const groupWith = (ids: readonly string[], over: Partial<DuplicateGroup> = {}): DuplicateGroup => ({
	members: ids.map(id => notificationWith({id, name: 'Treasury'})),
	isByAge: true,
	hasOtherContent: false,
	...over,
});

const none: ReadonlySet<string> = new Set();

test('all but the oldest; one with a pending change is neither kept for the others nor deleted', () => {
	const group = groupWith(['1', '2', '3']);
	expect(idsButOldest(group, none)).toEqual(['2', '3']);
	// A DELETE of 1 may still take effect: 2 must stay.
	expect(idsButOldest(group, new Set(['1']))).toEqual(['3']);
	expect(idsButOldest(group, new Set(['1', '2']))).toEqual([]);
	expect(idsButOldest(group, new Set(['3']))).toEqual(['2']);
});

test('what must still be listed is one of each group that stays, and a group of which nothing stays is counted', () => {
	const groups = [groupWith(['1', '2', '3']), groupWith(['4', '5']), groupWith(['6', '7'])];
	expect(remainingDuplicates(groups, new Set(['2', '3']), none)).toEqual({keeps: new Set(['1']), emptied: 0});
	expect(remainingDuplicates(groups, new Set(['1', '2', '4', '5']), none)).toEqual({keeps: new Set(['3']), emptied: 1});
	expect(remainingDuplicates(groups, new Set(['2', '3', '5']), new Set(['1']))).toEqual({
		keeps: new Set(['4']),
		emptied: 1,
	});
	expect(remainingDuplicates(groups, new Set(['99']), none)).toEqual({keeps: none, emptied: 0});
});

const linesOf = (group: DuplicateGroup, marked = none, pending = none, columns = 80) => {
	const rows = [undefined, ...group.members].map(member => ({group, member}));
	const {lineAt} = duplicateRows(rows, marked, pending, columns);
	return rows.map((_, index) => lineAt(index).text);
};

test('a header fits, and its counts are never cut', () => {
	const group = groupWith(['1', '2', '3']);
	expect(linesOf(group, new Set(['2']))).toEqual([
		'Treasury · 3 identical, 1 marked',
		matching(/^ {2}1 +EMAIL +user +a@example.com +any +keep \(oldest\)$/v),
		matching(/^● 2 +EMAIL +user +a@example.com +any$/v),
		matching(/^ {2}3 +EMAIL +user +a@example.com +any$/v),
	]);
	const [narrow] = linesOf(group, new Set(['2']), none, 30) as [string];
	expect(narrow).toMatch(/^Tr.*… · 3 identical, 1 marked$/v);
	expect(widthOf(narrow)).toBeLessThanOrEqual(30);
});

test('the first says why it is kept, and everything from the service is sanitised', () => {
	const members = ['1\u{1B}', '2'].map(id => notificationWith({id, name: '\u{1B}[31mred'}));
	const group: DuplicateGroup = {members, isByAge: true, hasOtherContent: true};
	const lines = linesOf(group, none, new Set(['2']));
	expect(lines[1]).toMatch(/ {2}keep \(oldest\)$/v);
	expect(lines[2]).toMatch(/ {2}a change is pending$/v);
	expect(lines.join('')).not.toMatch(/\p{Control}/v);
	expect(lines[0]).toContain('2 identical as listed');
	expect(linesOf(groupWith(['x', 'y'], {isByAge: false}))[1]).toContain('first in the listing; its');
});
