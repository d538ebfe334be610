import {expect, test} from 'vitest';
import type {BatchKind} from '../../../source/notification/operation-texts.ts';
import type {Failure} from '../../../source/service/failure.ts';
import type {BatchCounts} from '../../../source/storage/batches/batch.ts';
import type {Operation} from '../../../source/storage/journal/operation.ts';
import {questionOf, changeNoun, type Confirming} from '../../../source/tui/recovery/question.ts';
import {
	isAskedFirst,
	pendingTitle,
	rollBackText,
	resultNotice,
	skipProblem,
} from '../../../source/tui/recovery/recovery-text.ts';
import {settledNotice} from '../../../source/tui/recovery/settled-notice.ts';
import type {SettledChange} from '../../../source/session/settle-pending.ts';
import {creation, oldOne} from '../../storage/ledgers.ts';

const refused: Failure = {
	kind: 'unauthorized',
	outcome: 'rejected',
	summary: 'The service rejected the API key (401).',
	nextStep: 'Enter another.',
};
const failed: Failure = {...refused, kind: 'server', summary: 'The service failed (503).'};

const counts = (change: Partial<BatchCounts>): BatchCounts => ({
	planned: 0,
	created: 0,
	unknown: 0,
	done: 0,
	failed: 0,
	skipped: 0,
	...change,
});
const batch = (kind: BatchKind, change: Partial<BatchCounts>) => ({
	id: 1,
	profile: 'p',
	kind,
	startedAt: 0,
	counts: counts(change),
	keeps: [],
});
const operation = (change: Partial<Operation>): Operation => ({
	...creation,
	id: 1,
	state: 'done',
	startedAt: 0,
	endedAt: 0,
	snapshot: undefined,
	newId: undefined,
	knownIds: [],
	detail: undefined,
	...change,
});

test.each<[BatchKind, Partial<BatchCounts>, boolean]>([
	['delete', {planned: 1}, true],
	['delete', {unknown: 3, done: 2}, false],
	['replace', {planned: 1}, true],
	['replace', {created: 1}, true],
	['mixed', {planned: 1}, true],
	['create', {planned: 1}, false],
	['recreate', {planned: 1}, false],
])('to finish a bulk %s with %j is asked for first: %s', (kind, some, isAsked) => {
	expect(isAskedFirst(batch(kind, some))).toBe(isAsked);
});

test('the title counts what is pending', () => {
	expect([pendingTitle(1, false), pendingTitle(1200, false), pendingTitle(2, true)]).toEqual([
		'1 pending change',
		'1,200 pending changes',
		'2 open items of a bulk operation',
	]);
});

test('a bulk operation says what rolling back does', () => {
	expect(rollBackText(batch('delete', {planned: 1}))).toBe('Rolling back skips the rest.');
	expect(rollBackText(batch('replace', {created: 1}))).toBe('Rolling back skips the rest and deletes the new ones.');
});

test.each<[Partial<Operation>, string, string]>([
	[{kind: 'replace', state: 'done', snapshot: oldOne('7'), newId: '8'}, 'good', '✓ Replaced 7 with 8.'],
	[{state: 'done', newId: '8', detail: 'It is listed.'}, 'good', '✓ Created 8. It is listed.'],
	[{state: 'rolled-back', newId: '8', detail: '8 was deleted.'}, 'good', '✓ Rolled back 8. 8 was deleted.'],
	[
		{kind: 'delete', state: 'failed', snapshot: oldOne('7\u{7}'), detail: 'It is still listed.'},
		'bad',
		'✗ Failed: nothing was changed 7␇. It is still listed.',
	],
	[
		{
			kind: 'replace',
			state: 'failed',
			snapshot: oldOne('7'),
			newId: '8',
			detail: 'Neither 7 nor 8 is listed any more.',
		},
		'bad',
		'✗ Failed 7 → 8. Neither 7 nor 8 is listed any more.',
	],
])('what became of %j is told as %s: %s', (change, tone, text) => {
	const notice = resultNotice({kind: 'done', operation: operation(change)});
	expect([notice.tone, notice.text, notice.refusal]).toStrictEqual([tone, text, undefined]);
});

test('a refused key goes with the notice, and a reason of its own stands alone', () => {
	expect(resultNotice({kind: 'failed', operation: operation({state: 'failed'}), failure: refused})).toMatchObject({
		refusal: refused,
	});
	expect(resultNotice({kind: 'impossible', reason: 'Another chainbell is working on it.\u{7}'})).toEqual({
		tone: 'bad',
		text: '✗ Another chainbell is working on it.␇',
	});
});

test('the rest of a batch is skipped, or it is said why not all of it', () => {
	const ended = (change: Partial<BatchCounts>, failure?: Failure, unresolvedReason?: string) =>
		skipProblem('delete', {kind: 'ended', batch: 1, counts: counts(change), failure, unresolvedReason})?.text;
	expect(ended({done: 2, skipped: 3})).toBeUndefined();
	expect(ended({created: 2, unknown: 1}, failed, 'The old one is gone.')).toBe(
		'✗ 2 could not be rolled back. The old one is gone.',
	);
	expect(ended({created: 2}, failed)).toBe('✗ 2 could not be rolled back. The service failed (503).');
	expect(ended({created: 2})).toBe('✗ 2 could not be rolled back.');
	expect(ended({unknown: 1}, undefined, 'No listing.')).toBe('? Not known whether 1 was deleted. No listing.');
	expect(ended({unknown: 1})).toBe('? Not known whether 1 was deleted.');
	expect(skipProblem('delete', {kind: 'impossible', reason: 'It has ended.'})).toEqual({
		tone: 'bad',
		text: '✗ It has ended.',
	});
	expect(skipProblem('delete', {kind: 'refused', failure: refused})).toMatchObject({
		tone: 'bad',
		text: expect.stringContaining('(401)') as string,
		refusal: refused,
	});
});

const facts = {
	change: 'create',
	remaining: 3,
	batchKind: 'delete',
	place: 'prod',
	open: 0,
} as const;
const asked = (what: Confirming['what'], change: Partial<Parameters<typeof questionOf>[1]> = {}) =>
	Object.values(questionOf({what, id: 1}, {...facts, ...change})).join('|');

test('a question says what the answer does', () => {
	expect(asked('batch')).toBe('Delete the remaining 3 from prod?|This one and 2 others.');
	expect(asked('batch', {batchKind: 'replace'})).toBe(
		'Replace the remaining 3 on prod?|This one and 2 others. Each old one is deleted once its new one is listed.',
	);
	expect(asked('batch', {batchKind: 'mixed', remaining: 1})).toBe(
		'Change the remaining 1 on prod?|This can delete notifications.',
	);
	expect(asked('drop')).toBe(
		'Stop following the create?|What was sent may still take effect, and nothing will tell you.',
	);
});

test('a change is named by its kind and the notification that it changes', () => {
	expect(changeNoun(operation({kind: 'replace', snapshot: oldOne('7\u{7}')}))).toBe('edit of 7␇');
	expect(changeNoun(operation({}))).toBe('create');
});

const told = (change: Partial<Operation>): SettledChange => ({kind: 'operation', operation: operation(change)});

test.each<[SettledChange, 'good' | undefined, string]>([
	[told({newId: '8'}), 'good', '✓ Created 8. A listing has confirmed it.'],
	[
		told({kind: 'recreate', snapshot: oldOne('7'), newId: '8'}),
		'good',
		'✓ Recreated 7 as 8. A listing has confirmed it.',
	],
	[
		told({kind: 'replace', snapshot: oldOne('7'), newId: '8'}),
		'good',
		'✓ Replaced 7 with 8. A listing has confirmed it.',
	],
	[told({kind: 'delete', snapshot: oldOne('7')}), 'good', '✓ Deleted 7. A listing has confirmed it.'],
	[
		told({kind: 'delete', state: 'failed', snapshot: oldOne('7'), detail: 'It is still listed.'}),
		undefined,
		'✗ 7 was not deleted. It is still listed.',
	],
	[told({state: 'failed', detail: 'Not created.'}), undefined, '✗ Not created.'],
	[told({state: 'rolled-back', detail: '8 was deleted.'}), undefined, '✓ Rolled back. 8 was deleted.'],
	[told({state: 'created', detail: '8 is listed now.'}), undefined, '! 8 is listed now. Press ! to continue.'],
	[
		{
			kind: 'revised',
			operation: operation({
				kind: 'delete',
				snapshot: oldOne('7'),
				state: 'failed',
				detail: 'It counted as deleted, but is listed again.',
			}),
		},
		undefined,
		'! Operation 1 (delete 7): It counted as deleted, but is listed again.',
	],
	[
		{kind: 'batch', batch: 'delete', done: 2, failed: 0},
		undefined,
		'✓ Bulk delete: 2 deleted. A listing has confirmed it.',
	],
	[{kind: 'batch', batch: 'create', done: 0, failed: 1}, undefined, '✗ Bulk create: 1 not created. H: history'],
	[
		{kind: 'batch', batch: 'replace', done: 1, failed: 1},
		undefined,
		'✓ Bulk edit: 1 replaced. A listing has confirmed it. ✗ Bulk edit: 1 not replaced. H: history',
	],
])('what a listing has settled is told: %j', (change, tone, text) => {
	expect(settledNotice([change])).toEqual({tone, text});
});

test('of many changes two are told, and how many there are', () => {
	const one = told({newId: '8'});
	expect(settledNotice([one, one]).text).not.toContain('pending changes are settled');
	expect(settledNotice([one, one, told({state: 'failed'})])).toEqual({
		tone: undefined,
		text: '3 pending changes are settled. ✓ Created 8. A listing has confirmed it. ✓ Created 8. A listing has confirmed it. … H: history',
	});
});
