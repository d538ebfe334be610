import {expect, test} from 'vitest';
import {breakdownOf} from '../../../source/query/group.ts';
import type {UndoSurvey} from '../../../source/operations/undo.ts';
import type {Failure} from '../../../source/service/failure.ts';
import type {Operation} from '../../../source/ledger/journal/operation.ts';
import {asListed} from '../../../source/notification/spec.ts';
import {
	type PossibleUndo,
	batchQuestion,
	changeName,
	duplicatesSaid,
	subjectOfUndo,
	undoConsequences,
	undoOutcomeSaid,
	undoQuestion,
	undoneText,
} from '../../../source/tui/undo/undo-lines.ts';
import {creation, input, moment, oldOne} from '../../ledger/ledgers.ts';
import {told} from '../../helpers/told.ts';

const operation: Operation = {
	...creation,
	id: 1,
	state: 'done',
	startedAt: moment,
	endedAt: moment,
	snapshot: undefined,
	newId: '8',
	knownIds: [],
	detail: undefined,
};
const edited = {...input, name: 'Hot wallet'};

const plans: Readonly<Record<PossibleUndo['kind'], PossibleUndo>> = {
	recreate: {kind: 'recreate', operation: {...operation, kind: 'delete'}, deleted: oldOne(), input, isRedacted: false},
	delete: {kind: 'delete', operation, target: asListed(input, '8')},
	replace: {
		kind: 'replace',
		operation: {...operation, kind: 'replace', input: edited, snapshot: oldOne()},
		target: asListed(edited, '8'),
		input,
		before: oldOne(),
	},
};

test.each([
	['recreate', 'Undo: recreate 7 on prod, with a new ID?'],
	['delete', 'Undo: delete 8 from prod?'],
	['replace', 'Undo: replace 8 on prod with what it was before, with a new ID?'],
] as const)('the question of a %s names what is changed, and the notification follows', (kind, question) => {
	expect(undoQuestion(plans[kind], 'prod')).toBe(question);
	expect(subjectOfUndo(plans[kind]).fields).toMatchObject({name: kind === 'replace' ? 'Hot wallet' : 'Treasury'});
});

test('the question about a change of a colleague says whose it is', () => {
	const by = {operator: 'anna\u{1B}', host: 'ci-7'};
	expect(undoQuestion({...plans.delete, operation: {...operation, by}}, 'prod')).toBe(
		'Undo the change of anna␛ on ci-7: delete 8 from prod?',
	);
	expect(told(batchQuestion(survey, {by}, 'prod', 200).asked).map(({text}) => text)).toStrictEqual([
		' Undo the change of anna␛ on ci-7: recreate 12 notifications on prod, with new IDs?',
	]);
});

test('what follows names the change that is undone, and says if the notification may not be the one that was created', () => {
	const note = 'No response named 8.';
	const texts = (plan: PossibleUndo) => told(undoConsequences(plan, 100), 100).map(({text}) => text.trim());
	expect(texts(plans.recreate)).toEqual(['! This undo recreates it without its template, which is unknown here.']);
	expect(texts({...(plans.delete as Extract<PossibleUndo, {kind: 'delete'}>), note})).toEqual([
		expect.stringMatching(/^It undoes the create of 2026-11-2\d .*\. No response named 8\.$/v),
	]);
	expect(texts({...(plans.replace as Extract<PossibleUndo, {kind: 'replace'}>), note})[1]).toMatch(
		/^It undoes the edit of .*\. No response named 8\.$/v,
	);
});

test('an undone edit shows old → new, and that the template would be lost', () => {
	expect(told(undoConsequences(plans.replace, 100), 100).map(({text}) => text)).toStrictEqual([
		'   Name         Hot wallet → Treasury',
		expect.stringContaining('It undoes'),
		' ! This undo recreates it without its template, which is unknown here.',
	]);
});

const survey: UndoSurvey = {
	kind: 'recreate',
	count: 12,
	contentUnknown: 3,
	undocumented: 4,
	duplicates: 1,
	incomplete: 2,
	impossible: 0,
	reason: undefined,
	breakdown: breakdownOf([input]),
	undone: [],
};
const said = (change: Partial<UndoSurvey>) => {
	const {asked, summary, consequences} = batchQuestion({...survey, ...change}, {}, 'SANDBOX', 200);
	return told([asked, summary, consequences]).map(({text}) => text);
};

test('before a bulk operation is undone the operator sees whose it is, what is recreated without content, and what is not', () => {
	expect(said({})).toStrictEqual([
		' Undo: recreate 12 notifications on SANDBOX, with new IDs?',
		' user-1 1',
		' EMAIL 1',
		' ETH_MAINNET 1',
		expect.stringContaining('! The templates of 3 are unknown'),
		expect.stringContaining('! 4 have undocumented fields or values'),
		expect.stringContaining('! This undo cannot recreate 2'),
		expect.stringContaining('! 1 is identical to a listed notification'),
	]);
	expect(said({count: 0})[0]).toContain('Nothing can be undone.');
	const exact = {contentUnknown: 0, undocumented: 0, duplicates: 0, incomplete: 0};
	expect(
		said({...exact, kind: 'delete', count: 2, impossible: 1, reason: '7 no longer exists.', breakdown: []}),
	).toStrictEqual([' Undo: delete 2 notifications from SANDBOX?', ' ! 1 cannot be undone: 7 no longer exists.']);
});

test('an undo is named as one, with what it did', () => {
	expect(changeName(operation)).toMatch(/^the create of 2026-11-2\d /v);
	expect(changeName({...operation, kind: 'recreate', isUndo: true})).toMatch(/^the undo \(recreate\) of 2026-11-2\d /v);
});

test('the notice has what the operation did and said, and the key that redoes it', () => {
	const recreation: Operation = {...operation, kind: 'recreate', snapshot: oldOne(), newId: '9'};
	expect(undoneText({...recreation, isUndo: true}, 'prod')).toBe(
		'✓ Undone. Recreated 7 as 9 on prod. Press U to redo.',
	);
	expect(undoneText({...recreation, detail: 'No listing shows it.\u{7}'}, 'prod')).toBe(
		'✓ Redone. Recreated 7 as 9 on prod. No listing shows it.␇',
	);
});

test('an attempt that sent nothing, or took no effect, says why', () => {
	const failure: Failure = {
		kind: 'server',
		outcome: 'unknown',
		summary: 'The service failed (503).',
		nextStep: 'Try again.',
	};
	const lines = (outcome: Parameters<typeof undoOutcomeSaid>[0]) =>
		told(undoOutcomeSaid(outcome)).map(({tone, text}) => `${tone}:${text}`);
	expect(lines({kind: 'impossible', reason: 'Nothing was sent: 7 no longer exists.'})).toEqual([
		'bad: ✗ Nothing was sent: 7 no longer exists.',
	]);
	expect(lines({kind: 'refused', failure})).toEqual(['bad: ✗ The service failed (503).', 'faint: Try again.']);
	expect(lines({kind: 'failed', operation: {...operation, detail: 'It is still listed.\u{7}'}})).toEqual([
		'bad: ✗ It is still listed.␇',
	]);
	expect(lines({kind: 'failed', operation, failure})).toEqual([
		'bad: ✗ The service failed (503).',
		'faint: Try again.',
	]);
	expect(lines({kind: 'unchecked', reason: 'The service failed (503).'})).toEqual([
		'warning: ! Nothing was sent. Could not check for duplicates. The service failed (503). y sends anyway.',
	]);
	expect(lines({kind: 'unchecked', reason: 'The same was sent.', isPending: true})[0]).not.toContain('Could not check');
	expect([lines(undefined), lines({kind: 'done', operation}), lines({kind: 'duplicates', duplicates: []})]).toEqual([
		[],
		[],
		[],
	]);
});

test('each duplicate that recreating would make is named', () => {
	expect(told(duplicatesSaid([asListed(input, '8'), asListed(edited, '9')], 200)).map(({text}) => text)).toEqual([
		expect.stringContaining('(ID 8) is identical'),
		expect.stringContaining('(ID 9) is identical'),
	]);
	expect(told(duplicatesSaid([], 200))).toEqual([]);
});
