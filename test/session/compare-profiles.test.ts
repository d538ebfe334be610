import {expect, onTestFinished, test} from 'vitest';
import {compareProfiles} from '../../source/session/compare-profiles.ts';
import type {Profiles, Session} from '../../source/session/session.ts';
import {answer, createHttpServer, type Handler} from '../helpers/http-server.ts';

const retry = {
	async sleep() {
		throw new Error('There is no retry.');
	},
};

/** Compares two profiles that these handlers serve; none: a profile with a problem. */
async function compare(
	handlers: readonly [Handler | undefined, Handler | undefined],
	signal = new AbortController().signal,
) {
	const asked: string[] = [];
	const told: Array<readonly number[]> = [];
	const baseUrls = await Promise.all(
		handlers.map(async handler => {
			if (handler === undefined) {
				return undefined;
			}

			const server = await createHttpServer(handler);
			onTestFinished(async () => server[Symbol.asyncDispose]());
			return server.baseUrl;
		}),
	);
	const open: Profiles['openBeside'] = async name => {
		asked.push(name);
		const baseUrl = baseUrls[name === 'one' ? 0 : 1];
		return baseUrl === undefined
			? {ok: false, problem: 'its key is missing'}
			: {ok: true, session: {connection: {baseUrl, apiKey: 'key', timeout: 10_000}} as unknown as Session};
	};

	const result = await compareProfiles(open, ['one', 'two'], {
		signal,
		retry,
		onWait: () => undefined,
		onProgress(counts) {
			told.push(counts);
		},
	});
	return {result, asked, last: told.at(-1)};
}

const listing =
	(body: unknown): Handler =>
	(_request, response) => {
		answer(response, 200, body);
	};

const record = (id: number) => ({id, notification_name: `name ${id}`});

test('two accounts are compared, and each that is partial is named with why', async () => {
	const {result, asked, last} = await compare([
		listing([record(1)]),
		listing({results: [record(2), record(3)], has_more: true}),
	]);
	expect(result).toMatchObject({
		kind: 'compared',
		accounts: [
			{name: 'one', listing: {complete: true}},
			{name: 'two', listing: {complete: false, reason: expect.stringContaining('more') as string}},
		],
	});
	expect(asked).toEqual(['one', 'two']);
	expect(last).toEqual([1, 2]);
	const whole = await compare([listing([record(1)]), listing([record(1)])]);
	expect(whole.result).toMatchObject({
		kind: 'compared',
		accounts: [{listing: {complete: true}}, {listing: {complete: true}}],
	});
});

test('a profile with a problem is named, and then nothing is listed', async () => {
	let requests = 0;
	const counted: Handler = (_request, response) => {
		requests++;
		answer(response, 200, []);
	};

	const [first, second] = [await compare([undefined, counted]), await compare([counted, undefined])];
	expect(first.result).toEqual({kind: 'failed', name: 'one', problem: 'its key is missing'});
	expect(second.result).toEqual({kind: 'failed', name: 'two', problem: 'its key is missing'});
	expect(requests).toBe(0);
});

test('an account that cannot be listed is named', async () => {
	const {result} = await compare([
		listing([]),
		(_request, response) => {
			answer(response, 401, {});
		},
	]);
	expect(result).toMatchObject({kind: 'failed', name: 'two', failure: {kind: 'unauthorized'}});
});

test('cancelled before or while it lists, it says so, and not that a listing failed', async () => {
	const early = await compare([listing([]), listing([])], AbortSignal.abort());
	expect([early.result, early.asked]).toEqual([{kind: 'cancelled'}, ['one']]);

	const controller = new AbortController();
	const {result} = await compare(
		[
			listing([record(1)]),
			() => {
				controller.abort();
			},
		],
		controller.signal,
	);
	expect(result).toEqual({kind: 'cancelled'});
});
