import {expect, test} from 'vitest';
import type {Event, Item, NewItem} from '../../../source/ledger/item.ts';
import {canUndo} from '../../../source/tui/changes/change-lines.ts';
import {nothingToUndo} from '../../../source/tui/ui/notices.ts';
import {
	account,
	answered,
	creation,
	deleted,
	deletion,
	happen,
	seen,
	openNew,
	recreation,
	sent,
} from '../../ledger/ledgers.ts';

test.each([
	[0, false, 'Nothing to undo.'],
	[0, true, 'Nothing to redo.'],
	[1, false, 'Nothing to undo yet. Press ! in the list for the pending changes.'],
	[1, true, 'Nothing to redo yet. Press ! in the list for the pending changes.'],
])('with %i pending changes, to redo: %s', (pending, isRedo, text) => {
	expect(nothingToUndo(pending, isRedo)).toBe(text);
});

const stop: Event = {kind: 'decided', how: 'stop'};
const unfollowed = '1 is not followed: look in the list what became of it.';
const undone = 'All of it is undone already, or had no effect.';

test.each<[string, NewItem, readonly Event[], boolean | string]>([
	['a delete that is done', deletion('7'), deleted('7'), true],
	['a delete that was sent and is not followed', deletion('7'), [sent('DELETE', '7'), answered('unknown'), stop], true],
	['a create that is not followed', creation, [sent('POST'), answered('unknown'), stop], unfollowed],
	['a delete that was refused', deletion('7'), [sent('DELETE', '7'), answered('rejected'), stop], unfollowed],
	[
		'a delete that had no answer and is still listed',
		deletion('7'),
		[
			sent('DELETE', '7'),
			answered('unknown'),
			seen('failed', {reason: [{why: 'still-listed', isConfirmed: false, is: 'alone'}]}),
		],
		false,
	],
	['what is pending', deletion('7'), [], 'It is pending: finish it or roll it back first.'],
])('an undo of %s is offered as the ledger has it', (_name, item, events, expected) => {
	const {changes, add} = ledgerWith();
	const {id, set} = add(item, ...events);
	const whole = {set: changes.set(set), item: undefined};
	expect([canUndo({...whole, item: changes.item(id)}, changes), canUndo(whole, changes)]).toEqual([expected, expected]);
});

test('nothing is offered for what is undone already', () => {
	const {changes, add} = ledgerWith();
	const {id, set} = add(deletion('7'), ...deleted('7'));
	add(recreation('7', id));
	const whole = {set: changes.set(set), item: undefined};
	expect([canUndo({...whole, item: changes.item(id)}, changes), canUndo(whole, changes)]).toEqual([undone, undone]);
});

function ledgerWith() {
	const ledger = openNew();
	return {
		changes: ledger.changes,
		add(item: NewItem, ...events: readonly Event[]): Item {
			const {id} = ledger.changes.begin({...account, isRepeated: true}, [item]);
			return happen(ledger, ledger.changes.items(id)[0]!, ...events);
		},
	};
}
