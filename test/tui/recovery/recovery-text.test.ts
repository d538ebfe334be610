import {expect, test} from 'vitest';
import type {BatchKind} from '../../../source/notification/operation-texts.ts';
import type {Failure} from '../../../source/service/failure.ts';
import type {BatchCounts} from '../../../source/ledger/batches/batch.ts';
import type {Operation} from '../../../source/ledger/journal/operation.ts';
import {pendingQuestion, skipProblem, whyPending} from '../../../source/tui/recovery/recovery-screen.tsx';
import {resultNotice, settledNotice} from '../../../source/tui/shared/change-notices.ts';
import type {SettledChange} from '../../../source/session/settle-pending.ts';
import {told} from '../../helpers/told.ts';
import {creation, oldOne} from '../../ledger/ledgers.ts';

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

test('a bulk operation says what rolling back does', () => {
	expect(whyPending({batch: batch('delete', {planned: 1})})).toBe('Rolling back skips the rest.');
	expect(whyPending({batch: batch('replace', {created: 1})})).toBe(
		'Rolling back skips the rest and deletes the new ones.',
	);
});

test.each<[Partial<Operation>, string, string]>([
	[{kind: 'replace', state: 'done', snapshot: oldOne('7'), newId: '8'}, 'good', '✓ Replaced 7 with 8.'],
	[{state: 'done', newId: '8', detail: 'It is listed.'}, 'good', '✓ Created 8. It is listed.'],
	[{state: 'rolled-back', newId: '8', detail: '8 was deleted.'}, 'good', '✓ Rolled back 8. 8 was deleted.'],
	[
		{kind: 'delete', state: 'failed', snapshot: oldOne('7\u{7}'), detail: 'It is still listed.'},
		'bad',
		'✗ 7␇ was not deleted. It is still listed.',
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

const asked = (...parameters: Parameters<typeof pendingQuestion>) =>
	told(Object.values(pendingQuestion(...parameters)))
		.map(({text}) => text.trim())
		.join('|');

test('a question says what the answer does, and names a change by its kind and the notification that it changes', () => {
	const of = (...some: Parameters<typeof batch>) => ({batch: batch(...some)});
	expect(asked('finish', of('delete', {planned: 3}), 'prod')).toBe(
		'Delete the remaining 3 from prod?|This one and 2 others.',
	);
	expect(asked('finish', of('replace', {planned: 2, created: 1}), 'prod')).toBe(
		'Replace the remaining 3 on prod?|This one and 2 others. Each old one is deleted once its new one is listed.',
	);
	expect(asked('finish', of('mixed', {planned: 1}), 'prod')).toBe(
		'Change the remaining 1 on prod?|This can delete notifications.',
	);
	expect(asked('drop', {operation: operation({})}, 'prod')).toBe(
		'Stop following the create?|What was sent may still take effect, and nothing will tell you.',
	);
	expect(asked('drop', {operation: operation({kind: 'replace', snapshot: oldOne('7\u{7}')})}, 'prod')).toMatch(
		/^Stop following the edit of 7␇\?/v,
	);
});

const settled = (change: Partial<Operation>): SettledChange => ({kind: 'operation', operation: operation(change)});

test.each<[SettledChange, 'good' | undefined, string]>([
	[settled({newId: '8'}), 'good', '✓ Created 8. A listing has confirmed it.'],
	[
		settled({kind: 'recreate', snapshot: oldOne('7'), newId: '8'}),
		'good',
		'✓ Recreated 7 as 8. A listing has confirmed it.',
	],
	[
		settled({kind: 'replace', snapshot: oldOne('7'), newId: '8'}),
		'good',
		'✓ Replaced 7 with 8. A listing has confirmed it.',
	],
	[settled({kind: 'delete', snapshot: oldOne('7')}), 'good', '✓ Deleted 7. A listing has confirmed it.'],
	[
		settled({kind: 'delete', state: 'failed', snapshot: oldOne('7'), detail: 'It is still listed.'}),
		undefined,
		'✗ 7 was not deleted. It is still listed.',
	],
	[settled({state: 'failed', detail: 'Not created.'}), undefined, '✗ Failed: nothing was changed. Not created.'],
	[settled({state: 'rolled-back', newId: '8', detail: '8 was deleted.'}), undefined, '✓ Rolled back 8. 8 was deleted.'],
	[settled({state: 'created', detail: '8 is listed now.'}), undefined, '! 8 is listed now. Press ! to continue.'],
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
	const one = settled({newId: '8'});
	expect(settledNotice([one, one]).text).not.toContain('pending changes are settled');
	expect(settledNotice([one, one, settled({state: 'failed'})])).toEqual({
		tone: undefined,
		text: '3 pending changes are settled. ✓ Created 8. A listing has confirmed it. ✓ Created 8. A listing has confirmed it. … H: history',
	});
});
