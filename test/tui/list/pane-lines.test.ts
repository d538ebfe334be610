import {expect, test} from 'vitest';
import {range} from '../../../source/platform/text.ts';
import type {Line} from '../../../source/tui/ui/line.ts';
import {paneLines} from '../../../source/tui/list/preview-panes.tsx';
import {notificationWith} from '../../helpers/notifications.ts';

const record = notificationWith({id: '17', name: 'Treasury'});
const lines: Line[] = [
	{label: 'ID', text: '17'},
	{label: 'Name', text: 'Treasury'},
	...range(6).map(index => ({label: `Field ${index}`, text: 'value'})),
];
const shown = (rows: number, columns = 60) =>
	paneLines(lines, record, columns, rows).map(({label, text}) => (label === '' ? text : label));

test('all lines are shown where they fit', () => {
	expect(paneLines(lines, record, 60, lines.length)).toBe(lines);
});

test('in fewer lines what the title says is left out first', () => {
	expect(shown(6)).toEqual(range(6).map(index => `Field ${index}`));
	expect(shown(7, 12)).toContain('Name');
});

test('the last line says how many more there are, and the key that shows them', () => {
	expect(shown(4)).toEqual(['Field 0', 'Field 1', 'Field 2', '3 more lines: enter']);
	expect(shown(1)).toEqual(['6 more lines: enter']);
});
