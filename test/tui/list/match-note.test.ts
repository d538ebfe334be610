import {expect, test} from 'vitest';
import {fields} from '../../../source/domain/fields.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {withMatchNote} from '../../../source/tui/list/match-note.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const record = notificationWith({id: '7', name: 'Treasury', filters: [{fieldName: 'asset', operator: 'eq', value: 'USDC', valueType: 'str'}], userId: 'operations-team-of-the-north'});
const row = '7  Treasury  EMAIL';
const noted = (words: readonly string[], width = 70) => withMatchNote(row, record, {words, fields}, width);

test('a match in a field that the row does not show is named', () => {
	expect(noted(['usdc'])).toMatch(/^7 {2}Treasury {2}EMAIL +filter: asset = USDC \(str\)$/v);
	expect(withMatchNote('7  value > 50,000', notificationWith({filters: [{fieldName: 'value', operator: 'gt', value: '50000', valueType: 'int'}]}), {words: ['50000'], fields}, 70)).toBe('7  value > 50,000');
	expect(noted(['treasury', 'north'])).toMatch(/ user: …\S*-the-north$/v);
	expect(widthOf(noted(['usdc'], 40))).toBeLessThanOrEqual(40);
});

test('a match that the row shows needs no note, nor does a word that the record does not have', () => {
	expect(noted(['treas', 'email'])).toBe(row);
	expect(noted(['elsewhere'])).toBe(row);
	expect(noted([])).toBe(row);
	expect(withMatchNote(row, record, {words: ['usdc'], fields: []}, 70)).toBe(row);
});
