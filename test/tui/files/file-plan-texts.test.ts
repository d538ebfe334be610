import {expect, test} from 'vitest';
import type {EntryWarning} from '../../../source/files/check-entries.ts';
import {warningsSaid} from '../../../source/tui/files/plan-view.tsx';
import {told} from '../../helpers/told.ts';

const entry = {file: 'alerts.yaml', line: 12, column: 5};
const warning: EntryWarning = {
	file: 'alerts.yaml',
	line: 14,
	column: 7,
	entry,
	field: 'event_details.filters.0.value',
	message: 'is not an int',
};
const other = {...warning, entry: {...entry, line: 30}};
const textOf = (warnings: readonly EntryWarning[]) => told(warningsSaid(warnings)).map(({text}) => text);

test('one warning is told, many are counted in one line: the rows have them', () => {
	expect(textOf([])).toEqual([]);
	expect(textOf([warning])).toEqual([' ! alerts.yaml, line 14: filter.0.value is not an int.']);
	expect(textOf([warning, warning])).toEqual([' ! 2 warnings in the row with !']);
	expect(textOf([warning, warning, ...Array.from({length: 998}, () => other)])).toEqual([
		' ! 1,000 warnings in the 2 rows with !',
	]);
});
