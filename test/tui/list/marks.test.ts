import {expect, test} from 'vitest';
import {noMarks, toggled, withoutUnlisted} from '../../../source/tui/list/list-state.ts';
import {notificationWith} from '../../helpers/notifications.ts';

test('toggling marks all, and unmarks them only when all are marked', () => {
	expect([...toggled(new Set(['1']), ['1', '2'])]).toEqual(['1', '2']);
	expect([...toggled(new Set(['1', '2', '3']), ['1', '2'])]).toEqual(['3']);
	expect([...toggled(new Set(), [])]).toEqual([]);
});

test('marks of deleted notifications are dropped, and nothing else changes', () => {
	const marks = {...noMarks, ids: new Set(['1', '2'])};
	const records = [notificationWith({id: '2'}), notificationWith({id: '3'})];
	expect([...withoutUnlisted(marks, records).ids]).toEqual(['2']);
	const all = [...records, notificationWith({id: '1'})];
	expect(withoutUnlisted(marks, all)).toBe(marks);
	expect(withoutUnlisted(noMarks, all)).toBe(noMarks);
});
