import {expect, test} from 'vitest';
import type {Failure} from '../../source/service/failure.ts';
import {createWatch} from '../../source/account/watch.ts';
import {stillClock} from '../helpers/app.tsx';

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
