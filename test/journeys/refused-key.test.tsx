import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {editKeys, wrapped} from '../helpers/evidence.tsx';
import {createHandClock} from '../helpers/hand-clock.ts';
import type {ReceivedRequest} from '../helpers/http-server.ts';
import {newKey, startRevocableService, type Refusal} from '../helpers/revocable-service.ts';
import {pasted, type Screen} from '../helpers/screen.tsx';

const oldKey = 'the-old-key-4c7f';

const createKeys = [
	'n',
	pasted('user-4'),
	'Enter',
	'e',
	'Enter',
	pasted('b@example.com'),
	'Enter',
	pasted('0x4444444444444444444444444444444444444444'),
	'C-s',
	'C-s',
];

/** Every way to refuse a key, with what the screen says of it. */
const refusals: ReadonlyArray<readonly [name: string, refusal: Refusal, words: string]> = [
	[
		'401 with a JSON body',
		[401, {error: 'Unauthorized', message: 'Invalid or missing API key'}],
		'Invalid or missing API key',
	],
	[
		'401 with WWW-Authenticate only',
		[401, undefined, {'www-authenticate': 'Bearer error="invalid_token", error_description="The key expired in May"'}],
		'The key expired in May',
	],
	['401 that echoes the key', [401, {message: `The key ${oldKey} was revoked`}], 'The key [API key] was revoked'],
	['403 with words', [403, {title: 'Forbidden', detail: 'This key may only read'}], 'This key may only read'],
	['403 without words', [403], 'This API key is not allowed to do that (403).'],
];

type Way = {
	/** The requests that the service refuses. */
	readonly isRefused: (request: ReceivedRequest) => boolean;
	/** From the list to the refused request. */
	readonly keys: readonly string[];
	/** Screens between the list and the refused request: what is waited for, and the keys pressed then. */
	readonly steps?: ReadonlyArray<readonly [text: string | RegExp, ...keys: string[]]>;
	/** After the new key: what goes on where it was, and what it ends with. */
	readonly rest?: ReadonlyArray<readonly [text: string | RegExp, ...keys: string[]]>;
	/** Every write since the refusal, in order. */
	readonly writes: readonly string[];
	/** The notifications in the end. */
	readonly ids: readonly number[];
};

const byMethod = (method: string) => (request: ReceivedRequest) => request.method === method;

const ways: Readonly<Record<string, Way>> = {
	refresh: {
		isRefused: byMethod('GET'),
		keys: ['r'],
		rest: [['3 notifications · listed just now']],
		writes: [],
		ids: [1, 2, 3],
	},
	create: {
		isRefused: byMethod('POST'),
		keys: createKeys,
		rest: [['b@example.com', 'C-s', 'C-s'], ['✓ Created 4'], ['4 notifications']],
		writes: ['POST old', 'POST new'],
		ids: [1, 2, 3, 4],
	},
	'the listing of an edit': {
		isRefused: byMethod('GET'),
		keys: editKeys,
		rest: [['new@example.com', 'C-s', 'C-s'], [wrapped('✓ Replaced 1')]],
		writes: ['POST new', 'DELETE new'],
		ids: [2, 3, 4],
	},
	'the POST of an edit': {
		isRefused: byMethod('POST'),
		keys: editKeys,
		rest: [['new@example.com', 'C-s', 'C-s'], [wrapped('✓ Replaced 1')]],
		writes: ['POST old', 'POST new', 'DELETE new'],
		ids: [2, 3, 4],
	},
	'the DELETE of an edit': {
		isRefused: byMethod('DELETE'),
		keys: editKeys,
		rest: [
			[wrapped('API key accepted (this session only). ? Both')],
			['! 1 pending', '!'],
			[' activity · ', 'f'],
			['Finish the edit: delete "', 'y'],
			[wrapped('✓ Replaced 1')],
		],
		writes: ['POST old', 'DELETE old', 'DELETE new'],
		ids: [2, 3, 4],
	},
	delete: {
		isRefused: byMethod('DELETE'),
		keys: ['d'],
		steps: [['y delete', 'y']],
		rest: [['y delete', 'y'], ['✓ Deleted 1']],
		writes: ['DELETE old', 'DELETE new'],
		ids: [2, 3],
	},
	'bulk delete': {
		isRefused: byMethod('DELETE'),
		keys: ['a', 'd'],
		steps: [['Type 3, then enter', '3', 'Enter']],
		// After a 401 nothing has failed, and f continues.
		rest: [['API key accepted', 'f'], ['Type 3, then enter', '3', 'Enter'], ['✓ Deleted 3']],
		writes: ['DELETE old', 'DELETE old', 'DELETE old', 'DELETE new', 'DELETE new', 'DELETE new'],
		ids: [],
	},
	undo: {
		isRefused: byMethod('POST'),
		keys: ['d'],
		steps: [
			['y delete', 'y'],
			['✓ Deleted 1', 'u'],
			['Undo: recreate', 'y'],
		],
		rest: [['Undo: recreate', 'y'], ['✓ Undone']],
		writes: ['DELETE old', 'POST old', 'POST new'],
		ids: [2, 3, 4],
	},
};

/** A refresh meets every refusal: what one says is read in one place for all ways. The others meet the last 401, which echoes the key, and the first 403; screens differ between these two. */
const [echoing, forbidden] = [refusals[2]!, refusals[3]!];
const echoingAndForbidden = [echoing, forbidden];

/** The ways that go on where they were meet the two in turn. */
const cells = Object.entries(ways).flatMap(([name, way], index) => {
	const met = name === 'refresh' ? refusals : [echoingAndForbidden[index % 2]!];
	return met.map(refusal => [name, refusal[0], way, refusal] as const);
});

/** Waits for the key screen, where it opens by itself, and leaves it; opens it again from the screen below, and enters the new key. */
async function giveNewKey(app: Screen, [, [status], words]: (typeof refusals)[number]): Promise<void> {
	const said = wrapped(words);
	if (status === 401) {
		await app.waitFor('paste the key');
		expect(app.frame()).toMatch(said);
		await app.press('Escape');
	}

	await app.waitFor(/(?:K|alt\+k) another API key/v);
	await app.waitFor(said);
	await app.press('M-k');
	await app.waitFor('paste the key');
	expect(app.frame()).toMatch(said);
	await app.press(pasted(newKey), 'Enter');
	await app.waitFor('API key accepted');
}

const isWrite = (request: string) => !request.startsWith('GET');

function expectNoKey(app: Screen) {
	const shown = app.frames.join('\n');
	expect(shown).not.toContain(oldKey);
	expect(shown).not.toContain(newKey);
}

test.each(cells)('%s: %s', async (_name, _refusal, {isRefused, keys, steps = [], rest = [], writes, ids}, refusal) => {
	await using service = await startRevocableService(3);
	await using app = await startApp({service: {baseUrl: service.baseUrl, apiKey: oldKey}, size: '100x20'});
	await app.waitFor('3 notifications · listed');
	service.refuse(isRefused, refusal[1]);
	await app.press(...keys);
	for (const [text, ...more] of steps) {
		await app.waitFor(text);
		await app.press(...more);
	}

	await giveNewKey(app, refusal);
	for (const [text, ...more] of rest) {
		await app.waitFor(text);
		await app.press(...more);
	}

	expect(service.sinceRefusal().filter(request => isWrite(request))).toEqual(writes);
	expect(service.ids()).toEqual(ids);
	expectNoKey(app);
});

test.each(echoingAndForbidden)('start: %s', async (...refusal) => {
	await using service = await startRevocableService(3);
	service.refuse(() => true, refusal[1]);
	await using app = await startApp({service: {baseUrl: service.baseUrl, apiKey: oldKey}});
	await giveNewKey(app, refusal);
	await app.waitFor('3 notifications · listed');
	// The key is checked by a listing before it is used for one.
	expect(service.sinceRefusal()).toEqual(['GET old', 'GET new', 'GET new']);
	expectNoKey(app);
});

test.each(echoingAndForbidden)('watch: %s', async (...refusal) => {
	const clock = createHandClock();
	await using service = await startRevocableService(3);
	await using app = await startApp({service: {baseUrl: service.baseUrl, apiKey: oldKey}, clock});
	await app.waitFor('3 notifications · listed');
	await app.press('w');
	await clock.asleep();
	service.refuse(() => true, refusal[1]);
	clock.pass(5000);
	await giveNewKey(app, refusal);
	await app.waitFor('3 notifications · listed');
	expect(service.sinceRefusal()).toEqual(['GET old', 'GET new', 'GET new']);
	expectNoKey(app);
});

test.each(echoingAndForbidden)('recovery: %s', async (_name, refusal, words) => {
	await using service = await startRevocableService(3);
	await using app = await startApp({service: {baseUrl: service.baseUrl, apiKey: oldKey}, size: '100x20'});
	await app.waitFor('3 notifications · listed');
	service.refuse(byMethod('DELETE'), [403, {message: 'Not yet'}]);
	await app.press(...editKeys);
	await app.waitFor('Not yet');
	service.refuse(byMethod('DELETE'), refusal);
	await app.press('!');
	await app.waitFor(' activity · ');
	await app.press('f');
	await app.waitFor('Finish the edit: delete "');
	await app.press('y');
	if (refusal[0] === 401) {
		const frame = await app.waitFor('paste the key');
		expect(frame).toMatch(wrapped(words));
		await app.press('Escape');
	}

	await app.waitFor(wrapped(words));
	await app.waitFor('K another API key');
	await app.press('K');
	await app.waitFor('Could not delete the notification.');
	expect(service.sinceRefusal().filter(request => isWrite(request))).toEqual(['DELETE old']);
	expect(service.ids()).toEqual([1, 2, 3, 4]);
	expectNoKey(app);
});
