import {expect, test} from 'vitest';
import {distinctValues} from '../../source/query/bulk-edit.ts';
import {emptyDraft, type Draft} from '../../source/notification/fields.ts';
import {finish} from '../../source/platform/time-slices.ts';

const filter = {fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'};
const draftOf = (recipient: string, others: Partial<Draft> = {}): Draft => ({
	...emptyDraft,
	userId: 'ops',
	recipient,
	...others,
});

test('distinct values have their counts, the most frequent first', () => {
	const values = finish(distinctValues([draftOf('a'), draftOf('b'), draftOf('c'), draftOf('b')]));
	expect(values.get('recipient')).toEqual([
		{value: 'b', count: 2},
		{value: 'a', count: 1},
		{value: 'c', count: 1},
	]);
	expect(values.get('userId')).toEqual([{value: 'ops', count: 4}]);
});

test('filters are counted as one line, and topics for those that have them, in the order of the form', () => {
	const values = finish(
		distinctValues([
			draftOf('a', {filters: [filter, {...filter, value: '2'}]}),
			draftOf('b', {filters: [filter]}),
			draftOf('c', {topics: ['0x1', '', '', '']}),
		]),
	);
	expect(values.get('filters')?.map(({value}) => value)).toEqual(['value > 1 and value > 2', 'value > 1', '']);
	expect(values.get('topic.0')).toEqual([{value: '0x1', count: 1}]);
	const fields = values.keys().toArray();
	expect(fields[0]).toBe('userId');
	expect(fields.slice(-2)).toEqual(['name', 'template']);
	expect(fields.indexOf('topic.0')).toBe(fields.indexOf('filters') + 1);
});
