import {expect, test} from 'vitest';
import {creation, deleteOne, input, oldOne, openNew, profile} from '../ledgers.ts';

test('changes are listed newest first, a bulk operation as one, and none of another account', () => {
	const ledger = openNew();
	const {journal} = ledger;
	journal.begin({...creation, profile: 'another'});
	const first = deleteOne(ledger, '1');
	const batch = journal.beginBatch(profile);
	journal.addItems(batch, [2, 3, 4].map(id => ({kind: 'delete', profileName: 'production', snapshot: oldOne(String(id))})));
	expect(journal.changes({profile, limit: 9})).toHaveLength(1);
	journal.completeBatch(batch);
	const undo = journal.begin({...creation, kind: 'recreate', input, snapshot: oldOne('1'), undoes: first});
	const changes = journal.changes({profile, limit: 9});
	expect(changes).toMatchObject([
		{id: undo.id, kind: 'recreate', state: 'planned', oldId: '1', isUndo: true, isUndone: false, batch: undefined},
		{kind: 'delete', batch: {id: batch, counts: {planned: 3}}},
		{id: first, kind: 'delete', state: 'done', label: 'Treasury', isUndo: false, isUndone: true},
	]);
	expect(journal.undoOf(first)?.id).toBe(undo.id);
	expect(journal.undoOf(undo.id)).toBeUndefined();
	expect(journal.changes({profile, limit: 2})).toHaveLength(2);
	expect(journal.changes({profile, limit: 9, search: 'BULK delete'})).toMatchObject([{batch: {id: batch}}]);
	expect(journal.changes({profile, limit: 9, search: 'recreate treasury'})).toHaveLength(1);
	expect(journal.changes({profile, limit: 9, search: 'treasury nothing'})).toStrictEqual([]);
	expect(journal.itemIds(batch)).toHaveLength(3);
});
