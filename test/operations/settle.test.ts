import {describe, expect, test} from 'vitest';
import type {OperationKind} from '../../source/notification/operation-texts.ts';
import {settle} from '../../source/operations/one.ts';
import type {Operation, RequestEntry} from '../../source/ledger/journal/operation.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import {era, momentAt, partially, recordOf, sightingAt} from '../helpers/sightings.ts';
import {input, oldOne, openNew} from '../ledger/ledgers.ts';
import {awaited, createContext, profile} from './context.ts';

/** Milliseconds. */
const settlingTime = 60_000;

type Sent = readonly [RequestEntry['method'], RequestEntry['outcome'], string?];

/** A pending operation on 7 that creates 8, whose requests were all sent at the moment 0. */
async function begin(kind: OperationKind, requests: readonly Sent[], change: Partial<Operation>) {
	const ledger = openNew();
	const log = awaited(ledger).journal;
	const context = {
		...createContext({service: {baseUrl: 'http://127.0.0.1:1/', apiKey: ''}, ledger, log, settlingTime}),
		elapsed: createMonotonicClock(era, () => 0),
		knownSince: () => momentAt(-Infinity),
	};
	const {id} = await log.begin({
		profile,
		profileName: 'p',
		kind,
		...(kind !== 'delete' && {input}),
		...(kind !== 'create' && {snapshot: oldOne('7', {name: 'Before'})}),
	});
	for (const [method, outcome, target] of requests) {
		const request = await log.requestSent(id, {
			method,
			target: method === 'DELETE' ? target : undefined,
			moment: momentAt(0),
		});
		await log.requestAnswered(request, {outcome, target, status: 200, summary: ''});
	}

	await log.advance(id, change);
	return {
		async settled(sighting: Parameters<typeof settle>[2]) {
			const result = await settle(context, log.get(id)!, sighting);
			const {state, newId, detail = ''} = log.get(id)!;
			return result === undefined ? undefined : {kind: result.kind, state, newId, detail};
		},
		stateOf: () => log.get(id)!.state,
		templateOf: (created: string) => ledger.sent.get(profile, created)?.template,
	};
}

const [older, newer] = [recordOf('7', {...input, name: 'Before'}), recordOf('8', input)];
/** The last moment before the settling time is over, its end, and the moment at which a second listing decides. */
const [early, late, later] = [settlingTime - 1, settlingTime, settlingTime + 2000];

describe('a POST', () => {
	test('that a listing shows is done, and its template is kept', async () => {
		const {settled, templateOf} = await begin('create', [['POST', 'unknown']], {state: 'creating'});
		expect(await settled(sightingAt(late, [newer]))).toEqual({
			kind: 'done',
			state: 'done',
			newId: '8',
			detail: 'The response did not confirm it, but it is listed.',
		});
		expect(templateOf('8')).toBe(input.template);
	});

	test('that two complete listings do not show in time had no effect; before that nothing is known', async () => {
		const {settled, stateOf} = await begin('create', [['POST', 'unknown']], {state: 'creating'});
		expect(await settled(sightingAt(early))).toBeUndefined();
		expect(await settled(partially(sightingAt(late)))).toBeUndefined();
		expect(await settled(sightingAt(late))).toBeUndefined();
		expect(await settled(sightingAt(later - 1))).toBeUndefined();
		expect(stateOf()).toBe('creating');
		expect(await settled(sightingAt(later))).toMatchObject({kind: 'failed', state: 'failed'});
	});

	test('that was confirmed and that two complete listings do not show has failed', async () => {
		const {settled} = await begin('create', [['POST', 'ok', '8']], {state: 'creating'});
		expect(await settled(sightingAt(late))).toBeUndefined();
		expect(await settled(sightingAt(later))).toMatchObject({
			kind: 'failed',
			state: 'failed',
			detail:
				'The service confirmed it as ID 8, but two complete listings after the settling time (60 s) do not show it.',
		});
	});

	test('that a listing shows between two that do not is done', async () => {
		const {settled} = await begin('create', [['POST', 'unknown']], {state: 'creating'});
		expect(await settled(sightingAt(late))).toBeUndefined();
		expect(await settled(sightingAt(late + 1000, [newer]))).toMatchObject({kind: 'done', newId: '8'});
	});

	test("whose answer was lost is not adopted before the settling time: the match may be somebody else's", async () => {
		const {settled, stateOf} = await begin('create', [['POST', 'unknown']], {state: 'creating'});
		expect(await settled(sightingAt(early, [newer]))).toBeUndefined();
		expect(stateOf()).toBe('creating');
	});

	test('that may have made one of several is left to the operator', async () => {
		const {settled, stateOf} = await begin('create', [['POST', 'unknown']], {state: 'creating'});
		expect(await settled(sightingAt(late, [newer, recordOf('9', input)]))).toBeUndefined();
		expect(stateOf()).toBe('creating');
	});

	test('of an edit: the listing of the new notification asks the operator to go on, and deletes nothing', async () => {
		const {settled, templateOf} = await begin('replace', [['POST', 'ok', '8']], {state: 'creating'});
		expect(await settled(sightingAt(late, [older, newer]))).toEqual({
			kind: 'open',
			state: 'created',
			newId: '8',
			detail: '8 is listed now: finish the edit to delete 7, or roll it back.',
		});
		expect(templateOf('8')).toBe(input.template);
		const absent = await begin('replace', [['POST', 'unknown']], {state: 'creating'});
		expect(await absent.settled(sightingAt(late, [older]))).toBeUndefined();
		expect(await absent.settled(sightingAt(later, [older]))).toMatchObject({kind: 'failed', state: 'failed'});
	});
});

describe('a DELETE', () => {
	test('is done, had no effect, or may still have one', async () => {
		const gone = await begin('delete', [['DELETE', 'ok', '7']], {state: 'deleting'});
		expect(await gone.settled(partially(sightingAt(late)))).toBeUndefined();
		expect(await gone.settled(sightingAt(0))).toMatchObject({kind: 'done', state: 'done', detail: ''});
		const kept = await begin('delete', [['DELETE', 'unknown', '7']], {state: 'deleting'});
		expect(await kept.settled(sightingAt(early, [older]))).toBeUndefined();
		expect(await kept.settled(sightingAt(late, [older]))).toMatchObject({kind: 'failed', state: 'failed'});
	});

	test('that was not confirmed is done when a second listing does not show it either', async () => {
		const {settled, stateOf} = await begin('delete', [['DELETE', 'unknown', '7']], {state: 'deleting'});
		expect(await settled(sightingAt(late))).toBeUndefined();
		expect(stateOf()).toBe('deleting');
		expect(await settled(sightingAt(later))).toMatchObject({
			kind: 'done',
			state: 'done',
			detail: 'The response did not confirm it, but it is no longer listed.',
		});
	});

	test('that was not confirmed is not done by one listing that lacked it: the next one shows it', async () => {
		const {settled} = await begin('delete', [['DELETE', 'unknown', '7']], {state: 'deleting'});
		expect(await settled(sightingAt(late))).toBeUndefined();
		expect(await settled(sightingAt(later, [older]))).toMatchObject({
			kind: 'failed',
			state: 'failed',
			detail: 'It is still listed.',
		});
	});

	test('of the new notification ends a roll back, or leaves both', async () => {
		const undoing = {state: 'undoing', newId: '8'} as const;
		const gone = await begin(
			'replace',
			[
				['POST', 'ok', '8'],
				['DELETE', 'ok', '8'],
			],
			undoing,
		);
		expect(await gone.settled(sightingAt(late, [older]))).toMatchObject({
			kind: 'failed',
			state: 'rolled-back',
			detail: '8 was deleted.',
		});
		const kept = await begin(
			'replace',
			[
				['POST', 'ok', '8'],
				['DELETE', 'unknown', '8'],
			],
			undoing,
		);
		expect(await kept.settled(sightingAt(early, [older, newer]))).toBeUndefined();
		expect(await kept.settled(sightingAt(late, [older, newer]))).toMatchObject({kind: 'open', state: 'created'});
	});
});

test.each(['planned', 'created', 'done', 'failed', 'rolled-back'] as const)(
	'no listing changes what is %s',
	async state => {
		const {settled, stateOf} = await begin('replace', [['POST', 'ok', '8']], {state, newId: '8'});
		expect(await settled(sightingAt(late))).toBeUndefined();
		expect(stateOf()).toBe(state);
	},
);
