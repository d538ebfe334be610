import {expect, test} from 'vitest';
import type {BatchCounts} from '../../../source/storage/batches/batch.ts';
import type {BulkProgress} from '../../../source/operations/bulk/bulk-context.ts';
import {bulkNotice, endLines, isAllWell, progressLines, restoreLines, troubleText, type BulkView} from '../../../source/tui/bulk/bulk-lines.ts';
import {creation, oldOne} from '../../storage/ledgers.ts';

const counts = (change: Partial<BatchCounts>): BatchCounts => ({planned: 0, unknown: 0, done: 0, failed: 0, skipped: 0, ...change});

const begun: BulkProgress = {total: 500, done: 0, failed: 0, unknown: 0, inFlight: 0, waitingUntil: undefined};

const lines = (change: Partial<BulkProgress>, view: Partial<BulkView> = {}, columns = 80) => (
	progressLines({kind: 'delete', place: 'the SANDBOX', progress: {...begun, ...change}, samples: [], isPaused: false, now: 10_000, ...view}, columns).map(({text}) => text)
);

test('progress has a bar, counts, rate and time left', () => {
	const samples = [{at: 0, ended: 0}, {at: 2000, ended: 100}];
	expect(lines({done: 97, failed: 2, unknown: 1, inFlight: 8}, {samples})).toStrictEqual([
		' Deleting 500 on the SANDBOX',
		` ${'█'.repeat(12)}${'░'.repeat(48)} 20 %`,
		' 97 of 500 done · 2 failed · 1 unknown',
		' 50 a second · 8 s left · 8 in flight',
	]);
});

test('a bar is full only when all has ended, and then a listing is asked about what is unclear', () => {
	expect(lines({done: 499})[1]).toBe(` ${'█'.repeat(59)}░ 99 %`);
	expect(lines({done: 499, unknown: 1}).join('\n')).toContain('Asking a listing');
	expect(lines({done: 498, unknown: 1, inFlight: 1}).join('\n')).not.toContain('Asking a listing');
	expect(lines({done: 500}).join('\n')).not.toContain('Asking a listing');
	expect(lines({done: 499, unknown: 1})[1]).toContain('100 %');
});

test('waiting says how long, and a pause says what can be done', () => {
	expect(lines({waitingUntil: 17_000})).toContain(' Waiting 7 s: the service takes no more for now.');
	expect(lines({waitingUntil: 9000})).toContain(' Waiting 0 s: the service takes no more for now.');
	const paused = lines({}, {isPaused: true, samples: [{at: 0, ended: 0}, {at: 2000, ended: 100}]}).join(' ');
	expect(paused).toContain('f goes on, s stops here');
	expect(paused).not.toContain('a second');
});

test.each([20, 40, 80, 200])('no line is longer than %i columns', columns => {
	const all = lines({done: 400, failed: 50, unknown: 50, inFlight: 8, waitingUntil: 99_000}, {isPaused: true, place: 'a-profile (api.example.com)'}, columns);
	expect(Math.max(...all.map(text => text.length))).toBeLessThanOrEqual(columns);
});

test('all is well when nothing has failed, and nothing is open', () => {
	const end = {kind: 'ended', batch: 1, failure: undefined, unresolvedReason: undefined} as const;
	expect(isAllWell({...end, counts: counts({done: 3, skipped: 2})})).toBe(true);
	expect(isAllWell({...end, counts: counts({done: 3, failed: 1})})).toBe(false);
	expect(isAllWell({...end, counts: counts({done: 3, planned: 1})})).toBe(false);
	expect(isAllWell({...end, counts: counts({done: 3, unknown: 1})})).toBe(false);
	expect(bulkNotice('delete', counts({done: 3, skipped: 2}), 'the SANDBOX').text).toBe('✓ Deleted 3 on the SANDBOX. 2 left alone. u restores them all.');
	expect(bulkNotice('restore', counts({done: 3}), 'the SANDBOX').text).toBe('✓ Restored 3 on the SANDBOX.');
});

test('where not all is well it says how many, why, and what to do', () => {
	const said = endLines('delete', {
		kind: 'ended',
		batch: 1,
		counts: counts({done: 5, failed: 1, unknown: 2, planned: 4}),
		failure: {kind: 'unauthorized', outcome: 'rejected', summary: 'The service rejected the API key (401).', nextStep: 'Check CHAINBELL_API_KEY, or the API key of this profile.'},
		unresolvedReason: 'The service failed (503).',
	}, 120).map(({text}) => text);
	expect(said).toStrictEqual([
		' Deleted 5 of 12: 5 done, 1 failed, 2 unknown, 4 not begun.',
		' ✗ The service rejected the API key (401).',
		' Check CHAINBELL_API_KEY, or the API key of this profile.',
		' There is no telling yet what became of 2. The service failed (503).',
		' r tries again what has failed, and just that.',
		' f goes on with the rest, b leaves it as it is; later, H does.',
	]);
});

test('what failed is told on one line, harmless to show', () => {
	const operation = {...creation, id: 1, state: 'failed', startedAt: 0, endedAt: 0, snapshot: oldOne('7', {name: 'a\u{1B}[31m'}), newId: undefined, knownIds: [], detail: 'It is\nstill listed.'} as const;
	expect(troubleText(operation)).toBe('✗ 7: It is␊still listed. a␛[31m · user-1');
	expect(troubleText({...operation, state: 'deleting', detail: undefined})).toContain('? 7: Nobody knows what became of it. a␛[31m');
});

test('before a restore one is told what comes back without, and what does not', () => {
	expect(restoreLines(undefined, 'the SANDBOX', 80)).toHaveLength(1);
	const said = restoreLines({count: 12, contentUnknown: 3, duplicates: 1, incomplete: 2}, 'the SANDBOX', 200).map(({text}) => text);
	expect(said).toStrictEqual([
		' Create 12 again on the SANDBOX? They get new IDs. y does it.',
		expect.stringContaining('! 3 of them without template and topics'),
		expect.stringContaining('! 1 of them say the same as one that is listed'),
		expect.stringContaining('! 2 more cannot come back'),
	]);
	expect(restoreLines({count: 0, contentUnknown: 0, duplicates: 0, incomplete: 0}, 'the SANDBOX', 80)[0]?.text).toContain('Nothing is left');
});
