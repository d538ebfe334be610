import {expect, test} from 'vitest';
import type {Counts} from '../../../source/ledger/item.ts';
import type {BatchKind} from '../../../source/notification/operation-texts.ts';
import type {Progress} from '../../../source/account/account-changes.ts';
import {progressSaid, type BulkView} from '../../../source/tui/changes/run.tsx';
import {endSaid} from '../../../source/tui/changes/change-lines.ts';
import {told} from '../../helpers/told.ts';

const counts = (change: Partial<Counts>): Counts => ({
	planned: 0,
	created: 0,
	unknown: 0,
	done: 0,
	failed: 0,
	unfollowed: 0,
	rolledBack: 0,
	skipped: 0,
	...change,
});

/** How a change ended. */
const end = (
	kind: BatchKind,
	change: Partial<Counts>,
	others: Partial<Omit<Parameters<typeof endSaid>[0], 'set'>> = {},
): Parameters<typeof endSaid>[0] => ({
	set: {
		id: 1,
		profile: 'p',
		profileName: 'p',
		kind,
		startedAt: 0,
		size: 12,
		counts: counts(change),
		keeps: [],
	},
	refused: new Map(),
	...others,
});

const begun: Progress = {
	total: 500,
	done: 0,
	accepted: 0,
	created: 0,
	failed: 0,
	unknown: 0,
	inFlight: 0,
	waitingUntil: undefined,
};

const lines = (change: Partial<Progress>, view: Partial<BulkView> = {}, columns = 80) =>
	told(
		progressSaid(
			{
				kind: 'delete',
				place: 'SANDBOX',
				progress: {...begun, ...change},
				samples: [],
				halt: undefined,
				now: 10_000,
				...view,
			},
			columns,
		),
		columns,
	).map(({text}) => text);

test('progress has a bar, counts, rate and time left', () => {
	const samples = [
		{at: 0, ended: 0},
		{at: 2000, ended: 100},
	];
	expect(lines({done: 97, failed: 2, unknown: 1, inFlight: 8}, {samples})).toStrictEqual([
		' Deleting 500 from SANDBOX',
		` ${'█'.repeat(12)}${'░'.repeat(48)} 20 %`,
		' 97 of 500 deleted · 2 failed · 1 outcome unknown',
		' 50 per second · 8 s left · 8 in flight',
	]);
});

test('a screen reader gets the share without a bar', () => {
	const view: BulkView = {
		kind: 'delete',
		place: 'SANDBOX',
		progress: {...begun, done: 100},
		samples: [],
		halt: undefined,
		now: 10_000,
	};
	expect(told(progressSaid(view, 80, false), 80).map(({text}) => text)).toStrictEqual([
		' Deleting 500 from SANDBOX',
		' 20 %',
		' 100 of 500 deleted',
		' Preparing the next requests …',
	]);
});

test('the bar is full only when every item has ended; unknown outcomes are then checked in the listing', () => {
	expect(lines({done: 499})[1]).toBe(` ${'█'.repeat(59)}░ 99 %`);
	expect(lines({done: 499, unknown: 1}).join('\n')).toContain('Checking the listing …');
	expect(lines({done: 498, unknown: 1, inFlight: 1}).join('\n')).not.toContain('Checking the listing');
	expect(lines({done: 500}).join('\n')).not.toContain('Checking the listing');
	expect(lines({done: 499, unknown: 1})[1]).toContain('100 %');
});

test('what the service confirmed counts as accepted until a listing has proved it', () => {
	expect(lines({accepted: 97, failed: 2, inFlight: 8}).slice(1, 3)).toStrictEqual([
		` ${'█'.repeat(11)}${'░'.repeat(49)} 19 %`,
		' 0 of 500 deleted · 97 accepted · 2 failed',
	]);
	expect(lines({done: 100, accepted: 40})[2]).toBe(' 100 of 500 deleted · 40 accepted');
	expect(lines({accepted: 40}).join('\n')).not.toContain('Checking the listing');
	expect(lines({accepted: 498, failed: 2}).at(-1)).toBe(' Checking the listing …');
});

test('of an edit it counts the new ones whose old ones are still there, and says that it waits for the listing', () => {
	const view = {kind: 'replace'} as const;
	expect(lines({created: 4, inFlight: 1}, view).slice(1)).toStrictEqual([
		` ${'░'.repeat(60)} 0 %`,
		' 0 of 500 replaced · 4 created',
		' 1 in flight',
	]);
	expect(lines({created: 4}, view).at(-1)).toBe(' Checking the listing …');
	expect(lines({accepted: 4}, view).at(-1)).toBe(' Checking the listing …');
	expect(lines({created: 4}, {...view, halt: 'paused'}).slice(2)).toStrictEqual([
		' 0 of 500 replaced · 4 created',
		' Paused at 0 of 500.',
	]);
});

test('while nothing is in flight it says what it does', () => {
	expect(lines({}).at(-1)).toBe(' Preparing the next requests …');
	expect(lines({done: 100, failed: 2}).at(-1)).toBe(' Preparing the next requests …');
	expect(lines({done: 100, unknown: 2}).join('\n')).not.toContain('Preparing');
	for (const [change, view] of [
		[{inFlight: 1}, {}],
		[{waitingUntil: 17_000}, {}],
		[{}, {halt: 'paused'}],
		[{}, {halt: 'stopping'}],
		[{done: 500}, {}],
	] as const) {
		expect(lines(change, view).join('\n')).not.toContain('Preparing');
	}
});

test('a rate limit is shown with its wait, and a pause with how far it got', () => {
	expect(lines({waitingUntil: 17_000})).toContain(' Rate-limited; retrying in 7 s.');
	expect(lines({waitingUntil: 9000})).toContain(' Rate-limited; retrying in 0 s.');
	const paused = lines(
		{},
		{
			halt: 'paused',
			samples: [
				{at: 0, ended: 0},
				{at: 2000, ended: 100},
			],
		},
	).join(' ');
	expect(paused).toContain('Paused at 0 of 500.');
	expect(paused).not.toContain('per second');
});

test.each([20, 40, 80, 200])('no line is longer than %i columns', columns => {
	const all = lines(
		{done: 400, failed: 50, unknown: 50, inFlight: 8, waitingUntil: 99_000},
		{halt: 'paused', place: 'a-profile (api.example.com)'},
		columns,
	);
	expect(Math.max(...all.map(text => text.length))).toBeLessThanOrEqual(columns);
});

test('an incomplete change says how many items are open, why, and what to do', () => {
	const said = told(
		endSaid(
			end(
				'delete',
				{done: 5, failed: 1, unknown: 2, planned: 4},
				{
					failure: {
						kind: 'unauthorized',
						outcome: 'rejected',
						summary: 'The service rejected the API key (401).',
						nextStep: 'Check CHAINBELL_API_KEY, or the API key of this profile.',
					},
					problem: 'The service failed (503).',
				},
			),
		),
		120,
	).map(({text}) => text);
	expect(said).toStrictEqual([
		' Deleted 5 of 12 (1 failed, 2 outcome unknown, 4 not started).',
		' ✗ The service rejected the API key (401).',
		' Check CHAINBELL_API_KEY, or the API key of this profile.',
		' The service failed (503).',
		'   f  finish the remaining 6',
		'   s  stop here: keep 5, skip the rest',
		'   b  roll back everything',
	]);
});

test('what stopped a change, and what is half done or cannot go on, is said', () => {
	const forbidden = {kind: 'forbidden', outcome: 'rejected', summary: 'Not allowed (403).', nextStep: 'Ask.'} as const;
	const said = (...parameters: Parameters<typeof end>) =>
		told(endSaid(end(...parameters))).map(({tone, text}) => `${tone}:${text}`);
	expect(said('delete', {done: 2, planned: 1}, {failure: forbidden}).slice(0, 4)).toStrictEqual([
		'bad: Deleted 2 of 3 (1 not started).',
		'bad: ✗ Not allowed (403).',
		'faint: Ask.',
		'plain: Stopped: the service would probably refuse the others, too.',
	]);
	// One that was forbidden did not stop it; its row says why.
	expect(said('delete', {done: 2, failed: 1}, {refusal: forbidden})).toStrictEqual([
		'bad: Deleted 2 of 3 (1 failed).',
		'faint: Ask.',
	]);
	expect(said('replace', {done: 1, created: 2}, {problem: '8 is not listed.'})).toStrictEqual([
		'warning: Replaced 1 of 3 (2 half done).',
		'warning: 8 is not listed.',
		'plain:   f  finish the remaining 2',
		'plain:   s  stop here: keep 1, roll back 2',
		'plain:   b  roll back everything',
	]);
	expect(said('delete', {planned: 2}, {problem: '1, which was to stay, is not listed any more.'})).toStrictEqual([
		'warning: Deleted 0 of 2 (2 not started).',
		'warning: 1, which was to stay, is not listed any more.',
		'plain:   f  finish the remaining 2',
		'plain:   b  skip all of it',
	]);
});

test('a slow pace has a decimal, a narrow terminal a short bar, and nothing to do is not half done', () => {
	const slow = [
		{at: 0, ended: 0},
		{at: 2000, ended: 19},
	];
	expect(lines({done: 19}, {samples: slow})[3]).toBe(' 9.5 per second · 51 s left');
	expect(
		lines(
			{done: 20},
			{
				samples: [
					{at: 0, ended: 0},
					{at: 2000, ended: 20},
				],
			},
		)[3],
	).toContain(' 10 per second');
	expect(lines({done: 250}, {}, 14).find(text => text.includes('█'))).toBe(` ${'█'.repeat(3)}${'░'.repeat(3)} 50 %`);
	expect(lines({total: 0})[1]).toBe(` ${'░'.repeat(60)} 0 %`);
	expect(lines({done: 499, unknown: 1}, {halt: 'paused'}).join('\n')).not.toContain('not confirmed');
});
