import {describe, expect, test} from 'vitest';
import type {OperationKind} from '../../source/notification/operation-texts.ts';
import type {Failure} from '../../source/service/failure.ts';
import {concludeCreate} from '../../source/operations/create-step.ts';
import {concludeDelete} from '../../source/operations/delete-step.ts';
import {
	unknownPriorId,
	type CertifiedId,
	type CreationVerdict,
	type DeletionVerdict,
} from '../../source/operations/operation-context.ts';
import type {OperationResult} from '../../source/operations/operation-result.ts';
import type {Operation, RequestEntry} from '../../source/storage/journal/operation.ts';
import {recordOf, sightingAt} from '../helpers/sightings.ts';
import {input, oldOne, openNew} from '../storage/ledgers.ts';
import {createContext} from './context.ts';
import {createInMemoryLog} from './in-memory-log.ts';

type Sent = readonly [RequestEntry['method'], RequestEntry['outcome'], (string | undefined)?, number?];

const failureOf = (summary: string): Failure => ({kind: 'server', outcome: 'unknown', summary, nextStep: ''});
const refused = failureOf('It was refused.');
const unlisted = failureOf('The listing failed.');

const old = oldOne('7', {name: 'Other'});

/** An operation on 7, in a log of its own, with these requests. */
async function begin(kind: OperationKind, requests: readonly Sent[], change: Partial<Operation> = {}) {
	const log = createInMemoryLog();
	const context = createContext({service: {baseUrl: 'http://127.0.0.1:1/', apiKey: ''}, ledger: openNew(), log});
	const {id} = await log.begin({
		profile: 'p',
		profileName: 'p',
		kind,
		...(kind !== 'delete' && {input}),
		...(kind !== 'create' && {snapshot: old}),
		knownIds: change.knownIds ?? [],
	});
	for (const [method, outcome, target, status] of requests) {
		const request = await log.requestSent(id, {method, target: method === 'DELETE' ? target : undefined});
		if (outcome !== 'sent') {
			await log.requestAnswered(request, {outcome, target, status, summary: `The ${method} is ${outcome}.`});
		}
	}

	return {context, operation: await log.advance(id, {state: 'creating', ...change})};
}

/** What a person and the journal are told. */
function told(result: OperationResult) {
	if (result.kind === 'impossible') {
		return result;
	}

	const {
		operation: {state, newId, detail},
	} = result;
	return {
		kind: result.kind,
		state,
		...(newId !== undefined && {newId}),
		detail: (detail ?? '').replace(/until \d\d:\d\d:\d\d/v, 'until TIME'),
		...('failure' in result && result.failure !== undefined && {failure: result.failure.summary}),
	};
}

const waiting = 'chainbell checks every listing until TIME.';
const looking = 'chainbell looks for it until TIME.';
const verified = <T>(verdict: T) => ({
	verdict,
	sighting: sightingAt(0, [recordOf('7', old.input)]),
	problem: undefined,
	failure: unlisted,
});

describe('of a DELETE that rolls back', () => {
	const post: Sent = ['POST', 'ok', '8'];
	test.each<[OperationKind, readonly Sent[], DeletionVerdict, Failure | undefined, object]>([
		[
			'create',
			[post, ['DELETE', 'ok', '8']],
			{kind: 'gone'},
			undefined,
			{kind: 'failed', state: 'rolled-back', detail: '8 was deleted.'},
		],
		[
			'create',
			[post, ['DELETE', 'ok', '7']],
			{kind: 'gone'},
			undefined,
			{kind: 'failed', state: 'rolled-back', detail: '8 is no longer listed.'},
		],
		[
			'create',
			[['POST', 'unknown'], post, ['DELETE', 'ok', '8']],
			{kind: 'gone'},
			undefined,
			{
				kind: 'failed',
				state: 'rolled-back',
				detail: '8 was deleted.',
			},
		],
		[
			'create',
			[['POST', 'rejected'], ['POST', 'not-sent'], post, ['DELETE', 'ok', '8']],
			{kind: 'gone'},
			undefined,
			{kind: 'failed', state: 'rolled-back', detail: '8 was deleted.'},
		],
		[
			'create',
			[post, ['DELETE', 'unknown', '8']],
			{kind: 'kept'},
			refused,
			{kind: 'open', state: 'creating', detail: 'Deleting 8 failed. It was refused.', failure: 'It was refused.'},
		],
		[
			'replace',
			[post, ['DELETE', 'ok', '8']],
			{kind: 'kept'},
			undefined,
			{kind: 'open', state: 'created', detail: 'Deleting 8 failed. It is still listed.'},
		],
		[
			'replace',
			[post, ['DELETE', 'ok', '8']],
			{kind: 'pending', wait: 1, isListed: false},
			undefined,
			{
				kind: 'accepted',
				state: 'undoing',
				detail: `The service confirmed the deletion of 8, but no complete listing has shown it gone. ${waiting}`,
				failure: 'The listing failed.',
			},
		],
		[
			'replace',
			[post, ['DELETE', 'unknown', '8']],
			{kind: 'pending', wait: 1, isListed: false},
			refused,
			{
				kind: 'open',
				state: 'undoing',
				detail: `Not known whether 8 was deleted: it was refused. ${waiting}`,
				failure: 'It was refused.',
			},
		],
		[
			'replace',
			[post, ['DELETE', 'unknown', '8']],
			{kind: 'pending', wait: 1, isListed: false},
			undefined,
			{
				kind: 'open',
				state: 'undoing',
				detail: `Not known whether 8 was deleted: the DELETE is unknown. ${waiting}`,
				failure: 'The listing failed.',
			},
		],
	])('a %s with %j is judged %j', async (...[kind, requests, verdict, failure, expected]) => {
		const {context, operation} = await begin(kind, requests, {state: 'undoing', newId: '8'});
		expect(told(await concludeDelete(context, operation, verified(verdict), {failure}))).toEqual({
			newId: '8',
			...expected,
		});
	});
});

describe('of the DELETE of the old notification', () => {
	const pending: DeletionVerdict = {kind: 'pending', wait: 1, isListed: false};
	test.each<[OperationKind, readonly Sent[], DeletionVerdict, Failure | undefined, object]>([
		['delete', [['DELETE', 'ok', '7']], {kind: 'gone'}, undefined, {kind: 'done', state: 'done', detail: ''}],
		[
			'delete',
			[['DELETE', 'unknown', '7']],
			{kind: 'gone'},
			refused,
			{kind: 'done', state: 'done', detail: 'The response did not confirm it, but it is no longer listed.'},
		],
		[
			'delete',
			[['DELETE', 'rejected', '7', 404]],
			{kind: 'gone'},
			refused,
			{kind: 'done', state: 'done', detail: 'The response did not confirm it, but it is no longer listed.'},
		],
		[
			'replace',
			[['DELETE', 'rejected', '7', 404]],
			{kind: 'gone'},
			refused,
			{
				kind: 'open',
				state: 'deleting',
				detail:
					'7 was already gone: somebody else deleted or edited it. Finish this to keep 8; delete that afterwards if it is not wanted.',
			},
		],
		[
			'replace',
			[
				['DELETE', 'unknown', '7'],
				['DELETE', 'rejected', '7', 404],
			],
			{kind: 'gone'},
			refused,
			{kind: 'done', state: 'done', detail: 'The response did not confirm it, but it is no longer listed.'},
		],
		[
			'replace',
			[],
			{kind: 'gone'},
			undefined,
			{kind: 'done', state: 'done', detail: 'The response did not confirm it, but it is no longer listed.'},
		],
		[
			'delete',
			[['DELETE', 'unknown', '7']],
			{kind: 'kept'},
			refused,
			{kind: 'failed', state: 'failed', detail: 'It is still listed.', failure: 'It was refused.'},
		],
		[
			'delete',
			[['DELETE', 'ok', '7']],
			{kind: 'kept'},
			undefined,
			{kind: 'failed', state: 'failed', detail: 'The service confirmed the deletion, but 7 is still listed.'},
		],
		[
			'replace',
			[['DELETE', 'unknown', '7']],
			{kind: 'kept'},
			refused,
			{kind: 'open', state: 'created', detail: 'Both 7 and 8 exist: 7 is still listed.', failure: 'It was refused.'},
		],
		[
			'replace',
			[['DELETE', 'ok', '7']],
			{kind: 'kept'},
			undefined,
			{
				kind: 'open',
				state: 'created',
				detail: 'Both 7 and 8 exist: The service confirmed the deletion, but 7 is still listed.',
			},
		],
		[
			'delete',
			[['DELETE', 'ok', '7']],
			pending,
			undefined,
			{
				kind: 'accepted',
				state: 'deleting',
				detail: `The service confirmed the deletion, but no complete listing has shown it gone. ${waiting}`,
				failure: 'The listing failed.',
			},
		],
		[
			'delete',
			[['DELETE', 'ok', '7']],
			{...pending, isListed: true},
			undefined,
			{
				kind: 'accepted',
				state: 'deleting',
				detail: `The service confirmed the deletion, but 7 is still listed. ${waiting}`,
				failure: 'The listing failed.',
			},
		],
		[
			'delete',
			[['DELETE', 'unknown', '7']],
			pending,
			refused,
			{
				kind: 'open',
				state: 'deleting',
				detail: `Not known whether 7 was deleted: it was refused. ${waiting}`,
				failure: 'It was refused.',
			},
		],
		[
			'delete',
			[['DELETE', 'ok', '8']],
			pending,
			undefined,
			{
				kind: 'open',
				state: 'deleting',
				detail: `Not known whether 7 was deleted: no response was recorded. ${waiting}`,
				failure: 'The listing failed.',
			},
		],
	])('a %s with %j is judged %j', async (...[kind, requests, verdict, failure, expected]) => {
		const isReplace = kind === 'replace';
		const {context, operation} = await begin(kind, requests, {state: 'deleting', ...(isReplace && {newId: '8'})});
		expect(told(await concludeDelete(context, operation, verified(verdict), {failure}))).toEqual({
			...(isReplace && {newId: '8'}),
			...expected,
		});
	});

	test('where it is still listed, nothing was deleted, whatever the request said', async () => {
		const {context, operation} = await begin('delete', [['DELETE', 'unknown', '7']], {state: 'deleting'});
		expect(await concludeDelete(context, operation, verified({kind: 'kept'}), {failure: refused})).toMatchObject({
			failure: {outcome: 'rejected', nextStep: 'It is still listed: nothing was deleted.'},
		});
	});
});

describe('of a POST', () => {
	const confirmed: Sent = ['POST', 'ok', '8'];
	const certified: CreationVerdict = {kind: 'certified', id: '8' as CertifiedId};
	test.each<[OperationKind, readonly Sent[], CreationVerdict, Failure | undefined, object]>([
		['create', [confirmed], certified, undefined, {kind: 'done', state: 'done', newId: '8', detail: ''}],
		[
			'create',
			[['POST', 'unknown']],
			certified,
			refused,
			{kind: 'done', state: 'done', newId: '8', detail: 'The response did not confirm it, but it is listed.'},
		],
		[
			'create',
			[['POST', 'ok', '9']],
			certified,
			undefined,
			{kind: 'done', state: 'done', newId: '8', detail: 'The response named 9, but it is listed as 8.'},
		],
		[
			'create',
			[['POST', 'ok']],
			certified,
			undefined,
			{kind: 'done', state: 'done', newId: '8', detail: 'The response named no ID, but it is listed as 8.'},
		],
		[
			'create',
			[['POST', 'unknown']],
			{kind: 'absent'},
			refused,
			{kind: 'failed', state: 'failed', detail: 'It was refused. Not created. It does not appear in the listing.'},
		],
		[
			'create',
			[['POST', 'unknown']],
			{kind: 'absent'},
			undefined,
			{kind: 'failed', state: 'failed', detail: 'The POST is unknown. Not created. It does not appear in the listing.'},
		],
		[
			'create',
			[['POST', 'sent']],
			{kind: 'absent'},
			undefined,
			{kind: 'failed', state: 'failed', detail: 'Not created. It does not appear in the listing.'},
		],
		[
			'create',
			[confirmed],
			{kind: 'absent'},
			undefined,
			{
				kind: 'failed',
				state: 'failed',
				detail:
					'The service confirmed it as ID 8, but two complete listings after the settling time (5 s) do not show it.',
			},
		],
		[
			'create',
			[['POST', 'ok']],
			{kind: 'absent'},
			undefined,
			{
				kind: 'failed',
				state: 'failed',
				detail: 'The service confirmed it, but two complete listings after the settling time (5 s) do not show it.',
			},
		],
		[
			'replace',
			[confirmed],
			{kind: 'absent'},
			undefined,
			{
				kind: 'failed',
				state: 'failed',
				detail:
					'The service confirmed it as ID 8, but two complete listings after the settling time (5 s) do not show it. 7 was kept.',
			},
		],
		[
			'create',
			[['POST', 'unknown']],
			{kind: 'pending', wait: 1},
			refused,
			{
				kind: 'open',
				state: 'creating',
				detail: `Not known whether it was created: it was refused. ${looking}`,
				failure: 'It was refused.',
			},
		],
		[
			'create',
			[['POST', 'unknown']],
			{kind: 'pending', wait: 1, probableId: '9'},
			undefined,
			{
				kind: 'open',
				state: 'creating',
				detail: `Not known whether it was created: the POST is unknown. Probably it is 9. ${looking}`,
				failure: 'The listing failed.',
			},
		],
		[
			'create',
			[confirmed],
			{kind: 'pending', wait: 1},
			undefined,
			{
				kind: 'accepted',
				state: 'creating',
				detail: `The service confirmed it as ID 8, but no listing shows it yet. ${looking}`,
				failure: 'The listing failed.',
			},
		],
		[
			'replace',
			[confirmed],
			{kind: 'pending', wait: 1, probableId: '9'},
			undefined,
			{
				kind: 'open',
				state: 'creating',
				detail: `The service confirmed it as ID 8, but probably it is 9, so 7 was kept. ${looking}`,
				failure: 'The listing failed.',
			},
		],
		[
			'create',
			[confirmed],
			{kind: 'ambiguous', ids: ['8', '9'], isRewritten: false},
			undefined,
			{
				kind: 'open',
				state: 'creating',
				detail: 'Several new notifications have this content: 8, 9. One of them is the new one.',
			},
		],
		[
			'create',
			[['POST', 'unknown']],
			{kind: 'ambiguous', ids: ['8', '9'], isRewritten: true},
			refused,
			{
				kind: 'open',
				state: 'creating',
				detail:
					'It was refused. Several new notifications have this content, but for rewritten text or undocumented members: 8, 9. One of them is the new one.',
			},
		],
		[
			'create',
			[confirmed],
			{kind: 'ambiguous', ids: ['9'], isRewritten: true},
			undefined,
			{
				kind: 'open',
				state: 'creating',
				detail:
					'Probably it is 9: it is new, and differs from what was sent only in rewritten text or undocumented members.',
			},
		],
	])('a %s with %j is judged %j', async (...[kind, requests, verdict, failure, expected]) => {
		const {context, operation} = await begin(kind, requests);
		expect(told(await concludeCreate(context, operation, verified(verdict), {failure}))).toEqual(expected);
	});

	test.each<[CreationVerdict, object]>([
		[certified, {kind: 'done', detail: 'It was sent without a check for duplicates, so it may have existed before.'}],
		[
			{kind: 'ambiguous', ids: ['9'], isRewritten: true},
			{kind: 'open', detail: '9 has this content, but it may have existed before.', candidates: ['9']},
		],
	])(
		'without a listing before it, what is found may be older: %j',
		async (verdict, {detail, ...result}: {readonly detail?: string}) => {
			const {context, operation} = await begin('create', [confirmed], {knownIds: [unknownPriorId]});
			expect(await concludeCreate(context, operation, verified(verdict))).toMatchObject({
				...result,
				operation: {detail},
			});
		},
	);

	test('an earlier detail does not outlive the answer that confirms it', async () => {
		const {context, operation} = await begin('create', [confirmed], {detail: 'It may be pending.'});
		expect(told(await concludeCreate(context, operation, verified(certified)))).toMatchObject({detail: ''});
	});

	test('a service that kept the ID: nothing is deleted, also where no listing shows what was sent', async () => {
		for (const verdict of [{kind: 'certified', id: '7' as CertifiedId}, {kind: 'absent'}] as const) {
			const {context, operation} = await begin('replace', [['POST', 'ok', '7']]);
			const result = await concludeCreate(context, operation, {
				...verified<CreationVerdict>(verdict),
				sighting: sightingAt(0, [recordOf('7', input)]),
			});
			expect(told(result)).toEqual({
				kind: 'done',
				state: 'done',
				newId: '7',
				detail: 'The service kept the ID, so nothing was deleted.',
			});
		}
	});
});
