import {describe, expect, test} from 'vitest';
import type {Failure} from '../../../source/service/failure.ts';
import type {Listing} from '../../../source/service/listing/list-notifications.ts';
import type {UnreadableRecord} from '../../../source/notification/notification.ts';
import {noChanges, type AccountListing, type ListingState} from '../../../source/account/listing-state.ts';
import {formatTime} from '../../../source/terminal/time.ts';
import {listingSaid} from '../../../source/tui/list/list-rows.ts';
import {listingStatus} from '../../../source/tui/list/listing-status.ts';
import {firstFitting} from '../../../source/terminal/width.ts';
import {told} from '../../helpers/told.ts';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {setImmediate as turn} from 'node:timers/promises';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {createHandClock} from '../../helpers/hand-clock.ts';
import {answering, createHttpServer} from '../../helpers/http-server.ts';

/** The whole status. */
const wholeStatus = ([text]: readonly string[]) => text;

const failure: Failure = {
	kind: 'unreachable',
	outcome: 'not-sent',
	summary: 'Nobody answers.',
	nextStep: 'Check CHAINBELL_BASE_URL (http://127.0.0.1:1/).',
};

const record: UnreadableRecord = {kind: 'unreadable', index: 0, problem: 'not an object', raw: null};
const records = (count: number) => Array.from({length: count}, () => record);
const complete = (count: number): Listing => ({records: records(count), complete: true});
const partial = (count: number): Listing => ({
	records: records(count),
	complete: false,
	reason: 'The second page failed.',
});

const now = 1_800_000_000_000;
const account = (listing: ListingState, more: Partial<AccountListing> = {}): AccountListing => ({
	listing,
	shown: [],
	progress: undefined,
	changes: noChanges,
	watch: undefined,
	...more,
});
const begun = {count: 0, bytes: 0, totalBytes: undefined};

const loading = (count: number): ListingState => ({state: 'loading', records: records(count)});
const ready = (value: Listing, age = 0): ListingState => ({state: 'ready', value, at: now - age});
const stale = (value: Listing, age = 0): ListingState => ({state: 'stale', value, at: now - age, failure});
const remembered: ListingState = {state: 'remembered', value: partial(3), at: now - 7_200_000, count: 40_000};

const rememberedStale = {
	state: 'stale',
	value: partial(3),
	at: now - 60_000,
	count: 3,
	failure,
} as const;

/** The time of day, in the time zone of this machine. */
const timeOf = (at: number) => formatTime(at).slice(-'00:00'.length);

/** What the header says of a service that does not answer. */
const down = (at: number) => `Service stopped answering at ${timeOf(at)}. r tries again.`;

const textsOf = (listing: ListingState) =>
	told(listingSaid(account(listing)), 80).map(({tone, text}) => `${tone}:${text}`);

describe('above the rows', () => {
	test.each<[string, ListingState, string[]]>([
		['while it loads', loading(0), ['plain: Loading notifications … esc stops.']],
		['when the first have come: nothing', loading(2), []],
		[
			'when it failed',
			{state: 'failed', failure},
			['bad: ✗ Nobody answers.', 'faint: Check CHAINBELL_BASE_URL (http://127.0.0.1:1/). r tries again.'],
		],
		['when all is well: nothing', ready(complete(2)), []],
		['what is remembered: nothing', remembered, []],
		['when there are none', ready(complete(0)), ['plain: No notifications yet. Press n to create one.']],
		[
			'when there were none, and the last refresh failed',
			stale(complete(0)),
			['bad: ✗ Nobody answers.', 'faint: Check CHAINBELL_BASE_URL (http://127.0.0.1:1/). r tries again.'],
		],
		[
			'when an ID is repeated',
			ready({...complete(2), repeatedIds: 1}),
			['warning: The service lists 1 ID more than once. Its first record is shown.'],
		],
		[
			'when IDs are repeated, and it is not all',
			ready({...partial(2), repeatedIds: 1234}),
			[
				'warning: ! Incomplete: 2 read. The second page failed. r refreshes.',
				'warning: The service lists 1,234 IDs more than once. The first record of each is shown.',
			],
		],
		[
			'when IDs are repeated, and the last refresh failed',
			stale({...complete(2), repeatedIds: 3}),
			['warning: The service lists 3 IDs more than once. The first record of each is shown.'],
		],
		['when it is not all', ready(partial(2)), ['warning: ! Incomplete: 2 read. The second page failed. r refreshes.']],
		[
			'when it is not all, and empty',
			ready(partial(0)),
			['warning: ! Incomplete: 0 read. The second page failed. r refreshes.'],
		],
		[
			'when the service refused the last refresh',
			{...stale(complete(2)), failure: {...failure, kind: 'server', nextStep: 'Try again later.'}} as ListingState,
			['bad: ✗ Nobody answers.', 'faint: r tries again.'],
		],
		['when the service stopped answering: nothing, the header says it', stale(complete(2)), []],
		['when it stopped answering after a part: nothing, the header says it', stale(partial(2)), []],
	])('%s', (_name, listing, shown) => {
		expect(textsOf(listing)).toEqual(shown);
	});

	test('while the service fails, that is said at once, with the next attempt and the key that stops', () => {
		const waiting = {failure, attempt: 2, attempts: 4, wait: 1500};
		const lines = [
			'warning: ! Nobody answers. Retrying: attempt 2 of 4 in 2 s. esc stops.',
			'faint: Check CHAINBELL_BASE_URL (http://127.0.0.1:1/).',
		];
		const shown = (listing: ListingState, more?: Partial<AccountListing>) =>
			told(listingSaid(account(listing, more), waiting), 80).map(({tone, text}) => `${tone}:${text}`);
		expect(shown(loading(0), {progress: begun})).toEqual(lines);
		expect(shown({state: 'failed', failure}, {progress: begun})).toEqual(lines);
		expect(shown(loading(2), {progress: begun})).toEqual([]);
		expect(told(listingSaid(account(loading(0), {progress: begun}), {...waiting, wait: 0}), 80)[0]!.text).toBe(
			' ! Nobody answers. Trying again … esc stops.',
		);
		const limited = {
			...waiting,
			failure: {
				...failure,
				kind: 'rate-limited',
				summary: 'Rate limited (429).',
				nextStep: 'Wait 2 s before trying again.',
			} as const,
		};
		expect(told(listingSaid(account(loading(0), {progress: begun}), limited), 80).map(({text}) => text)).toEqual([
			' ! Rate limited (429). Retrying: attempt 2 of 4 in 2 s. esc stops.',
		]);
	});

	test('a failure that may pass names the key that tries again', () => {
		const passing: Failure = {...failure, kind: 'server', nextStep: 'Try again later.'};
		expect(textsOf({state: 'failed', failure: passing})).toEqual(['bad: ✗ Nobody answers.', 'faint: r tries again.']);
		expect(wholeStatus(listingStatus(account({state: 'failed', failure: passing}), now))).toBe('not listed');
	});

	test('what is listed of a listing that was stopped is counted', () => {
		const stopped: ListingState = {
			state: 'stale',
			value: partial(1234),
			at: now,
			failure: {...failure, kind: 'cancelled'},
		};
		expect(textsOf(stopped)).toEqual(['plain: Stopped. Incomplete: 1,234 read. r refreshes.']);
		expect(textsOf({...stopped, count: 1234})).toEqual(['plain: Stopped. The previous listing is shown. r refreshes.']);
	});

	test('where only what is parked is shown, it is told that none is listed', () => {
		const textOf = (deleted: number) => told(listingSaid(account(ready(complete(0))), undefined, deleted, 3))[0]!.text;
		expect(textOf(0)).toBe(' None listed · 3 parked. Press n to create one.');
		expect(textOf(2)).toBe(' None listed · 3 parked. u brings back 2.');
		expect(told(listingSaid(account(ready(complete(0))), undefined, 0, 0, 12))[0]!.text).not.toContain('yet');
	});

	test('nothing is said of an empty listing from before a create', () => {
		expect(told(listingSaid(account(ready(complete(0)), {isOutdated: true})))).toEqual([]);
	});
});

describe('in the header', () => {
	test.each<[string, AccountListing, string]>([
		['before it loads', account(loading(0), {progress: begun}), 'loading …'],
		[
			'while it loads',
			account(loading(50), {progress: {count: 50, bytes: 20_000, totalBytes: 40_000_000}}),
			'50 so far · loading …',
		],
		[
			'while much of it loads',
			account(loading(50_000), {progress: {count: 50_000, bytes: 20_000_000, totalBytes: 38_915_886}}),
			'50,000 so far · 20.0 of 38.9 MB …',
		],
		[
			'while nobody knows how much',
			account(loading(50_000), {progress: {count: 50_000, bytes: 20_000_000, totalBytes: undefined}}),
			'50,000 so far · 20.0 MB …',
		],
		['when it failed', account({state: 'failed', failure}), 'offline'],
		[
			'when it failed, and is tried again',
			account({state: 'failed', failure}, {progress: begun}),
			'offline · refreshing …',
		],
		['none', account(ready(complete(0))), '0 notifications · listed just now'],
		['one', account(ready(complete(1))), '1 notification · listed just now'],
		['several', account(ready(complete(12))), '12 notifications · listed just now'],
		['a part', account(ready(partial(12))), '12 notifications (incomplete) · listed just now'],
		['a part of one', account(ready(partial(1))), '1 notification (incomplete) · listed just now'],
		['while it is refreshed', account(ready(complete(2)), {progress: begun}), '2 notifications · refreshing …'],
		[
			'while much is refreshed',
			account(ready(complete(2)), {progress: {count: 9, bytes: 5_500_000, totalBytes: undefined}}),
			'2 notifications · refreshing: 9 so far, 5.5 MB …',
		],
		['what is left of before', account(stale(complete(2))), `2 notifications · ${down(now)}`],
		['from a run before', account(remembered), '40,000 notifications · listed 2 h ago'],
		[
			'of an earlier run, and the refresh failed',
			account(rememberedStale),
			`3 notifications as of ${timeOf(rememberedStale.at)} · ${down(rememberedStale.at)}`,
		],
		[
			'of an earlier run of another day, and the refresh failed',
			account({...rememberedStale, at: now - 172_800_000, failedAt: now}),
			`3 notifications as of ${formatTime(now - 172_800_000)} · ${down(now)}`,
		],
		[
			'of an earlier run, not all of which can be read, and the refresh failed',
			account({...rememberedStale, count: 4, at: now}),
			`3 notifications (incomplete) · ${down(now)}`,
		],
		[
			'what changed',
			account(ready(complete(2)), {changes: {appeared: new Set(['1', '2']), vanished: new Set(['3'])}}),
			'2 notifications · listed just now · 2 new · 1 gone',
		],
		[
			'while it watches',
			account(ready(complete(2)), {watch: {every: 5, wait: 10}}),
			'2 notifications · listed just now · watching, every 10 s',
		],
		[
			'while it watches, and the service asked to wait for long',
			account(ready(complete(2)), {watch: {every: 5, wait: 9000, until: new Date(2026, 0, 2, 3, 4).getTime()}}),
			'2 notifications · listed just now · watching, next 2026-01-02 03:04',
		],
	])('%s', (_name, listing, shown) => {
		expect(wholeStatus(listingStatus(listing, now))).toBe(shown);
	});

	test.each([
		[9999, 'just now'],
		[10_000, '10 s ago'],
		[19_999, '10 s ago'],
		[59_999, '50 s ago'],
		[60_000, '1 min ago'],
		[3_599_999, '59 min ago'],
		[3_600_000, '1 h ago'],
		[90_000_000, '1 d ago'],
		[200_000_000, '2 d ago'],
		[-5000, 'just now'],
	])('after %i milliseconds: %s', (age, shown) => {
		expect(wholeStatus(listingStatus(account(ready(complete(2), age)), now))).toBe(`2 notifications · listed ${shown}`);
	});
});

describe('in a header with little room', () => {
	const watched = account(ready(complete(40_000)), {
		watch: {every: 5, wait: 5},
		changes: {appeared: new Set(['1']), vanished: new Set()},
	});
	const parts = listingStatus(watched, now, {found: 1234, unlisted: 2, marked: 632, hidden: 2, sorted: 'NAME↑'});

	test.each([
		[
			200,
			'632 marked, 2 hidden by the search · 1,234 of 40,002 notifications · listed just now · by NAME↑ · 1 new · watching, every 5 s',
		],
		[99, '632 marked, 2 hidden by the search · 1,234 of 40,002 listed just now · by NAME↑ · 1 new · watching'],
		[66, '632 marked, 2 hidden by the search · 1,234 of 40,002'],
		[40, '632 marked · 1,234 of 40,002'],
		[17, '1,234 of 40,002'],
		[11, '1,234 found'],
	])('in %i columns the number of notifications is the last to go', (room, shown) => {
		expect(firstFitting(parts, room)).toBe(shown);
	});

	test('the listing of an earlier run says of when it is, as long as there is room', () => {
		const at = (room: number) => firstFitting(listingStatus(account({...rememberedStale, at: now}), now), room);
		const time = timeOf(now);
		expect([at(40), at(20)]).toEqual([`3 as of ${time} · offline`, `3 as of ${time}`]);
	});

	test('a service that stopped answering is said as long as there is room for a word', () => {
		const at = (room: number) => firstFitting(listingStatus(account(stale(complete(12))), now), room);
		expect([at(60), at(40), at(20), at(5)]).toEqual([
			`12 · ${down(now)}`,
			`12 · Service stopped answering at ${timeOf(now)}`,
			'12 · offline',
			'12',
		]);
	});

	test('an incomplete listing stays marked as such', () => {
		expect(firstFitting(listingStatus(account(ready(partial(12))), now), 17)).toBe('12 (incomplete)');
		expect(firstFitting(listingStatus(account(ready(partial(12))), now, {found: 3}), 10)).toBe('3 found');
	});
});

test('the age of the listing is drawn when its words change, and nothing in between', async () => {
	await using server = await createHttpServer(answering(200, [{id: 1, channel: 'EMAIL'}]));
	const clock = createHandClock();
	// The preview would be drawn a moment later.
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), 'preview: off\n', {mode: 0o600});
	await using app = await startApp({
		clock,
		home: home.path,
		service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'},
		size: '80x24',
	});
	await app.waitFor('1 notification · listed just now');
	const framesAfter = async (milliseconds: number): Promise<number> => {
		const before = app.frames.length;
		clock.pass(milliseconds);
		await turn();
		await turn();
		return app.frames.length - before;
	};

	expect(await framesAfter(9000)).toBe(0);
	clock.pass(1200);
	await app.waitFor('listed 10 s ago');
	expect(await framesAfter(9000)).toBe(0);
	clock.pass(1000);
	await app.waitFor('listed 20 s ago');
	clock.pass(60_000);
	await app.waitFor('listed 1 min ago');
	clock.pass(7_200_000);
	await app.waitFor('listed 2 h ago');
});
