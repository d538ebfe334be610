import {expect, test} from 'vitest';
import {breakdownOf} from '../../../source/query/group.ts';
import type {ItemUndo, Undo} from '../../../source/changes/undo.ts';
import type {Failure} from '../../../source/service/failure.ts';
import {asListed} from '../../../source/notification/spec.ts';
import {
	type PossibleUndo,
	aboutUndo,
	possibleIn,
	undoConsequences,
	undoQuestion,
	whyNotUndone,
} from '../../../source/tui/changes/undo.tsx';
import {undoRow} from '../../../source/tui/changes/rows.tsx';
import {refusalSaid} from '../../../source/tui/ui/notices.ts';
import {endedWith, impossible, itemWith, refusedBy, setWith} from '../../helpers/items.ts';
import {input, oldOne} from '../../ledger/ledgers.ts';
import {told} from '../../helpers/told.ts';
import {containing, matching} from '../../helpers/texts.ts';

const item = itemWith({newId: '8'});
const edited = {...input, name: 'Hot wallet'};

const undos: Readonly<Record<PossibleUndo['kind'], PossibleUndo>> = {
	recreate: {kind: 'recreate', item: {...item, kind: 'delete'}, deleted: oldOne(), input, isRedacted: false},
	delete: {kind: 'delete', item, target: asListed(input, '8')},
	replace: {
		kind: 'replace',
		item: {...item, kind: 'replace', input: edited, snapshot: oldOne()},
		target: asListed(edited, '8'),
		input,
		before: oldOne(),
	},
};

const survey: Undo = {
	scope: {set: 5},
	set: setWith('delete', {done: 12}),
	only: undefined,
	kind: 'recreate',
	count: 12,
	contentUnknown: 3,
	undocumented: 4,
	duplicates: 1,
	incomplete: 2,
	left: 0,
	impossible: 0,
	protected: 0,
	reason: undefined,
	breakdown: breakdownOf([input]),
	announced: [],
};

/** The undo of a change of one. */
const one = (only: ItemUndo): Undo => ({
	...survey,
	set: setWith(only.item.kind),
	only,
	kind: only.kind === 'impossible' ? 'mixed' : only.kind,
	count: 1,
});

test.each([
	['recreate', 'Undo: recreate "Treasury" (ID 7) on prod, with a new ID?'],
	['delete', 'Undo: delete "Treasury" (ID 8) from prod?'],
	['replace', 'Undo: replace "Hot wallet" (ID 8) on prod with what it was before, with a new ID?'],
] as const)('the question of a %s names what is changed, and the notification follows', (kind, question) => {
	expect(undoQuestion(one(undos[kind]), 'prod', false)).toBe(question);
	expect(undoQuestion(one(undos[kind]), 'prod', true)).toBe(question.replace('Undo', 'Redo'));
	expect(aboutUndo(undos[kind]).object).toMatchObject({name: kind === 'replace' ? 'Hot wallet' : 'Treasury'});
});

const consequences = (undo: Undo) => told(undoConsequences(undo), 200).map(({text}) => text.trim());

test('what follows names the change that is undone, and says if the notification may not be the one that was created', () => {
	const note = 'No response named 8.';
	expect(consequences(one(undos.recreate))).toEqual([
		'! This undo cannot restore its template, if any: the service returns none.',
	]);
	expect(consequences(one({...(undos.delete as Extract<PossibleUndo, {kind: 'delete'}>), note}))).toEqual([
		matching(/^It undoes change 5, the create of 2026-11-2\d .*\. No response named 8\.$/v),
	]);
	expect(consequences(one({...(undos.replace as Extract<PossibleUndo, {kind: 'replace'}>), note}))[1]).toMatch(
		/^It undoes change 5, the edit of .*\. No response named 8\.$/v,
	);
	const redo = {...undos.delete, item: {...item, kind: 'recreate', isUndo: true}} as const;
	expect(consequences(one(redo))[0]).toMatch(/^It undoes change 5, the undo \(recreate\) of 2026-11-2\d /v);
});

test('an undone edit shows old → new, and that the template would be lost', () => {
	expect(told(undoConsequences(one(undos.replace)), 100).map(({text}) => text)).toStrictEqual([
		' Hot wallet → Treasury',
		containing('It undoes'),
		' ! This undo cannot restore its template, if any: the service returns none.',
	]);
});

test('what cannot be undone says why, and if it is pending which key shows it', () => {
	expect([whyNotUndone(survey), whyNotUndone(one(undos.replace))]).toEqual([undefined, undefined]);
	const no = {kind: 'impossible', item, reason: '8 no longer exists.', isMoot: true} as const;
	expect(possibleIn(one(no))).toBeUndefined();
	expect(whyNotUndone(one(no))).toMatch(/^Cannot undo change 5, the create of 2026-11-2\d .*\. 8 no longer exists\.$/v);
	expect(whyNotUndone(one({...no, reason: 'It is pending.', isPending: true}))).toContain(
		'It is pending. Press ! in the list to see it.',
	);
	expect(whyNotUndone({...survey, isPending: true})).toMatch(
		/^Cannot undo change 5, the delete of .*\. It is pending: finish it or roll it back first\. Press ! in the list/v,
	);
	expect(whyNotUndone({...survey, count: 0})).toBe(
		'Nothing can be undone. All of it is undone already, or had no effect.',
	);
	expect(whyNotUndone({...survey, count: 0, impossible: 1})).toBe('Nothing can be undone.');
});

test('an attempt that sent nothing, or took no effect, says why', () => {
	const failure: Failure = {
		kind: 'server',
		outcome: 'rejected',
		summary: 'The service failed (503).',
		nextStep: 'Try again.',
	};
	const lines = (outcome: Parameters<typeof refusalSaid>[0]) =>
		told(refusalSaid(outcome)).map(({tone, text}) => `${tone}:${text}`);
	expect(lines(impossible('Nothing was sent: 7 no longer exists.'))).toEqual([
		'bad: ✗ Nothing was sent: 7 no longer exists.',
	]);
	const said = ['bad: ✗ The service failed (503).', 'faint: Try again.'];
	expect(lines(refusedBy(failure))).toEqual(said);
	const failed = itemWith({phase: 'failed', reason: [{why: 'answer', text: 'It is still listed.\u{7}'}]});
	expect(lines(endedWith(failed))).toEqual(['bad: ✗ It is still listed.␇']);
	expect(lines(endedWith(failed, {failures: new Map([[failed.id, failure]])}))).toEqual(said);
	// What a listing has decided, the item says.
	expect(lines(endedWith(failed, {failures: new Map([[failed.id, {...failure, outcome: 'unknown'}]])}))).toEqual([
		'bad: ✗ It is still listed.␇',
	]);
	expect(lines({kind: 'unchecked', reason: 'The service failed (503).'})).toEqual([
		'warning: ! Nothing was sent. Could not check for duplicates. The service failed (503). y sends anyway.',
	]);
	expect(lines({kind: 'unchecked', reason: 'The same was sent.', isPending: true})[0]).not.toContain('Could not check');
	expect([lines(undefined), lines(endedWith(item)), lines({kind: 'duplicates', duplicates: []})]).toEqual([[], [], []]);
});

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
