import {describe, expect, test} from 'vitest';
import type {Ask} from '../../source/changes/plan.ts';
import type {AcceptedAnswer} from '../../source/changes/context.ts';
import type {Fault} from '../../source/sandbox/faults.ts';
import {toCreateBody} from '../../source/service/body.ts';
import {answer} from '../helpers/http-server.ts';
import {input} from '../ledger/ledgers.ts';
import {
	createElsewhere,
	createOf,
	createPlace,
	edited,
	ending,
	forms,
	inputs,
	other,
	setUp,
	type SandboxPlace,
} from './harness.ts';
import {startRawService} from './raw-service.ts';

const mayAppear = 'It may still appear: look at the list again before you create it anew.';
const unlisted: Fault = {name: 'list-503', count: 4};
const lost = 'The connection to http://127.0.0.1 was lost (ECONNRESET).';
const failed500 = 'The service failed (500). The service said: "A simulated fault of the sandbox".';
const not = 'Not created. It does not appear in the listing.';
const found = 'The response did not confirm it, but it is listed.';
const gone = 'The response did not confirm it, but it is no longer listed.';

/** Somebody else has 1, and 2 is what is edited or deleted. What is created is 3. */
const existing = [other, input];

const askOf = async (place: SandboxPlace, kind: 'create' | 'edit' | 'delete'): Promise<Ask> => {
	if (kind === 'create') {
		return createOf(edited);
	}

	return kind === 'edit' ? place.edit('2') : (await place.deletions('2'))[0]!;
};

const idsOf = async (place: SandboxPlace) => Object.keys(await place.account()).join(' ');

describe('what is written down before, between and after the requests', () => {
	test.each([
		['create', ['begin sent', 'POST', 'append answered', 'append seen done']],
		['delete', ['begin sent', 'DELETE 2', 'append answered', 'append seen done']],
		[
			'edit',
			[
				'begin sent',
				'POST',
				'append answered',
				'append seen created sent',
				'DELETE 2',
				'append answered',
				'append seen done',
			],
		],
	] as const)('of one: %s', async (kind, log) => {
		const place = await setUp({existing});
		await place.run([await askOf(place, kind)]);
		expect(place.log()).toEqual(log);
	});

	test('of several: what happens in one turn together', async () => {
		const place = await setUp();
		await place.run(inputs(3).map(each => createOf(each)));
		const log = place.log();
		expect(log.slice(0, 3)).toEqual(['begin', 'append sent sent sent', 'POST']);
		expect(log.at(-1)).toBe('append seen done seen done seen done');
	});

	test('of many: in slices, and whole before the first request', async () => {
		const place = await setUp();
		await place.run(inputs(51).map(each => createOf(each)));
		expect(place.log().slice(0, 5)).toEqual(['open', 'add', 'add', 'close', 'append sent sent sent sent']);
	});
});

type Case = [
	kind: 'create' | 'edit' | 'delete',
	fault: Fault['name'],
	end: string,
	ids: string,
	pauses?: readonly number[],
];

/** Until the settling time is over, and a second listing two seconds later. */
const [settling, second] = [
	[500, 1000, 2000, 1500],
	[500, 1000, 2000, 1500, 2000],
];

test.each<Case>([
	['create', 'create-no-id', 'done 3 The response named no ID, but it is listed as 3.', '1 2 3', []],
	[
		'create',
		'create-replay',
		'done 4 3 is new and identical: a proxy may have sent the request twice. Delete what is not wanted.',
		'1 2 3 4',
		[],
	],
	['create', 'create-drop-after', `done 3 ${found}`, '1 2 3', settling],
	['create', 'create-late', 'done 3', '1 2 3', [500, 1000, 2000]],
	['create', 'create-500-before', `failed ${failed500} ${not}`, '1 2', second],
	[
		'create',
		'create-no-effect',
		`failed The service confirmed it as ID 3, but no complete listing shows it. ${mayAppear}`,
		'1 2',
		second,
	],
	[
		'create',
		'create-same-id',
		'failed The service overwrote 2 instead of creating a notification. Undo creates what 2 was again.',
		'1 2',
		[],
	],
	[
		'create',
		'create-lying-id',
		'done 3 The response named 2, which was listed before and may have been overwritten, but it is listed as 3.',
		'1 2 3',
		settling,
	],
	['edit', 'create-drop-after', `done 3 ${found}`, '1 3', settling],
	['edit', 'create-same-id', 'done 2 The service kept the ID, so nothing was deleted.', '1 2', []],
	['edit', 'delete-drop-after', `done 3 ${gone}`, '1 3', [5000, 2000]],
	['edit', 'delete-drop-before', 'created 3 Both 2 and 3 exist: 2 is still listed.', '1 2 3', settling],
	[
		'edit',
		'delete-403',
		'created 3 Both 2 and 3 exist: deleting 2 failed. This API key is not allowed to do that (403). The service said: "This API key may not delete notifications".',
		'1 2 3',
		[],
	],
	[
		'edit',
		'delete-404',
		'deleting 3 2 was deleted or edited meanwhile. Finish this to keep 3; delete that afterwards if it is not wanted.',
		'1 3',
		[],
	],
	['delete', 'delete-404', `done ${gone}`, '1', []],
	['delete', 'delete-drop-before', `failed ${lost} 2 is still listed.`, '1 2', settling],
	['delete', 'delete-no-effect', 'failed The service confirmed the deletion, but 2 is still listed.', '1 2', settling],
])('%s on a service with %s: %s', async (kind, name, end, ids, pauses) => {
	const place = await setUp({existing, faults: [{name}]});
	expect(ending(await place.run([await askOf(place, kind)]))).toBe(end);
	expect(place.pauses).toEqual(pauses);
	expect(await idsOf(place)).toBe(ids);
	expect(new Set(place.writes).size).toBe(place.writes.length);
});

test('what is overwritten is known from the listing that it was planned from', async () => {
	const place = await setUp({existing, faults: [{name: 'create-same-id'}]});
	const given = await place.look();
	expect(ending(await place.run([createOf(edited)], {given}))).toMatch(/^failed The service overwrote 2 /v);
});

test.each([1, 2])('what one of %i overwrote before the program was killed is named', async count => {
	const place = await setUp({existing, faults: [{name: 'create-same-id'}, {name: 'create-drop-after'}]});
	const asks = [createOf(edited), createOf({...edited, userId: 'user-2'})].slice(0, count);
	await place.during('create', async () => place.run(asks, {limit: 1}), [unlisted]);
	const later = createPlace(place.service, place.file);
	await later.finish();
	expect(later.lines()[0]).toBe(
		'user-1 failed The service overwrote 2 instead of creating a notification. What it was is not known.',
	);
});

test.each<[Fault['name'] | undefined, AcceptedAnswer | undefined]>([
	[undefined, {id: '3', wasListed: false}],
	['create-lying-id', {id: '2', wasListed: true}],
	['create-no-id', {id: undefined, wasListed: false}],
	['create-drop-after', undefined],
])('the steps of an edit are told, with what the answer says: %s', async (name, accepted) => {
	const place = await setUp({existing, faults: name === undefined ? [] : [{name}]});
	await place.run([await place.edit('2')]);
	expect(place.steps).toEqual([
		'checking',
		'creating',
		accepted === undefined ? 'finding' : ['finding', accepted],
		['deleting', {id: '2', isNew: false}],
	]);
});

test('the step of a roll back tells that the new one is deleted', async () => {
	const place = await setUp({existing, faults: [{name: 'delete-403'}]});
	await place.run([await place.edit('2')]);
	await place.rollBack();
	expect(place.steps.at(-1)).toEqual(['deleting', {id: '3', isNew: true}]);
});

const unknown = (what: string) =>
	`${what}: the connection to http://127.0.0.1 was lost (ECONNRESET). The service failed (503). chainbell`;
const lostPost = `creating ${unknown('Not known whether it was created')} looks for it until 00:00:05 UTC.`;
const lostEdit = `creating ${unknown('Not known whether the replacement of 2 was created')} looks for it until 00:00:05 UTC.`;
const lostDelete = `deleting ${unknown('Not known whether 2 was deleted')} checks every listing until 00:00:05 UTC.`;
const halfLost = lostDelete.replace('deleting', 'deleting 3');
const refused =
	'This API key is not allowed to do that (403). The service said: "This API key may not delete notifications".';
const asked =
	'No response named 3 as the new one, so somebody else may have created it. It is deleted only if you name it.';
const askedOfEdit = `created 3 ${asked} The response did not confirm it, but it is listed.`;

/** What is done with a change whose request met faults, and what is said each time; and at the end the requests, and what exists. */
type Recovery = [
	kind: 'create' | 'edit' | 'delete',
	at: 'create' | 'delete',
	faults: readonly Fault[],
	first: string,
	acts: ReadonlyArray<readonly [act: string, line: string]>,
	writes: string,
	ids: string,
];

const [postLost, postVanished]: Fault[][] = [
	[{name: 'create-drop-after'}, unlisted],
	[{name: 'create-drop-before'}, unlisted],
];
const [deleteLost, deleteVanished]: Fault[][] = [
	[{name: 'delete-drop-after'}, unlisted],
	[{name: 'delete-drop-before'}, unlisted],
];

test.each<Recovery>([
	['create', 'create', postLost!, lostPost, [['finish', `done 3 ${found}`]], 'POST', '1 2 3'],
	[
		'create',
		'create',
		postLost!,
		lostPost,
		[
			['roll back', `creating ${asked}`],
			['roll back 3', 'rolled-back 3 3 was deleted.'],
		],
		'POST, DELETE 3',
		'1 2',
	],
	[
		'create',
		'create',
		[...postLost!, {name: 'delete-403'}],
		lostPost,
		[
			['roll back 3', `creating 3 Deleting 3 failed. ${refused}`],
			['roll back', `creating 3 ${asked}`],
			['roll back 3', 'rolled-back 3 3 was deleted.'],
		],
		'POST, DELETE 3, DELETE 3',
		'1 2',
	],
	[
		'create',
		'create',
		[unlisted],
		'creating The service confirmed it as ID 3, but no listing shows it yet. The service failed (503). chainbell looks for it until 00:00:05 UTC.',
		[['roll back', 'rolled-back 3 3 was deleted.']],
		'POST, DELETE 3',
		'1 2',
	],
	[
		'create',
		'create',
		postVanished!,
		lostPost,
		[
			[
				'stop',
				'unfollowed You stopped following it; what was sent may still take effect. Not known whether it was created: the connection to http://127.0.0.1 was lost (ECONNRESET).',
			],
		],
		'POST',
		'1 2',
	],
	['edit', 'create', postLost!, lostEdit, [['finish', `done 3 ${found}`]], 'POST, DELETE 2', '1 3'],
	['edit', 'create', postVanished!, lostEdit, [['roll back', 'rolled-back Nothing was created.']], 'POST', '1 2'],
	[
		'edit',
		'create',
		postLost!,
		lostEdit,
		[
			['roll back', askedOfEdit],
			['roll back 1', askedOfEdit],
			['roll back 3', 'rolled-back 3 3 was deleted.'],
		],
		'POST, DELETE 3',
		'1 2',
	],
	[
		'edit',
		'create',
		[{name: 'create-same-id'}, ...postLost!],
		lostEdit,
		[
			['roll back', 'creating The service kept the ID 2, so it cannot be rolled back. Finish it instead.'],
			['finish', 'done 2 The service kept the ID, so nothing was deleted.'],
		],
		'POST',
		'1 2',
	],
	['edit', 'delete', deleteLost!, halfLost, [['roll back', `done 3 ${gone}`]], 'POST, DELETE 2', '1 3'],
	['edit', 'delete', deleteVanished!, halfLost, [['finish', 'done 3']], 'POST, DELETE 2, DELETE 2', '1 3'],
	[
		'edit',
		'delete',
		deleteVanished!,
		halfLost,
		[['roll back', 'rolled-back 3 3 was deleted.']],
		'POST, DELETE 2, DELETE 3',
		'1 2',
	],
	[
		'edit',
		'delete',
		[{name: 'delete-404'}],
		'deleting 3 2 was deleted or edited meanwhile. Finish this to keep 3; delete that afterwards if it is not wanted.',
		[
			['roll back', 'deleting 3 3 was kept, because 2 is no longer listed. Finish it instead.'],
			['finish', 'done 3 It was already gone when it was to be deleted.'],
		],
		'POST, DELETE 2',
		'1 3',
	],
	['delete', 'delete', deleteLost!, lostDelete, [['roll back', 'done It had already been deleted.']], 'DELETE 2', '1'],
	['delete', 'delete', deleteVanished!, lostDelete, [['finish', 'done']], 'DELETE 2, DELETE 2', '1'],
	[
		'delete',
		'delete',
		[{name: 'delete-drop-before'}],
		`failed ${lost} 2 is still listed.`,
		[['retry', 'done']],
		'DELETE 2, DELETE 2',
		'1',
	],
])('%s, at its %s %j: %s', async (kind, at, faults, first, acts, writes, ids) => {
	const place = await setUp({existing});
	const ask = await askOf(place, kind);
	expect(ending(await place.during(at, async () => place.run([ask]), faults))).toBe(first);
	for (const [act, line] of acts) {
		const chosen = /\d/v.exec(act)?.[0];
		if (act === 'stop') {
			await place.stop();
		} else if (act.startsWith('roll back')) {
			await place.rollBack({chosen});
		} else {
			place.retry();
			await place.finish({chosen});
		}

		expect(place.lines()[0]!.replace(/^\S+ /v, '')).toBe(line);
	}

	expect(place.writes.join(', ')).toBe(writes);
	expect(await idsOf(place)).toBe(ids);
});

test('who stops waiting while the request is on its way finds out later', async () => {
	const place = await setUp();
	const giveUp = new AbortController();
	const end = await place.during(
		'create',
		async () => place.run([createOf()], {signal: giveUp.signal}),
		async () => giveUp.abort(),
		'after',
	);
	expect(ending(end)).toMatch(/^creating Not known whether it was created/v);
	await place.finish();
	expect([place.lines(), place.writes]).toEqual([
		['user-1 done 1 The response did not confirm it, but it is listed.'],
		['POST'],
	]);
});

test.each(['finish', 'roll back'])(
	'of two that are alike the operator names the new one to %s, and not one that says something else',
	async act => {
		const place = await setUp({existing});
		const meanwhile = async () => {
			await createElsewhere(place.sandbox, edited);
			place.bring({name: 'create-drop-after'});
		};
		const end = await place.during('create', async () => place.run([await place.edit('2')]), meanwhile);
		expect(end).toMatchObject({only: {candidates: ['3', '4']}});
		const settle = act === 'finish' ? place.finish : place.rollBack;
		expect(ending(await settle({chosen: '1'}))).toBe(
			'creating 1 is listed, but not with the content that was sent, so it was kept.',
		);
		await settle({chosen: '4'});
		expect(await place.account()).toEqual(
			forms({1: other, 3: edited, ...(act === 'finish' ? {4: edited} : {2: input})}),
		);
	},
);

test('what somebody else deletes or edits before its DELETE is left alone', async () => {
	const records = existing.map((one, index) => ({...toCreateBody(one), id: index + 1}));
	const service = await startRawService(records, {
		created(response, record) {
			// Some services give IDs again.
			records[1] = {...toCreateBody({...input, name: 'Another'}), id: 2};
			answer(response, 201, record);
		},
	});
	const place = createPlace(service);
	expect(ending(await place.run([await place.edit('2')]))).toContain('2 was deleted or edited meanwhile');
	expect(ending(await place.finish())).toBe('done 3 It was already gone when it was to be deleted.');
	expect(place.writes).toEqual(['POST']);
	expect(service.records.map(({id}) => id)).toEqual([1, 2, 3]);
});

test('members that the service changed are asked about before the old one is deleted', async () => {
	const service = await startRawService([{...toCreateBody(input), id: 7, status: 'draft'}], {
		stored: body => ({...body, status: 'active'}),
	});
	const place = createPlace(service);
	const of = await place.snapshot('7');
	const end = await place.run([{kind: 'replace', of, input: {...edited, recordExtras: of.input.recordExtras}}]);
	expect(ending(end)).toBe(
		'created 8 8 was created, but the service lists status: "active" ("draft" was sent), so 7 was kept. Finish this to delete 7, or roll it back.',
	);
	expect(ending(await place.finish())).toBe('done 8');
	expect(place.writes).toEqual(['POST', 'DELETE 7']);
});

test('members that the service refuses are named, and a retry leaves them out', async () => {
	const service = await startRawService([], {
		refused: body => ('tags' in body ? {tags: ['Unknown field.']} : undefined),
	});
	const place = createPlace(service);
	const end = await place.run([createOf({...input, recordExtras: {tags: ['a'], note: 'b'}})]);
	expect(end).toMatchObject({refused: new Map([[1, ['tags']]]), only: {phase: 'failed', issues: [{field: 'tags'}]}});
	place.changes.append([{item: 1, event: {kind: 'decided', how: 'retry', without: ['tags']}}]);
	expect(ending(await place.finish())).toBe('done 1');
	expect(service.records).toEqual([expect.objectContaining({note: 'b'})]);
});

test.each(['delete', 'edit'] as const)(
	'a %s whose listing is too old once it is written down is not sent by it',
	async kind => {
		const place = await setUp({existing});
		const ask = await askOf(place, kind);
		const {changes} = place.contextWith();
		const slow = {
			...changes,
			async begin(...given: Parameters<typeof changes.begin>) {
				place.time.at += 70_001;
				return changes.begin(...given);
			},
		};
		expect(ending(await place.run([ask], {changes: slow}))).toBe(kind === 'edit' ? 'done 3' : 'done');
		expect(place.requests()[0]).toBe(kind === 'edit' ? 'POST not-sent' : 'DELETE 2 not-sent');
		expect(place.writes).toEqual(kind === 'edit' ? ['POST', 'DELETE 2'] : ['DELETE 2']);
	},
);
