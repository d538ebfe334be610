import {expect, test} from 'vitest';
import {filterParts} from '../../../source/domain/fields.ts';
import {cellWidths} from '../../../source/tui/form/form-view.tsx';
import {partSpec} from '../../../source/domain/spec.ts';

const filter = filterParts.map(part => ({share: partSpec(part).share, placeholder: partSpec(part).name}));

test.each([42, 62, 150])('in %i columns every part of a filter shows its whole label', room => {
	const widths = cellWidths(filter, room);
	expect(widths.every((width, index) => width >= filter[index]!.placeholder.length)).toBe(true);
	expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(room);
	expect(Math.max(...widths)).toBe(widths[filterParts.indexOf('value')]);
});

test('a lone cell has the line, and none is narrower than three columns', () => {
	expect(cellWidths([{share: 1, placeholder: 'none'}], 60)).toEqual([60]);
	expect(cellWidths(filter, 8)).toEqual([3, 3, 3, 3]);
});
