import {failureText, issuesOf, type Failure, type Result} from '../../service/failure.ts';
import type {NotificationSnapshot, OperationState} from '../../storage/journal/operation.ts';
import type {SentRequest} from '../../storage/journal/requests.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {isAwaited} from '../operation-context.ts';
import {toAnswer} from '../send.ts';
import type {BulkContext, ProgressCounter} from './bulk-context.ts';
import type {PoolDecision} from './pool.ts';

/** The outcome of one request for its item. `unknown`: a listing must decide. `planned`: the request was not processed. */
export type ItemOutcome = 'done' | 'failed' | 'unknown' | 'planned';

export type ItemRequest = {
	/** The item's ID in the journal. */
	readonly item: number;
	readonly request: SentRequest;
	/** Sends the request. `newId`: the ID of a created notification. `isUnidentified`: something was created, but the service returned no ID. `overwritten`: see `Operation`. */
	readonly send: () => Promise<
		Result<{
			readonly newId?: string | undefined;
			readonly isUnidentified?: boolean;
			readonly overwritten?: NotificationSnapshot | undefined;
		}>
	>;
	/** Returns true for further failures that mean that the request was not processed and may be sent again. */
	readonly mayRepeat: (failure: Failure) => boolean;
	/** The item's state while the outcome is open; by default derived from the method. */
	readonly sentState?: OperationState;
	/** The item's detail while the outcome is open; by default none. */
	readonly sentDetail?: string | undefined;
	/** The item's state if the request had no effect; by default `planned` or `failed`. */
	readonly noEffectState?: OperationState;
	/** Returns the detail if the request had no effect; by default the service's answer. Not yet safe to show. */
	readonly noEffectText?: (failure: Failure) => string | undefined;
	/** Whether the item is done when the request took effect; true by default. Otherwise it is done when a listing shows it. */
	readonly isLast?: boolean;
};

const states: Readonly<Record<ItemOutcome, OperationState | undefined>> = {
	done: 'done',
	failed: 'failed',
	planned: 'planned',
	unknown: undefined,
};

type ItemResult = {readonly outcome: ItemOutcome; readonly decision: PoolDecision};

/** Sends the request of one item. The journal records it before it is sent, and its outcome with the item's new state afterwards, each in one transaction. */
export async function sendItem(
	{context: {elapsed}, journal}: BulkContext,
	counter: ProgressCounter,
	{item, request, send, mayRepeat, sentState, sentDetail, noEffectState, noEffectText, isLast = true}: ItemRequest,
): Promise<ItemResult> {
	const earlier = journal
		.requestsOf(item)
		.filter(
			({method, target}) => method === request.method && (request.target === undefined || target === request.target),
		);
	const hasEarlier = earlier.some(one => isAwaited(one));
	const entry = await journal.itemSent(item, {...request, moment: elapsed.now()}, sentState, sentDetail);
	counter.add({inFlight: 1});
	const result = await send();
	if (result.ok) {
		const {newId, isUnidentified = false, overwritten} = result.value;
		const outcome = isUnidentified ? 'unknown' : 'done';
		// A successful response is not proof: a listing ends the item.
		await journal.itemAnswered(entry, {outcome: 'ok', target: newId, moment: elapsed.now()}, {overwritten});
		counter.add({inFlight: -1, ...(isLast && {[isUnidentified ? 'unknown' : 'accepted']: 1})});
		return {outcome, decision: {kind: 'next', verdict: 'effective'}};
	}

	const {failure} = result;
	const answered = judge(request.method, failure, mayRepeat);
	// An earlier request may still take effect.
	const judged = hasEarlier && answered.outcome === 'failed' ? ({...answered, outcome: 'unknown'} as const) : answered;
	const isUnknown = judged.outcome === 'unknown';
	await journal.itemAnswered(
		entry,
		{...toAnswer(failure), moment: elapsed.now()},
		{
			state: isUnknown ? undefined : (noEffectState ?? states[judged.outcome]),
			detail: isUnknown ? failure.summary : sanitise(noEffectText?.(failure) ?? failureText(failure)),
			issues: isUnknown ? undefined : issuesOf(failure),
		},
	);
	counter.add({inFlight: -1, ...((noEffectState === undefined || isUnknown) && {[judged.outcome]: 1})});
	return judged;
}

function judge(method: SentRequest['method'], failure: Failure, mayRepeat: ItemRequest['mayRepeat']): ItemResult {
	const {kind, outcome} = failure;
	if (kind === 'unauthorized' || failure.isLasting === true) {
		return {outcome: 'planned', decision: {kind: 'stop', failure}};
	}

	if (kind === 'forbidden') {
		return {outcome: 'failed', decision: {kind: 'next', verdict: {refusal: failure}}};
	}

	// The request was cancelled before it was sent.
	if (kind === 'cancelled' && outcome === 'not-sent') {
		return {outcome: 'planned', decision: {kind: 'next'}};
	}

	if (kind === 'rate-limited' || (kind === 'unreachable' && outcome === 'not-sent') || mayRepeat(failure)) {
		return {outcome: 'planned', decision: {kind: 'wait', failure}};
	}

	// A DELETE that is answered with 404 may have taken effect earlier.
	const isUnknown = outcome === 'unknown' || (method === 'DELETE' && kind === 'not-found');
	return {outcome: isUnknown ? 'unknown' : 'failed', decision: {kind: 'next'}};
}
