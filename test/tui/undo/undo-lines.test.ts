import {expect, test} from 'vitest';
import type {UndoSurvey} from '../../../source/operations/bulk/bulk-undo.ts';
import type {Failure} from '../../../source/api/failure.ts';
import type {Operation} from '../../../source/storage/journal/operation.ts';
import {asListed} from '../../../source/tui/shared/change-lines.ts';
import {batchUndoLines, changeName, duplicateLines, undoLines, undoLossLines, undoneText, undoOutcomeLines, undoQuestion, type PossibleUndo} from '../../../source/tui/undo/undo-lines.ts';
import {creation, input, moment, oldOne} from '../../storage/ledgers.ts';

const operation: Operation = {...creation, id: 1, state: 'done', startedAt: moment, endedAt: moment, snapshot: undefined, newId: '8', knownIds: [], detail: undefined};
const edited = {...input, name: 'Hot wallet'};

const plans: Readonly<Record<PossibleUndo['kind'], PossibleUndo>> = {
	recreate: {kind: 'recreate', operation: {...operation, kind: 'delete'}, deleted: oldOne(), input, isRedacted: false},
	delete: {kind: 'delete', operation, target: asListed(input, '8')},
	replace: {kind: 'replace', operation: {...operation, kind: 'replace', input: edited, snapshot: oldOne()}, target: asListed(edited, '8'), input, before: oldOne()},
};

test.each([
	['recreate', 'Undo: recreate "Treasury" (ID 7, to ops@example.com) on prod, with a new ID?'],
	['delete', 'Undo: delete "Treasury" (ID 8, to ops@example.com) from prod? It undoes the create of 2026-11-20 '],
	['replace', 'Undo: replace "Hot wallet" (ID 8, to ops@example.com) on prod with what it was before, with a new ID? It undoes the edit of 2026-11-20 '],
] as const)('the question of a %s names what is changed', (kind, question) => {
	expect(undoQuestion(plans[kind], 'prod', 80)).toContain(question);
});

test('the question says if the notification may not be the one that was created', () => {
	const note = 'No response named 8.';
	expect(undoQuestion({...plans.delete as Extract<PossibleUndo, {kind: 'delete'}>, note}, 'prod', 80)).toMatch(/\. No response named 8\.$/v);
	expect(undoQuestion({...plans.replace as Extract<PossibleUndo, {kind: 'replace'}>, note}, 'prod', 80)).toMatch(/new ID\? It undoes the edit of .*\. No response named 8\.$/v);
});

test('an undone edit shows old → new, and that the template would be lost', () => {
	expect(undoLines(plans.replace, () => undefined, 100)[0]).toStrictEqual({label: 'Name', text: 'Hot wallet → Treasury'});
	expect(undoLossLines(plans.replace, 100)).toStrictEqual([{tone: 'warning', text: ' ! This undo can recreate it, but not its template: it was not sent from this machine.'}]);
	expect(undoLossLines(plans.delete, 100)).toStrictEqual([]);
});

const survey: UndoSurvey = {kind: 'recreate', count: 12, contentUnknown: 3, undocumented: 4, duplicates: 1, incomplete: 2, impossible: 0, reason: undefined};
const said = (change: Partial<UndoSurvey>, first?: Operation) => {
	const {asked, rest} = batchUndoLines({...survey, ...change}, 'SANDBOX', 200, first);
	return [...asked, ...rest].map(({text}) => text);
};

test('before a bulk operation is undone the operator sees what is recreated without content, and what is not', () => {
	expect(batchUndoLines(undefined, 'SANDBOX', 80).asked).toHaveLength(1);
	expect(said({})).toStrictEqual([
		' Undo: recreate 12 notifications on SANDBOX, with new IDs? Press y to undo, esc to cancel.',
		expect.stringContaining('! The templates of 3 are unknown'),
		expect.stringContaining('! 4 have undocumented fields or values'),
		expect.stringContaining('! This undo cannot recreate 2'),
		expect.stringContaining('! 1 is identical to a listed notification'),
	]);
	expect(said({count: 0})[0]).toContain('Nothing can be undone.');
	const exact = {contentUnknown: 0, undocumented: 0, duplicates: 0, incomplete: 0};
	expect(said({...exact, kind: 'delete', count: 2, impossible: 1, reason: '7 no longer exists.'})).toStrictEqual([
		' Undo: delete 2 notifications from SANDBOX? Press y to undo, esc to cancel.',
		' ! 1 cannot be undone: 7 no longer exists.',
	]);
});

test('the question names the first notification that would be undone, by the ID that it has now', () => {
	expect(said({}, {...operation, kind: 'delete', snapshot: oldOne(), newId: undefined})[0]).toContain(' They are "Treasury" (ID 7, to ops@example.com) and 11 others. Press y');
	expect(said({kind: 'delete', count: 1}, operation)[0]).toContain(' It is "Treasury" (ID 8, to ops@example.com). Press y');
});

test('an undo is named as one, with what it did', () => {
	expect(changeName(operation)).toMatch(/^the create of 2026-11-2\d /v);
	expect(changeName({...operation, kind: 'recreate', isUndo: true})).toMatch(/^the undo \(recreate\) of 2026-11-2\d /v);
});

test('the notice has what the operation did and said, and the key that redoes it', () => {
	const recreation: Operation = {...operation, kind: 'recreate', snapshot: oldOne(), newId: '9'};
	expect(undoneText({...recreation, isUndo: true}, 'prod')).toBe('✓ Undone. Recreated 7 as 9 on prod. Press U to redo.');
	expect(undoneText({...recreation, detail: 'No listing shows it.\u{7}'}, 'prod')).toBe('✓ Redone. Recreated 7 as 9 on prod. No listing shows it.␇');
});

test('an attempt that sent nothing, or took no effect, says why', () => {
	const failure: Failure = {kind: 'server', outcome: 'unknown', summary: 'The service failed (503).', nextStep: 'Try again.'};
	const lines = (outcome: Parameters<typeof undoOutcomeLines>[0]) => undoOutcomeLines(outcome, 200).map(({tone, text}) => `${tone}:${text}`);
	expect(lines({kind: 'impossible', reason: 'Nothing was sent: 7 no longer exists.'})).toEqual(['bad: ✗ Nothing was sent: 7 no longer exists.']);
	expect(lines({kind: 'refused', failure})).toEqual(['bad: ✗ The service failed (503).', 'faint: Try again.']);
	expect(lines({kind: 'failed', operation: {...operation, detail: 'It is still listed.\u{7}'}})).toEqual(['bad: ✗ It is still listed.␇']);
	expect(lines({kind: 'failed', operation, failure})).toEqual(['bad: ✗ The service failed (503).', 'faint: Try again.']);
	expect(lines({kind: 'unchecked', reason: 'The service failed (503).'})).toEqual(['warning: ! Nothing was sent. Could not check for duplicates. The service failed (503). Press y to send anyway.']);
	expect(lines({kind: 'unchecked', reason: 'The same was sent.', isPending: true})[0]).not.toContain('Could not check');
	expect([lines(undefined), lines({kind: 'done', operation}), lines({kind: 'duplicates', duplicates: []})]).toEqual([[], [], []]);
});

test('each duplicate that recreating would make is named', () => {
	expect(duplicateLines([asListed(input, '8'), asListed(edited, '9')], 200).map(({text}) => text)).toEqual([expect.stringContaining('(ID 8) is identical'), expect.stringContaining('(ID 9) is identical')]);
	expect(duplicateLines([], 200)).toEqual([]);
});
