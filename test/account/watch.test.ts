import {setImmediate as turn} from 'node:timers/promises';
import {expect, test} from 'vitest';
import type {Failure} from '../../source/service/failure.ts';
import type {Watch} from '../../source/account/listing-state.ts';
import {createWatch} from '../../source/account/watch.ts';
import {stillClock} from '../helpers/app.tsx';

const refused: Failure = {
	kind: 'unauthorized',
	outcome: 'rejected',
	summary: 'The API key was rejected (401).',
	nextStep: '',
};

/** A watch whose pauses and listings end when the test says so. */
function start() {
	const changes: Array<Watch | undefined> = [];
	const pauses: Array<PromiseWithResolvers<void>> = [];
	const listings: Array<PromiseWithResolvers<Failure | undefined>> = [];
	const watch = createWatch({
		clock: {
			...stillClock,
			async sleep(_milliseconds, signal) {
				const pause = Promise.withResolvers<void>();
				pauses.push(pause);
				signal?.addEventListener('abort', () => {
					pause.reject(new Error('aborted'));
				});
				await pause.promise;
			},
		},
		async list() {
			const listing = Promise.withResolvers<Failure | undefined>();
			listings.push(listing);
			return listing.promise;
		},
		onChange(change) {
			changes.push(change);
		},
	});
	return {
		watch,
		changes,
		pauses,
		listings,
	};
}

test('a refused API key ends it', async () => {
	const {watch, changes, pauses, listings} = start();
	watch(5);
	pauses[0]!.resolve();
	await turn();
	listings[0]!.resolve(refused);
	await turn();
	expect(changes).toEqual([{every: 5, wait: 5}, undefined]);
	expect(pauses).toHaveLength(1);
});

test.each([[undefined], [refused]])('what was ended while it listed says nothing any more: %j', async result => {
	const {watch, changes, pauses, listings} = start();
	watch(5);
	pauses[0]!.resolve();
	await turn();
	watch(10);
	listings[0]!.resolve(result);
	await turn();
	expect(changes).toEqual([
		{every: 5, wait: 5},
		{every: 10, wait: 10},
	]);
	expect(pauses).toHaveLength(2);
	watch(undefined);
	await turn();
	expect(changes.slice(2)).toEqual([undefined]);
});

const failure: Failure = {
	kind: 'server',
	outcome: 'unknown',
	summary: 'The service failed (503).',
	nextStep: 'Try again.',
};

test.each<[string, number, ReadonlyArray<Failure | undefined>, readonly number[]]>([
	[
		'doubles with every failure, up to five minutes, and starts over',
		60,
		[failure, failure, failure, failure, undefined],
		[60, 120, 240, 300, 300, 60],
	],
	['is never shorter than the interval', 600, [failure], [600, 600]],
	['is never shorter than Retry-After', 5, [{...failure, retryAfter: 900}, failure], [5, 900, 20]],
	['believes an hour of a Retry-After of years', 5, [{...failure, retryAfter: 99_999_999}, failure], [5, 3600, 20]],
])('the delay between listings %s', async (_what, every, failures, expected) => {
	const delays: number[] = [];
	const remaining = [...failures];
	const {promise: ended, resolve: end} = Promise.withResolvers<void>();
	const watch = createWatch({
		clock: {
			...stillClock,
			async sleep(milliseconds) {
				delays.push(milliseconds / 1000);
				if (!(delays.length > failures.length)) {
					return;
				}

				end();
				throw new Error('The test is over.');
			},
		},
		list: async () => remaining.shift(),
		onChange: () => undefined,
	});
	watch(every);
	await ended;
	expect(delays).toEqual(expected);
});
