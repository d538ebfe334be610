import {renameSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import type {Ask} from '../../source/changes/plan.ts';
import {createPauseControl} from '../../source/changes/pool.ts';
import {settleSet} from '../../source/changes/run.ts';
import type {Fault} from '../../source/sandbox/faults.ts';
import {toCreateBody} from '../../source/service/body.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {answer} from '../helpers/http-server.ts';
import {lookAt, recordOf} from '../helpers/looks.ts';
import {answered, happen, input, seen, sent} from '../ledger/ledgers.ts';
import {remove} from '../sandbox/client.ts';
import {
	createElsewhere,
	createOf,
	createPlace,
	edited,
	ending,
	inputs,
	list,
	other,
	setUp,
	type Place,
	type SandboxPlace,
} from './harness.ts';
import {startRawService} from './raw-service.ts';

const idsOf = async ({service}: Place) => (await list(service)).map(({id}) => id).join(' ');
const namesOf = async ({service}: Place) =>
	(await list(service))
		.map(({userId, name}) => `${userId} ${name}`)
		.toSorted()
		.join(', ');
const creates = (count: number) => inputs(count).map(each => createOf(each));
const editsOf = async (place: Place, ...ids: readonly string[]): Promise<Ask[]> =>
	Promise.all(ids.map(async id => place.edit(id, {...inputs(Number(id))[Number(id) - 1]!, name: 'New'})));

/** A place whose account has `count` notifications: of user-1, user-2 and so on. */
const withUsers = async (count: number, faults: readonly Fault[] = []) => setUp({existing: inputs(count), faults});

describe('creations', () => {
	test('each is sent once, its template is remembered, and one listing shows all', async () => {
		const place = await withUsers(0);
		expect(ending(await place.run(creates(3)))).toBe('done 3');
		expect(place.lines()).toEqual(['user-1 done 1', 'user-2 done 2', 'user-3 done 3']);
		expect(place.writes).toEqual(['POST', 'POST', 'POST']);
		expect(place.changes.item(2)).toMatchObject({newId: '2'});
		expect(place.ledger.sent.get('the account', '2')).toMatchObject({template: input.template});
		expect(place.told.at(-1)).toEqual({
			total: 3,
			done: 3,
			accepted: 0,
			failed: 0,
			unknown: 0,
			created: 0,
			inFlight: 0,
			waitingUntil: undefined,
		});
	});

	test('those that are alike go in turn', async () => {
		const place = await withUsers(0);
		const alike = [createOf(), createOf(), createOf({...input, name: 'Treasury '})];
		const end = await place.during(
			'create',
			async () => place.run([...alike, createOf(edited)], {accepted: 'all'}),
			async () => {
				expect(place.changes.items(1).map(({phase}) => phase)).toEqual(['creating', 'planned', 'planned', 'creating']);
			},
		);
		expect(ending(end)).toBe('done 4');
		expect(new Set(place.changes.items(1).map(({newId}) => newId)).size).toBe(4);
	});

	test('after a lost answer one that is alike is not sent until it is known which of several is the first', async () => {
		const place = await withUsers(0);
		const end = await place.during(
			'create',
			async () => place.run([createOf(), createOf()], {accepted: 'all'}),
			async () => {
				await createElsewhere(place.sandbox, input);
				place.bring({name: 'create-drop-after'});
			},
		);
		expect(ending(end)).toMatch(
			/^planned 1, unknown 1; The connection .* Several new notifications have this content: 1, 2\. One of them is the new one\.$/v,
		);
		expect(ending(await place.finish({item: 1, chosen: '2'}))).toMatch(/^done 2 1 is new and identical/v);
		// Somebody else's is not made once more.
		expect(ending(await place.finish())).toBe('done 1, skipped 1');
		expect(await idsOf(place)).toBe('1 2');
	});

	test('what failed is sent again only on a retry, and what may have had an effect never', async () => {
		const place = await withUsers(0, [{name: 'create-403'}, {name: 'create-500-before'}]);
		expect(ending(await place.run(creates(3), {limit: 1}))).toBe('done 1, failed 2');
		expect(ending(await place.finish())).toBe('done 1, failed 2');
		place.retry();
		expect(ending(await place.finish())).toBe('done 2, failed 1');
		expect(place.writes).toHaveLength(4);
	});
});

describe('edits', () => {
	test('each is created, seen, and only then the old one is deleted', async () => {
		const place = await withUsers(3);
		expect(ending(await place.run(await editsOf(place, '1', '2')))).toBe('done 2');
		expect([place.writes.slice(0, 2), place.writes.slice(2).toSorted()]).toEqual([
			['POST', 'POST'],
			['DELETE 1', 'DELETE 2'],
		]);
		expect(await namesOf(place)).toBe('user-1 New, user-2 New, user-3 Treasury');
	});

	/** The most that existed twice at a time. */
	const mostTwice = (writes: readonly string[]): number => {
		const twice = writes.map((_, index) => {
			const until = writes.slice(0, index + 1);
			return 2 * until.filter(write => write === 'POST').length - until.length;
		});
		return Math.max(...twice);
	};

	const all = (count: number) => Array.from({length: count}, (_, index) => String(index + 1));

	test.each([
		[undefined, 4],
		[1, 1],
	])('as many exist twice as are sent at once: %j', async (limit, twice) => {
		const place = await withUsers(10);
		expect(ending(await place.run(await editsOf(place, ...all(10)), {limit}))).toBe('done 10');
		expect(mostTwice(place.writes)).toBe(twice);
	});

	test('in a large account a hundredth, once the first have been replaced', async () => {
		const service = await startRawService(inputs(600).map((one, index) => ({...toCreateBody(one), id: index + 1})));
		const place = createPlace(service);
		expect(ending(await place.run(await editsOf(place, ...all(20))))).toBe('done 20');
		expect(place.writes.indexOf('POST', 4)).toBe(8);
		expect(mostTwice(place.writes)).toBe(6);
	});

	test.each<[Fault, end: RegExp]>([
		[{name: 'delete-403', count: 99}, /^planned 5, created 4; forbidden; Both 1 and 10 exist: .*403/v],
		[{name: 'delete-500-before', count: 99}, /^planned 5, created 4; Both 1 and 10 exist: /v],
	])('no more are created where the old ones cannot be deleted: %j', async (fault, end) => {
		const place = await withUsers(9, [fault]);
		expect(ending(await place.run(await editsOf(place, ...all(9))))).toMatch(end);
		expect(mostTwice(place.writes)).toBe(4);
		place.sandbox.faults.clear();
		const {length} = place.writes;
		expect(ending(await place.finish())).toBe('done 9');
		expect(place.writes.slice(length, length + 4).every(write => write.startsWith('DELETE'))).toBe(true);
	});

	const halfDone = async () => {
		const place = await withUsers(4, [{name: 'delete-403', count: 3}]);
		const end = await place.run(await editsOf(place, '1', '2', '3'));
		expect(ending(end)).toMatch(/^created 3; forbidden; Both 1 and 5 exist: deleting 1 failed\. .*403/v);
		return place;
	};

	test('half done they are taken back, but where the old one is gone', async () => {
		const place = await halfDone();
		await remove(place.service, '1');
		expect(ending(await place.rollBack())).toMatch(/^created 1, rolledBack 2; .* a second one decides\.$/v);
		expect(place.told.at(-1)).toMatchObject({total: 3, done: 2, failed: 0});
		expect(ending(await place.rollBack())).toBe(
			'created 1, rolledBack 2; 5 was kept, because 1 is no longer listed. Finish it instead.',
		);
		expect(await idsOf(place)).toBe('2 3 4 5');
		expect(ending(await place.finish())).toBe('done 1, rolledBack 2');
	});
});

test('nothing more is deleted once a later listing lacks what is to stay', async () => {
	const place = await setUp({existing: [...inputs(3), other]});
	const asks = await place.deletions('1', '2', '3');
	const ended = await place.during(
		'delete',
		async () => place.run(asks, {limit: 1, keeps: new Set(['4'])}),
		async () => {
			await remove(place.service, '4');
			// The next DELETE needs another listing.
			place.time.at += 61_000;
		},
	);
	expect(ending(ended)).toBe(
		'planned 2, done 1; Nothing more was deleted: 4, which was to stay, is not listed any more. Look for duplicates again.',
	);
	expect(place.writes.filter(write => write.startsWith('DELETE'))).toEqual(['DELETE 1', 'DELETE 4']);
});

describe('a mixed set', () => {
	const start = async (...faults: readonly Fault[]) => {
		const place = await withUsers(3);
		const asks = [
			...(await place.deletions('1')),
			...(await editsOf(place, '2')),
			createOf({...input, userId: 'user-4'}),
		];
		place.bring(...faults);
		return {...place, end: ending(await place.run(asks))};
	};

	test('deletes last', async () => {
		const place = await start();
		expect(place.end).toBe('done 3');
		expect(place.writes).toEqual(['POST', 'POST', 'DELETE 2', 'DELETE 1']);
	});

	const held = 'Nothing is deleted until everything else is done: retry what failed, or skip the rest.';

	test('and nothing until everything else is done', async () => {
		const place = await start({name: 'create-403'});
		expect(place.end).toBe(`planned 1, done 1, failed 1; ${held}`);
		place.retry();
		expect(ending(await place.finish())).toBe('done 3');
	});

	test('the rest can be skipped', async () => {
		const place = await start({name: 'create-500-before'});
		expect(place.end).toBe(`planned 1, done 1, failed 1; ${held}`);
		expect(ending(await place.rollBack())).toBe('done 1, failed 1, skipped 1');
		expect([place.lines()[0], place.isIdle()]).toEqual(['1 rolled-back It was not deleted.', true]);
	});
});

describe('a service that does not take all of it', () => {
	test('is not reached', async () => {
		const place = await withUsers(3);
		const asks = await place.deletions('1', '2', '3');
		const {changes} = place.contextWith();
		const unplugged = {
			...changes,
			async begin(...given: Parameters<typeof changes.begin>) {
				await place.sandbox.close();
				return changes.begin(...given);
			},
		};
		expect(ending(await place.run(asks, {limit: 1, changes: unplugged}))).toMatch(
			/^planned (?:3|2, unknown 1); unreachable/v,
		);
	});

	/** Eight to delete, one at a time, on a service that refuses some: those for which there is a status. */
	const refusing = async (statusOf: (asked: number) => number | undefined) => {
		const service = await startRawService(inputs(8).map((one, index) => ({...toCreateBody(one), id: index + 1})));
		const place = createPlace(service);
		let asked = 0;
		service.behaviour.refusal = (response, id) => {
			asked++;
			const status = statusOf(asked);
			if (status === undefined) {
				service.records.splice(
					service.records.findIndex(record => record.id === id),
					1,
				);
			}

			answer(response, status ?? 204, status === undefined ? undefined : {error: 'no'});
		};

		const end = ending(await place.run(await place.deletions('1', '2', '3', '4', '5', '6'), {limit: 1}));
		delete service.behaviour.refusal;
		return {...place, end};
	};

	test.each<[string, (asked: number) => number | undefined, string, string]>([
		['a 401 stops it at once', asked => (asked === 3 ? 401 : undefined), 'planned 4, done 2; unauthorized', 'done 6'],
		[
			'three 403 stop it',
			asked => (asked < 2 ? undefined : 403),
			'planned 2, done 1, failed 3; forbidden',
			'done 3, failed 3',
		],
	])('%s', async (_name, statusOf, end, later) => {
		const place = await refusing(statusOf);
		expect(place.end).toBe(end);
		expect(ending(await place.finish())).toBe(later);
		place.retry();
		expect(ending(await place.finish())).toBe('done 6');
	});

	test.each([
		['DELETE', undefined, 8],
		['POST', undefined, 4],
		['DELETE', 3, 3],
	] as const)('takes, of %ss with a limit of %s, %i at once', async (method, limit, atOnce) => {
		const place = await withUsers(method === 'POST' ? 0 : 12);
		const ids = Array.from({length: 12}, (_, index) => String(index + 1));
		expect(ending(await place.run(method === 'POST' ? creates(12) : await place.deletions(...ids), {limit}))).toBe(
			'done 12',
		);
		expect(Math.max(...place.told.map(({inFlight}) => inFlight))).toBe(atOnce);
	});
});

describe('the operator', () => {
	/** Six to delete, two at once, the first two held by the service. */
	const start = async () => {
		const place = await withUsers(6);
		const pauseControl = createPauseControl();
		const asks = await place.deletions('1', '2', '3', '4', '5', '6');
		const hold = place.sandbox.faults.hold({on: 'delete', when: 'before', count: 2});
		const ended = place.run(asks, {limit: 2, pauseControl});
		await hold.arrived;
		return {...place, pauseControl, hold, ended};
	};

	test('stops; the rest is continued or skipped', async () => {
		const place = await start();
		place.pauseControl.stop();
		place.hold.release();
		expect(ending(await place.ended)).toBe('planned 4, done 2');
		expect(ending(await place.finish({item: 3}))).toBe('done');
		expect(ending(await place.rollBack())).toBe('done 3, skipped 3');
		expect(await idsOf(place)).toBe('4 5 6');
	});

	test('stops before the first request', async () => {
		const place = await withUsers(1);
		const pauseControl = createPauseControl();
		pauseControl.stop();
		expect(ending(await place.run(await place.deletions('1'), {pauseControl}))).toBe('failed Nothing was sent.');
		expect([place.writes, place.requests()]).toEqual([[], ['DELETE 1 not-sent']]);
	});

	test('follows it no longer: what was sent may take effect, and what was not is skipped', async () => {
		const place = await withUsers(0);
		const set = place.plan(creates(3));
		happen(place.ledger, {id: 1}, sent('POST'));
		happen(place.ledger, {id: 2}, sent('POST'), answered('ok', {named: '1'}), seen('done', {newId: '1'}));
		await place.stop(set);
		expect(place.lines()).toEqual([
			'user-1 unfollowed You stopped following it; what was sent may still take effect.',
			'user-2 done 1',
			'user-3 rolled-back It was not created.',
		]);
	});

	test('each answer is counted once', async () => {
		const place = await withUsers(3);
		const asks = await place.deletions('1', '2', '3');
		place.bring({name: 'delete-drop-before'});
		await place.run(asks, {limit: 1});
		const told = place.told.map(({done, accepted, failed, unknown, inFlight}) =>
			[done, accepted, failed, unknown, inFlight].join(' '),
		);
		expect(told.join('; ')).toContain('0 0 0 0 1; 0 0 0 1 0; 0 0 0 1 1; 0 1 0 1 0; 0 1 0 1 1; 0 2 0 1 0; 2 0 1 0 0');
	});

	test('the new one of an edit is counted until its old one is deleted', async () => {
		const place = await withUsers(2);
		await place.run(await editsOf(place, '1', '2'), {limit: 1});
		const told = place.told.map(({done, accepted, created, inFlight}) => [done, accepted, created, inFlight].join(' '));
		expect(told.join('; ')).toContain('0 0 0 1; 0 0 1 0; 0 0 1 0; 0 0 1 1; 0 1 0 0; 1 0 0 0');
	});
});

describe('after the program was killed', () => {
	test('what appeared since is not created once more', async () => {
		const place = await withUsers(1);
		const alike = [
			createOf(),
			createOf(),
			createOf({...input, userId: 'user-2'}),
			createOf({...input, userId: 'user-3', recipient: 'a@EXAMPLE.com'}),
		];
		const set = place.plan(alike, ['1']);
		await createElsewhere(place.service, {...input, userId: 'user-2'});
		await createElsewhere(place.service, {...input, userId: 'user-3', recipient: 'a@example.com'});
		expect(ending(await place.finish({set}))).toBe('done 3, skipped 1');
		expect(place.lines()).toEqual([
			'user-1 done 4',
			'user-1 done 6',
			'user-2 rolled-back Not created: an identical one was created elsewhere (2).',
			'user-3 done 5',
		]);
	});

	test('what is protected by now ends', async () => {
		const place = await withUsers(2);
		const set = place.plan(await place.deletions('1', '2'));
		const guards = {
			canProtect: true,
			whyProtected: ({id}: {id: string}) => (id === '1' ? '1 is protected.' : undefined),
			findBroken: () => [],
		};
		expect(ending(await place.finish({set, guards}))).toBe('done 1, failed 1');
		expect(place.lines()[0]).toBe('1 failed 1 is protected.');
	});

	test('a new one that is protected is not taken back', async () => {
		const place = await withUsers(0);
		await place.during('create', async () => place.run([createOf()]), [{name: 'list-503', count: 4}]);
		const guards = {canProtect: true, whyProtected: () => 'It is protected.', findBroken: () => []};
		const end = await place.rollBack({guards});
		expect([ending(end), end.isProtected]).toEqual(['creating 1 1 was kept. It is protected.', true]);
		expect(place.writes).toEqual(['POST']);
	});

	test('content with the API key cannot be sent any more', async () => {
		const key = 'sk-sets-0123456789';
		keepSecret(key);
		const place = await withUsers(0);
		const set = place.plan([createOf({...input, recordExtras: {note: key}}), createOf(edited)]);
		const later = createPlace(place.service, place.file);
		expect(ending(await later.finish({set}))).toBe('planned 1, done 1');
		expect(later.lines(set)[0]).toMatch(/planned It contains the API key, which is never saved: after a restart/v);
		expect(ending(await later.rollBack({set}))).toBe('done 1, skipped 1');
	});
});

describe('a ledger that fails', () => {
	test('sends nothing more, and the run goes on once it works again', async () => {
		const place = await withUsers(3);
		const asks = await editsOf(place, '1', '2');
		const running = place.during(
			'create',
			async () => place.run(asks, {limit: 1}),
			async () => renameSync(place.file, `${place.file}-elsewhere`),
			'after',
		);
		await expect(running).rejects.toThrow('was moved or deleted');
		expect(place.writes).toEqual(['POST']);
		renameSync(`${place.file}-elsewhere`, place.file);
		expect(ending(await place.finish())).toBe('done 2');
		expect(await namesOf(place)).toBe('user-1 New, user-2 New, user-3 Treasury');
	});

	test('sends nothing at all before the first request', async () => {
		const place = await withUsers(2);
		const asks = await place.deletions('1', '2');
		renameSync(place.file, `${place.file}-elsewhere`);
		await expect(place.run(asks)).rejects.toThrow('was moved or deleted');
		await expect(place.run(asks.slice(1))).rejects.toThrow('was moved or deleted');
		expect(place.writes).toEqual([]);
	});
});

describe('a listing that nobody asked for', () => {
	const settle = async (place: SandboxPlace, at: number, ...listed: ReadonlyArray<ReturnType<typeof recordOf>>) => {
		const wait = await settleSet(place.contextWith({settlingTime: 60_000}), 1, lookAt(at, listed));
		return [
			place.changes
				.items(1)
				.map(({phase}) => phase)
				.join(' '),
			wait,
		];
	};

	test('decides what it can, says until when others wait, and sends nothing', async () => {
		const place = await withUsers(0);
		place.plan([
			...creates(3),
			{kind: 'replace', of: {id: '9', raw: {}, input, template: '', topics: ['', '', '', '']}, input: edited},
		]);
		happen(place.ledger, {id: 1}, sent('POST'), answered('ok', {named: '1'}));
		happen(place.ledger, {id: 2}, sent('POST', undefined, 20_000));
		happen(place.ledger, {id: 4}, sent('POST'), answered('ok', {named: '5'}), seen('created', {newId: '5'}));
		const first = recordOf('1', inputs(1)[0]);
		expect(await settle(place, 0)).toEqual(['creating creating planned created', 80_000]);
		expect(await settle(place, 60_000, first)).toEqual(['done creating planned created', 20_000]);
		expect(await settle(place, 80_000)).toEqual(['done creating planned created', 2000]);
		expect(await settle(place, 82_000)).toEqual(['done failed planned created', undefined]);
		expect(place.writes).toEqual([]);
	});
});
