import {expect, test} from 'vitest';
import {
	fail,
	succeed,
	type Failure,
	type FailureKind,
	type Outcome,
	type Result,
} from '../../../source/service/failure.ts';
import {createProgressCounter, type BulkProgress} from '../../../source/operations/item-set.ts';
import {createPauseControl} from '../../../source/operations/pool.ts';
import {planBatch} from '../../../source/operations/plan.ts';
import {sendItem} from '../../../source/operations/send-items.ts';
import {input, oldOne, openNew} from '../../ledger/ledgers.ts';
import {awaited, createContext} from '../context.ts';

const failureOf = (kind: FailureKind, outcome: Outcome): Failure => ({
	kind,
	outcome,
	summary: `${kind}, ${outcome}`,
	nextStep: '',
});

/** One item of a bulk delete of 7, or of a bulk create. */
async function start(method: 'POST' | 'DELETE') {
	const ledger = openNew();
	let last: BulkProgress | undefined;
	const bulk = {
		context: createContext({service: {baseUrl: 'http://127.0.0.1:1/', apiKey: ''}, ledger}),
		journal: awaited(ledger).journal,
		pauseControl: createPauseControl(),
		onProgress(progress: BulkProgress) {
			last = progress;
		},
	};
	const batch = await planBatch(bulk, [
		method === 'POST' ? {kind: 'create', input} : {kind: 'delete', snapshot: oldOne('7')},
	]);
	const item = ledger.journal.itemsIn(batch!, 'planned', {after: 0, limit: 1})[0]!.id;
	const counter = createProgressCounter(bulk, ledger.journal.batch(batch!).counts);
	const stateOf = () => {
		const {state, detail} = ledger.journal.get(item)!;
		return {
			state,
			detail,
			requests: ledger.journal.requestsOf(item).map(({target, outcome}) => [target, outcome].join(' ').trim()),
		};
	};

	return {
		/** Sends a request of the item. `sent`: the state while it is sent. */
		async send(
			result: Result<{readonly newId?: string; readonly isUnidentified?: boolean}>,
			change: Partial<Parameters<typeof sendItem>[1]> = {},
		) {
			let sent: unknown;
			const {decision, outcome} = await sendItem(
				{bulk, counter},
				{
					item,
					request: method === 'POST' ? {method} : {method, target: '7'},
					async send() {
						sent = {...stateOf(), inFlight: last!.inFlight};
						return result;
					},
					mayRepeat: () => false,
					...change,
				},
			);
			const {accepted, failed, unknown, inFlight} = last!;
			return {sent, decision, outcome, counts: {accepted, failed, unknown, inFlight}, ...stateOf()};
		},
	};
}

const none = {accepted: 0, failed: 0, unknown: 0, inFlight: 0};

test.each<['POST' | 'DELETE', FailureKind, Outcome, string, string]>([
	['DELETE', 'unauthorized', 'rejected', 'planned', 'stop'],
	['DELETE', 'forbidden', 'rejected', 'failed', 'next'],
	['DELETE', 'cancelled', 'not-sent', 'planned', 'next'],
	['DELETE', 'cancelled', 'unknown', 'unknown', 'next'],
	['DELETE', 'rate-limited', 'rejected', 'planned', 'wait'],
	['DELETE', 'unreachable', 'not-sent', 'planned', 'wait'],
	['DELETE', 'unreachable', 'unknown', 'unknown', 'next'],
	['DELETE', 'server', 'unknown', 'unknown', 'next'],
	['DELETE', 'not-found', 'rejected', 'unknown', 'next'],
	['POST', 'not-found', 'rejected', 'failed', 'next'],
	['POST', 'invalid', 'rejected', 'failed', 'next'],
	['POST', 'timeout', 'unknown', 'unknown', 'next'],
])('a %s that ends as %s (%s) leaves its item %s; %s', async (...[method, kind, outcome, left, decision]) => {
	const {send} = await start(method);
	const failure = failureOf(kind, outcome);
	const sentState = method === 'POST' ? 'creating' : 'deleting';
	const target = method === 'POST' ? '' : '7 ';
	expect(await send(fail(failure))).toEqual({
		sent: {state: sentState, detail: undefined, requests: [`${target}sent`], inFlight: 1},
		decision:
			decision === 'next'
				? {kind: 'next', ...(kind === 'forbidden' && {verdict: {refusal: failure}})}
				: {kind: decision, failure},
		outcome: left,
		counts: {...none, ...(left !== 'planned' && {[left]: 1})},
		state: left === 'unknown' ? sentState : left,
		detail: failure.summary,
		requests: [`${target}${outcome}`],
	});
});

test('what the caller knows not to have been processed waits, and is sent again', async () => {
	const {send} = await start('DELETE');
	const failure = failureOf('server', 'unknown');
	expect(await send(fail(failure), {mayRepeat: given => given === failure})).toMatchObject({
		outcome: 'planned',
		state: 'planned',
		decision: {kind: 'wait'},
		counts: none,
	});
});

test.each<[Outcome, string, string]>([
	['unknown', '7', 'unknown'],
	['unknown', '8', 'failed'],
	['rejected', '7', 'failed'],
])('after a DELETE that was %s, of %s, a refused one of 7 is %s', async (earlier, target, outcome) => {
	const {send} = await start('DELETE');
	await send(fail(failureOf('server', earlier)), {request: {method: 'DELETE', target}, noEffectState: 'planned'});
	expect(await send(fail(failureOf('invalid', 'rejected')))).toMatchObject({outcome});
});

test('a POST that is refused after one of unknown outcome is unknown, and a DELETE before it does not count', async () => {
	const repeated = await start('POST');
	await repeated.send(fail(failureOf('server', 'unknown')));
	expect(await repeated.send(fail(failureOf('invalid', 'rejected')))).toMatchObject({
		outcome: 'unknown',
		state: 'creating',
	});

	const {send} = await start('POST');
	await send(fail(failureOf('server', 'unknown')), {request: {method: 'DELETE', target: '7'}});
	expect(await send(fail(failureOf('invalid', 'rejected')))).toMatchObject({outcome: 'failed'});
});

test('where the caller names the states, an item without effect is not counted', async () => {
	const {send} = await start('DELETE');
	const states = {sentState: 'undoing', noEffectState: 'created'} as const;
	expect(await send(fail(failureOf('invalid', 'rejected')), states)).toMatchObject({
		sent: {state: 'undoing'},
		state: 'created',
		counts: none,
	});
	expect(await send(fail(failureOf('timeout', 'unknown')), states)).toMatchObject({
		state: 'undoing',
		counts: {...none, unknown: 1},
	});
});

test('an answer is written down, and a listing ends the item', async () => {
	const {send} = await start('POST');
	expect(await send(succeed({newId: '9'}))).toMatchObject({
		outcome: 'done',
		decision: {kind: 'next', verdict: 'effective'},
		counts: {...none, accepted: 1},
		state: 'creating',
		requests: ['9 ok'],
	});
	const unidentified = await start('POST');
	expect(await unidentified.send(succeed({isUnidentified: true}))).toMatchObject({
		outcome: 'unknown',
		counts: {...none, unknown: 1},
	});
	const half = await start('POST');
	expect(await half.send(succeed({newId: '9'}), {isLast: false})).toMatchObject({outcome: 'done', counts: none});
});
