import {expect, test} from 'vitest';
import {undoRow} from '../../../source/tui/changes/undo.tsx';
import {itemWith} from '../../helpers/items.ts';
import {input, oldOne} from '../../ledger/ledgers.ts';

const item = itemWith({newId: '8'});

test('a row of the undo of several says what is done to the notification, by the ID that it has now', () => {
	expect(undoRow(item)).toMatchObject({sign: {text: '-'}, id: '8', fields: {name: 'Treasury'}});
	expect(undoRow({...item, kind: 'recreate', snapshot: oldOne()})).toMatchObject({sign: {text: '-'}, id: '8'});
	expect(undoRow({...item, kind: 'delete', snapshot: oldOne(), newId: undefined})).toMatchObject({
		sign: {text: '+'},
		id: '7',
	});
	expect(undoRow({...item, kind: 'replace', input: {...input, name: 'Hot wallet'}, snapshot: oldOne()})).toMatchObject({
		sign: {text: '~'},
		id: '8',
		what: [{name: 'name', old: 'Hot wallet', new: 'Treasury'}],
	});
});
