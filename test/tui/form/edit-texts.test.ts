import {expect, test} from 'vitest';
import {widthOf} from '../../../source/terminal/width.ts';
import {fewerOf, fieldHint, fieldPosition} from '../../../source/tui/form/bulk-edit-view.tsx';

const values = [
	{value: 'a', count: 26_000},
	{value: 'b', count: 14_000},
];

test.each([
	[78, 'Type: all get it · /old/new/: replace · enter: one by one'],
	[45, 'Type: all get it · /old/new/: replace'],
	[20, 'Type: all get it'],
])('the hint of a field is whole in %i columns', (columns, part) => {
	expect(widthOf(part)).toBeLessThanOrEqual(columns);
	expect(fieldHint(values, undefined, columns)).toBe(part);
});

test('fields that do not fit say which one has the focus', () => {
	const view = {
		values: new Map([
			['userId', []],
			['channel', []],
			['recipient', []],
		] as const),
		focus: 'recipient',
	} as unknown as Parameters<typeof fieldPosition>[0];
	expect(fieldPosition(view, 2)).toBe('field 3 of 3');
	expect(fieldPosition(view, 3)).toBe(false);
});

test('in few columns counts are left out from the end, and no number is cut', () => {
	expect(fewerOf(['57 change', '57 templates unknown', false, '158 unchanged'])).toEqual([
		'57 change · 57 templates unknown · 158 unchanged',
		'57 change · 57 templates unknown',
		'57 change · 57 templates unknown',
		'57 change',
	]);
});
