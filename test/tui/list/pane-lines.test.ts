import {expect, test} from 'vitest';
import {range} from '../../../source/platform/text.ts';
import {columnsOf, sampleOf} from '../../../source/tui/list/columns.ts';
import {paneLines, wholeIn} from '../../../source/tui/list/preview.tsx';
import {notificationWith} from '../../helpers/notifications.ts';

const lines = range(6).map(index => ({label: `Field ${index}`, text: 'value'}));
const shown = (rows: number) => paneLines(lines, rows).map(({label, text}) => (label === '' ? text : label));

test('the last line says how many more there are, and the key that shows them', () => {
	expect(shown(4)).toEqual(['Field 0', 'Field 1', 'Field 2', '3 more lines: enter']);
	expect(shown(1)).toEqual(['6 more lines: enter']);
});

test('what the row shows whole is not repeated; what it cuts is, and so are the types of the filters', () => {
	const filters = [{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'}];
	const record = notificationWith({id: '17', name: 'Treasury', recipient: `${'r'.repeat(80)}@example.com`, filters});
	const whole = (room: number) => wholeIn(record, columnsOf(sampleOf([record]), {room}).columns);
	expect(whole(80).has('recipient')).toBe(false);
	expect([...whole(300)]).toEqual(expect.arrayContaining(['id', 'name', 'recipient', 'network', 'address']));
	expect(whole(300).has('filter')).toBe(false);
	expect(wholeIn(notificationWith({id: '1'}), columnsOf(sampleOf([record]), {room: 300}).columns).has('filter')).toBe(
		true,
	);
});
