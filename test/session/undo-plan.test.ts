import {expect, test} from 'vitest';
import {findUndo, type UndoPlan} from '../../source/session/undo-plan.ts';
import type {Operation} from '../../source/ledger/journal/operation.ts';
import {notificationWith} from '../helpers/notifications.ts';
import {operationWith, snapshotWith} from '../operations/evidence-cases.ts';

/** A journal with these operations, the newest first. Each can be undone. */
function journalOf(operations: readonly Operation[]) {
	const asked: Array<{readonly profile: string; readonly isRedo: boolean | undefined}> = [];
	return {
		asked,
		undoable: (id: number) => operations.find(operation => operation.id === id),
		successor: () => undefined,
		requestsOf: () => [],
		ownerElsewhere: () => undefined,
		lastUndoable(profile: string, isWanted: (operation: Operation) => boolean, isRedo?: boolean) {
			asked.push({profile, isRedo});
			return operations.find(operation => isWanted(operation));
		},
	};
}

/** Created as this ID. */
const created = (id: number, newId: string, change: Partial<Operation> = {}) =>
	operationWith({id, state: 'done', endedAt: 1, newId, ...change});

const listed = (id: string) => notificationWith({...operationWith().input!, id});

const said = (plan: UndoPlan | undefined) => (plan === undefined ? undefined : [plan.kind, plan.operation.id]);

test('what was changed last is undone; what is gone already is skipped', () => {
	const journal = journalOf([created(4, '40'), created(3, '30'), created(2, '20'), created(1, '10')]);
	expect(said(findUndo(journal, 'p', {records: [listed('40'), listed('10')], isComplete: true}))).toEqual([
		'delete',
		4,
	]);
	expect(said(findUndo(journal, 'p', {records: [listed('20'), listed('10')], isComplete: true}))).toEqual([
		'delete',
		2,
	]);
	expect(findUndo(journal, 'p', {records: [], isComplete: true})).toBeUndefined();
	expect(findUndo(journalOf([]), 'p', {records: [], isComplete: true})).toBeUndefined();
});

test('what a partial listing does not show is not skipped: why it cannot be undone is said', () => {
	const journal = journalOf([created(2, '20'), created(1, '10')]);
	expect(findUndo(journal, 'p', {records: [listed('10')], isComplete: false})).toMatchObject({
		kind: 'impossible',
		isMoot: false,
		operation: {id: 2},
	});
});

test('a deletion that had no effect is skipped', () => {
	const deleted = operationWith({
		id: 2,
		kind: 'delete',
		state: 'failed',
		endedAt: 1,
		input: undefined,
		snapshot: snapshotWith('Treasury'),
	});
	const journal = journalOf([deleted, created(1, '10')]);
	expect(said(findUndo(journal, 'p', {records: [listed('1'), listed('10')], isComplete: true}))).toEqual(['delete', 1]);
	expect(said(findUndo(journal, 'p', {records: [listed('10')], isComplete: true}))).toEqual(['recreate', 2]);
});

test('a redo looks for an undo', () => {
	const journal = journalOf([created(1, '10')]);
	findUndo(journal, 'p', {records: [], isComplete: true});
	findUndo(journal, 'p', {records: [], isComplete: true}, {isRedo: true});
	expect(journal.asked).toEqual([
		{profile: 'p', isRedo: false},
		{profile: 'p', isRedo: true},
	]);
});
