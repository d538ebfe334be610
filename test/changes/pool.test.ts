import {setImmediate as turn} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import type {Failure} from '../../source/service/failure.ts';
import {
	awaitTurn,
	createPauseControl,
	type PoolDecision,
	type PoolOptions,
	runPool,
} from '../../source/changes/pool.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import {createNotBefore} from '../../source/service/retry.ts';

const failure = (summary: string, change: Partial<Failure> = {}): Failure => ({
	kind: 'rate-limited',
	outcome: 'rejected',
	summary,
	nextStep: '',
	...change,
});

const next: PoolDecision = {kind: 'next', verdict: 'effective'};

type Work = PoolOptions<number>['work'];

/** Runs a pool of two over the numbers from 1 to 9. */
function start(work: Work, change: Partial<PoolOptions<number>> = {}) {
	const taken: number[] = [];
	const waits: Array<number | undefined> = [];
	const pauseControl = createPauseControl();
	const ended = runPool({
		items: [1, 2, 3, 4, 5, 6, 7, 8, 9].values(),
		async work(item) {
			taken.push(item);
			return work(item);
		},
		limit: 2,
		pauseControl,
		signal: new AbortController().signal,
		sleep: async () => undefined,
		onWait(milliseconds) {
			waits.push(milliseconds);
		},
		...change,
	});
	return {taken, waits, pauseControl, ended};
}

/** Lets everything happen that waits for nothing from outside. */
async function rest(): Promise<void> {
	for (let index = 0; index < 20; index++) {
		await turn();
	}
}

test('works through all items, some at a time', async () => {
	const gates = new Map<number, PromiseWithResolvers<PoolDecision>>();
	const {taken, ended, waits} = start(async item => {
		const gate = Promise.withResolvers<PoolDecision>();
		gates.set(item, gate);
		return gate.promise;
	});
	for (let item = 1; item <= 9; item++) {
		await rest();
		expect(taken).toHaveLength(Math.min(item + 1, 9));
		gates.get(item)!.resolve(next);
	}

	expect(await ended).toBeUndefined();
	expect(waits).toEqual([]);
});

test('an item that is not finished is worked on again, with those of the others', async () => {
	const left = new Map([[2, 2]]);
	const {taken, ended} = start(async item => {
		const more = left.get(item) ?? 0;
		left.set(item, more - 1);
		return more > 0 ? {kind: 'more', verdict: 'effective'} : next;
	});
	expect(await ended).toBeUndefined();
	expect(taken.toSorted((a, b) => a - b)).toEqual([1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('an error of the work ends the run once what is in flight has ended, and is thrown', async () => {
	const second = Promise.withResolvers<PoolDecision>();
	const {taken, ended} = start(async item => {
		if (item === 1) {
			throw new Error('broken');
		}

		return second.promise;
	});
	let isEnded = false;
	const settled = ended.catch((error: unknown) => {
		isEnded = true;
		return error;
	});
	await rest();
	expect(isEnded).toBe(false);
	second.resolve(next);
	expect(await settled).toEqual(new Error('broken'));
	expect(taken).toEqual([1, 2]);
});

test('a stop ends the run with its failure, the first of several', async () => {
	const {taken, ended} = start(async item => ({kind: 'stop', failure: failure(`stop ${item}`)}));
	expect(await ended).toMatchObject({summary: 'stop 1'});
	expect(taken).toEqual([1, 2]);
});

describe('refusals', () => {
	const refused = (item: number): PoolDecision => ({kind: 'next', verdict: {refusal: failure(`refused ${item}`)}});

	test('three in a row end the run', async () => {
		const {taken, ended} = start(async item => refused(item), {limit: 1});
		expect(await ended).toMatchObject({summary: 'refused 3'});
		expect(taken).toEqual([1, 2, 3]);
	});

	test('something that takes effect between them starts the count again, what says nothing does not', async () => {
		const {taken, ended} = start(
			async item => {
				if (item === 3) {
					return next;
				}

				return item === 5 ? {kind: 'next'} : refused(item);
			},
			{limit: 1},
		);
		expect(await ended).toMatchObject({summary: 'refused 7'});
		expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7]);
	});
});

describe('waits', () => {
	test('all workers wait, twice as long each time, until something is processed', async () => {
		let tries = 0;
		const {waits, ended} = start(
			async item => {
				tries++;
				return item === 2 && tries <= 4 ? {kind: 'wait', failure: failure('slow down')} : next;
			},
			{limit: 1},
		);
		expect(await ended).toBeUndefined();
		expect(waits).toEqual([500, undefined, 1000, undefined, 2000, undefined]);
	});

	test('nothing is taken until the longest of them is over, which counts as one', async () => {
		const sleeps = new Map<number, PromiseWithResolvers<void>>();
		const seen = new Set<number>();
		const {waits, taken, ended} = start(
			async item => {
				if (seen.has(item)) {
					return next;
				}

				seen.add(item);
				// The last one says that the wait before counted once.
				return [1, 2, 9].includes(item) ? {kind: 'wait', failure: failure('slow down', {retryAfter: item})} : next;
			},
			{
				async sleep(milliseconds) {
					const gate = Promise.withResolvers<void>();
					sleeps.set(milliseconds, gate);
					if (milliseconds === 9000) {
						gate.resolve();
					}

					await gate.promise;
				},
			},
		);
		await rest();
		expect(waits).toEqual([1000, 2000]);
		sleeps.get(1000)!.resolve();
		await rest();
		expect(waits).toEqual([1000, 2000]);
		expect(taken).toEqual([1, 2]);
		sleeps.get(2000)!.resolve();
		expect(await ended).toBeUndefined();
		expect(waits).toEqual([1000, 2000, undefined, 9000, undefined]);
	});

	test('a service that never recovers ends the run', async () => {
		const {waits, ended} = start(async () => ({kind: 'wait', failure: failure('slow down')}), {limit: 1});
		expect(await ended).toMatchObject({summary: 'slow down'});
		expect(waits.filter(each => each !== undefined)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]);
	});

	test('so does one that asks to wait longer than five minutes', async () => {
		const {waits, taken, ended} = start(
			async item => ({kind: 'wait', failure: failure('later', {retryAfter: item === 1 ? 300 : 301})}),
			{limit: 1, items: [1].values()},
		);
		expect(await ended).toMatchObject({summary: 'later'});
		expect(new Set(waits)).toEqual(new Set([300_000, undefined]));
		expect(taken.length).toBeGreaterThan(1);

		const tooLong = start(async () => ({kind: 'wait', failure: failure('later', {retryAfter: 301})}));
		expect(await tooLong.ended).toMatchObject({summary: 'later'});
		expect(tooLong.waits).toEqual([]);
	});

	test('the operator who stops does not have to wait', async () => {
		const {pauseControl, taken, ended} = start(async () => ({kind: 'wait', failure: failure('slow down')}), {
			limit: 1,
			async sleep(_milliseconds, signal) {
				await new Promise((_resolve, reject) => {
					signal?.addEventListener('abort', () => {
						reject(new Error('stopped'));
					});
				});
			},
		});
		await rest();
		pauseControl.stop();
		expect(await ended).toBeUndefined();
		expect(taken).toEqual([1]);
	});
});

test('while the operator has paused it, nothing is taken', async () => {
	const {pauseControl, taken, ended} = start(async () => {
		await turn();
		return next;
	});
	pauseControl.pause();
	await rest();
	const before = taken.length;
	expect(before).toBeLessThan(9);
	await rest();
	expect(taken).toHaveLength(before);
	pauseControl.resume();
	expect(await ended).toBeUndefined();
	expect(taken).toHaveLength(9);
});

describe('before a change begins', () => {
	/** Waits as the service asked; the operator stops that, or not. Returns the waits, the steps and why nothing is sent. */
	async function wait(retryAfter: number | undefined, isStopped = false) {
		let at = 0;
		const notBefore = createNotBefore(createMonotonicClock('test', () => at));
		notBefore.note(failure('slow down', {retryAfter}));
		const stop = new AbortController();
		const steps: unknown[] = [];
		const refused = await awaitTurn({
			connection: {baseUrl: '', apiKey: '', timeout: 1, notBefore},
			retry: {
				async sleep(milliseconds) {
					at += milliseconds;
					if (isStopped) {
						stop.abort();
						throw new Error('stopped');
					}
				},
			},
			now: () => 0,
			signal: stop.signal,
			onStep(step, facts) {
				steps.push(step, facts?.until);
			},
		});
		return [at, steps, refused?.reason];
	}

	test('it waits as long as the service asked, and says so', async () => {
		expect(await wait(undefined)).toEqual([0, [], undefined]);
		expect(await wait(300)).toEqual([300_000, ['waiting', 300_000], undefined]);
	});

	test('not longer than five minutes, and not for an operator who stops it', async () => {
		expect(await wait(3600)).toEqual([
			0,
			[],
			'Rate limited (429): the service asked to wait. Nothing was sent. Wait until 1970-01-01 01:00 before trying again.',
		]);
		expect(await wait(7, true)).toEqual([
			7000,
			['waiting', 7000],
			'Nothing was sent: you cancelled the wait of 7 s that the service asked for (429).',
		]);
	});
});
