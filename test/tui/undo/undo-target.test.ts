import {expect, test} from 'vitest';
import type {Item} from '../../../source/ledger/item.ts';
import {targetWidths} from '../../../source/tui/shared/target-lines.ts';
import {targetOf, undoTargetText} from '../../../source/tui/undo/undo-lines.ts';
import {itemWith} from '../../helpers/items.ts';
import {input, oldOne} from '../../ledger/ledgers.ts';

const item = itemWith({newId: '8'});
const replaced = itemWith({kind: 'replace', input: {...input, name: 'Hot wallet'}, snapshot: oldOne(), newId: '8'});

test('each notification is named by the ID that it has now', () => {
	expect(targetOf({...item, kind: 'delete', snapshot: oldOne(), newId: undefined})).toMatchObject({
		id: '7',
		fields: {name: 'Treasury'},
	});
	expect(targetOf(item)).toMatchObject({id: '8', fields: {name: 'Treasury'}});
});

test('a row of the undo of several says what is done to the notification, and what changes of it', () => {
	const rows = [
		item,
		{...item, kind: 'recreate', snapshot: oldOne()},
		{...item, kind: 'delete', snapshot: oldOne(), newId: undefined},
		replaced,
	] satisfies Item[];
	const widths = targetWidths(['7', '8'], [], 100);
	expect(rows.map(row => undoTargetText(targetOf(row), widths, 100).slice(0, 30).trimEnd())).toEqual([
		expect.stringMatching(/^- 8 {2}E-mail/v),
		expect.stringMatching(/^- 8 {2}E-mail/v),
		expect.stringMatching(/^\+ 7 {2}E-mail/v),
		'~ 8  name [Hot wallet→Treasury]'.slice(0, 30),
	]);
	expect(undoTargetText(targetOf(replaced), widths, 100, true)).toBe('8, Name from Hot wallet to Treasury');
	expect(undoTargetText(targetOf(item), widths, 100, true)).toMatch(/^8 {2}E-mail/v);
});
