import {describe, expect, test} from 'vitest';
import type {Failure} from '../../../source/api/failure.ts';
import type {Listing} from '../../../source/api/listing.ts';
import type {UnreadableRecord} from '../../../source/notifications/notification.ts';
import {listingMessages, listingStatus} from '../../../source/tui/state/listing-status.ts';
import type {Remote} from '../../../source/tui/state/remote.ts';

const failure: Failure = {kind: 'unreachable', outcome: 'not-sent', what: 'Nobody answers.', advice: 'Look at the address.'};

const record: UnreadableRecord = {kind: 'unreadable', index: 0, problem: 'not an object', raw: null};
const records = (count: number) => Array.from({length: count}, () => record);
const complete = (count: number): Listing => ({records: records(count), complete: true});
const partial = (count: number): Listing => ({records: records(count), complete: false, reason: 'The second page failed.'});

const now = 1_800_000_000_000;
const ready = (value: Listing, age = 0): Remote<Listing> => ({state: 'ready', value, at: now - age, isRefreshing: false});
const stale = (value: Listing, age = 0): Remote<Listing> => ({state: 'stale', value, at: now - age, isRefreshing: false, failure});

const textsOf = (listing: Remote<Listing>) => listingMessages(listing, 80).map(({tone, text}) => `${tone}:${text}`);

describe('above the rows', () => {
	test.each<[string, Remote<Listing>, string[]]>([
		['while it loads', {state: 'loading'}, ['plain: Listing the notifications …']],
		['when it failed', {state: 'failed', failure}, ['bad: ✗ Nobody answers.', 'faint: Look at the address.']],
		['when all is well: nothing', ready(complete(2)), []],
		['when there are none', ready(complete(0)), ['plain: No notifications yet. Press n to create one.']],
		['when it is not all', ready(partial(2)), ['warning: Not all of it. The second page failed.']],
		['when it is not all, and empty', ready(partial(0)), ['warning: Not all of it. The second page failed.']],
		['when the last refresh failed', stale(complete(2)), ['bad: ✗ Nobody answers.', 'faint: Look at the address.']],
		['when the last refresh failed, of a part', stale(partial(2)), ['bad: ✗ Nobody answers.', 'faint: Look at the address.', 'warning: Not all of it. The second page failed.']],
	])('%s', (_name, listing, shown) => {
		expect(textsOf(listing)).toEqual(shown);
	});
});

describe('in the header', () => {
	test.each<[string, Remote<Listing>, string]>([
		['while it loads', {state: 'loading'}, 'loading …'],
		['when it failed', {state: 'failed', failure}, 'not loaded'],
		['none', ready(complete(0)), '0 notifications · listed just now'],
		['one', ready(complete(1)), '1 notification · listed just now'],
		['several', ready(complete(12)), '12 notifications · listed just now'],
		['a part', ready(partial(12)), '12 or more notifications · listed just now'],
		['a part of one', ready(partial(1)), '1 or more notifications · listed just now'],
		['while it is refreshed', {state: 'ready', value: complete(2), at: now, isRefreshing: true}, '2 notifications · refreshing …'],
		['what is left of before', stale(complete(2), 70_000), '2 notifications · listed 1 min ago'],
	])('%s', (_name, listing, shown) => {
		expect(listingStatus(listing, now)).toBe(shown);
	});

	test.each([
		[9999, 'just now'],
		[10_000, '10 s ago'],
		[19_999, '10 s ago'],
		[59_999, '50 s ago'],
		[60_000, '1 min ago'],
		[3_599_999, '59 min ago'],
		[3_600_000, '1 h ago'],
		[90_000_000, '25 h ago'],
		[-5000, 'just now'],
	])('after %i milliseconds: %s', (age, shown) => {
		expect(listingStatus(ready(complete(2), age), now)).toBe(`2 notifications · listed ${shown}`);
	});
});
