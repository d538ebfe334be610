import {describe, expect, test} from 'vitest';
import type {ChangeContext, Look} from '../../source/changes/context.ts';
import {judgeBehind, look, pollLooks, shownAs} from '../../source/changes/look.ts';
import type {Event, NewItem} from '../../source/ledger/item.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import {toCreateBody} from '../../source/service/body.ts';
import {era, lookAt, partially, recordOf} from '../helpers/looks.ts';
import {
	answered,
	created,
	creation,
	deleted,
	deletion,
	edit,
	input,
	make,
	oldOne,
	openNew,
	seen,
	sent,
} from '../ledger/ledgers.ts';
import * as ledgers from '../ledger/ledgers.ts';
import {createPlace} from './harness.ts';
import {startRawService} from './raw-service.ts';

describe('a look', () => {
	/** A place whose account has just been listed. */
	async function start() {
		const service = await startRawService([{...toCreateBody(input), id: 7}]);
		const place = createPlace(service);
		const found = await place.look();
		// The next request comes later.
		place.time.at++;
		return {...place, service, found};
	}

	type Started = Awaited<ReturnType<typeof start>>;

	const requestsOf = async (place: Started, recent: 'shown' | 'displayed', change: Partial<ChangeContext>) => {
		const before = place.service.requests.length;
		await look(place.contextWith(change), recent);
		return place.service.requests.length - before;
	};

	test('of a moment ago serves', async () => {
		const place = await start();
		expect(await requestsOf(place, 'shown', {lastLook: () => place.found})).toBe(0);
		expect(await requestsOf(place, 'displayed', {displayed: () => place.found})).toBe(0);
		place.time.at += 10_000;
		expect(await requestsOf(place, 'shown', {lastLook: () => place.found})).toBe(1);
		expect(await requestsOf(place, 'displayed', {displayed: () => place.found})).toBe(1);
	});

	test.each<[string, Partial<ChangeContext>]>([
		['the machine slept since', {now: () => 10_001}],
		['the time of day was set back', {now: () => -1}],
	])('does not if %s', async (_name, change) => {
		const place = await start();
		expect(await requestsOf(place, 'shown', {lastLook: () => place.found, ...change})).toBe(1);
	});

	test.each<[string, (place: Started) => Look | void]>([
		['it is partial', ({found}) => ({...found, listing: {...found.listing, complete: false, reason: 'It is.'}})],
		[
			'a request was answered since',
			({ledger, time}) => {
				make(
					ledger,
					creation,
					sent('POST', undefined, 0),
					answered('ok', {named: '8'}, time.at),
					seen('done', {newId: '8'}),
				);
			},
		],
		[
			'another process may have been answered since',
			({ledger}) => {
				make(ledger, creation, {kind: 'sent', method: 'POST', moment: {era: 'another process', at: 0}});
			},
		],
		[
			'the service named nothing when something was created last',
			({ledger}) => {
				make(
					ledger,
					creation,
					sent('POST', undefined, -9),
					answered('ok', {status: 201}, -9),
					seen('done', {newId: '8'}),
				);
			},
		],
	])('the displayed listing does not serve if %s; what the change has read does', async (_name, change) => {
		const place = await start();
		const displayed = change(place) ?? place.found;
		expect(await requestsOf(place, 'displayed', {displayed: () => displayed})).toBe(1);
		expect(await requestsOf(place, 'shown', {lastLook: () => displayed})).toBe(0);
	});

	test('the operator who stops waiting waits no longer', async () => {
		const place = await start();
		expect(await look(place.contextWith({signal: AbortSignal.abort()}))).toMatchObject({failure: {kind: 'cancelled'}});
	});
});

describe('looks are repeated', () => {
	const pausesOf = async (open: {readonly wait: number; readonly isListed?: boolean} | undefined, fails = false) => {
		const pauses: number[] = [];
		const sleep = async (milliseconds: number) => {
			pauses.push(milliseconds);
			if (fails) {
				throw new Error('stopped');
			}
		};

		await pollLooks(
			{retry: {sleep}, signal: new AbortController().signal} as unknown as ChangeContext,
			async () => undefined,
			() => open,
		);
		return pauses;
	};

	test.each([
		['not if the first decides', undefined, []],
		['for ten seconds if any can decide', {wait: 0}, [500, 1000, 2000, 4000, 2500]],
		['not longer than is needed', {wait: 1500}, [500, 1000, 1500, 1500, 1500, 1500, 1500, 1000]],
		['once it is time, if what is missing needs that', {wait: 8000, isListed: false}, [8000]],
		['not if that takes too long', {wait: 10_001, isListed: false}, []],
	])('%s', async (_name, open, pauses) => {
		expect(await pausesOf(open)).toEqual(pauses);
	});

	test('until the operator stops waiting', async () => {
		expect(await pausesOf({wait: 0}, true)).toEqual([500]);
	});
});

describe('a listing may be behind', () => {
	const shown = recordOf('7', oldOne().input);
	const made = recordOf('8', input);
	const replaced: readonly Event[] = [
		sent('POST'),
		answered('ok', {named: '8'}),
		seen('created', {newId: '8'}),
		sent('DELETE', '7'),
		answered('ok'),
		seen('done'),
	];
	const missing = 'the listing may be behind, because it does not show 8, which was created here 10 s ago.';

	/** What is said of a listing ten seconds after these changes, with a settling time of 60 s. */
	const whyOf = async (found: Look, ...changes: ReadonlyArray<readonly [NewItem, ...Event[]]>) => {
		const {changes: store, ...ledger} = openNew();
		for (const [item, ...events] of changes) {
			make({...ledger, changes: store}, item, ...events);
		}

		const elapsed = createMonotonicClock(era, () => 0);
		return judgeBehind(
			{changes: store, profile: ledgers.profile, elapsed, settlingTime: 60_000, now: () => ledgers.moment + 10_000},
			found,
		);
	};

	test.each<[string, Look, ReadonlyArray<readonly [NewItem, ...Event[]]>, string | undefined]>([
		['what was created is listed', lookAt(10_000, [made]), [[creation, ...created('8')]], undefined],
		['or is not', lookAt(10_000), [[creation, ...created('8')]], missing],
		['as it is for so long', lookAt(60_000), [[creation, ...created('8')]], undefined],
		[
			'another boot counts by the time of day',
			lookAt(10_000),
			[
				[
					creation,
					{...created('8')[0], moment: {era: 'another boot', at: 0}} as Event,
					...created('8')
						.slice(1)
						.map(event => ({...event, moment: {era: 'another boot', at: 0}}) as Event),
				],
			],
			missing,
		],
		['what was deleted is not listed', lookAt(10_000), [[deletion('7'), ...deleted('7')]], undefined],
		[
			'or is',
			lookAt(10_000, [shown]),
			[[deletion('7'), ...deleted('7')]],
			'the listing may be behind, because it still shows 7, which was deleted here 10 s ago.',
		],
		['another one has its ID', lookAt(10_000, [recordOf('7')]), [[deletion('7'), ...deleted('7')]], undefined],
		[
			'what was replaced is',
			lookAt(10_000, [shown, made]),
			[[edit('7'), ...replaced]],
			'the listing may be behind, because it still shows 7, which was replaced here 10 s ago.',
		],
		[
			'what was replaced in place is as it was',
			lookAt(10_000, [shown]),
			[[edit('7'), ...created('7')]],
			'the listing may be behind, because it shows 7 as it was before it was replaced here 10 s ago.',
		],
		[
			'what was taken back is',
			lookAt(10_000, [recordOf('8', {...input, name: 'New'})]),
			[[edit('7'), ...replaced.slice(0, 3), sent('DELETE', '8'), answered('ok'), seen('rolled-back')]],
			'the listing may be behind, because it still shows 8, which was deleted here 10 s ago.',
		],
		[
			'the newest change of a notification counts',
			lookAt(10_000),
			[
				[creation, ...created('7')],
				[deletion('7'), ...deleted('7')],
			],
			undefined,
		],
		[
			'what is pending is not judged',
			lookAt(10_000),
			[
				[creation, ...created('7')],
				[deletion('7'), sent('DELETE', '7')],
			],
			undefined,
		],
	])('%s', async (_name, found, changes, why) => {
		const behind = await whyOf(found, ...changes);
		expect(behind?.why).toBe(why);
	});

	test('it says when to try again', async () => {
		expect(await whyOf(lookAt(10_000), [creation, ...created('8')])).toMatchObject({
			advice: 'Try again in 50 s.',
			wait: 50_000,
		});
	});
});

test('what is to be deleted is listed as it was confirmed, or how it is', () => {
	const unreadable = {kind: 'unreadable', index: 0, problem: '', raw: {id: '7'}} as const;
	const found = [
		lookAt(0, [recordOf('7', {...oldOne().input, name: 'Treasury '})]),
		lookAt(0),
		partially(lookAt(0)),
		lookAt(0, [unreadable]),
		lookAt(0, [recordOf('7')]),
	];
	expect(found.map(each => shownAs(each, oldOne()))).toEqual([
		'as-confirmed',
		'missing',
		'partial',
		'unreadable',
		'changed',
	]);
});
