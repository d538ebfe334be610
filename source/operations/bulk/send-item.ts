import type {Failure, Result} from '../../api/failure.ts';
import type {OperationState} from '../../storage/journal/operation.ts';
import type {SentRequest} from '../../storage/journal/requests.ts';
import {failed} from '../send.ts';
import type {BulkContext, ProgressCounter} from './bulk-context.ts';
import type {PoolDecision} from './pool.ts';

/** What one request made of its item; of `unknown`, a listing has to tell. */
export type ItemOutcome = 'done' | 'failed' | 'unknown' | 'planned';

export type ItemRequest = {
	/** Of the journal. */
	readonly item: number;
	readonly request: SentRequest;
	/** The new one's id, of a create; `isUnnamed`: the service created one, and did not say which. */
	readonly send: () => Promise<Result<{readonly newId?: string | undefined; readonly isUnnamed?: boolean}>>;
	/** Told of the new one before its item ends. */
	readonly onNewId?: (id: string) => void;
	/** Which failures say that nothing was executed, beside those that always do, so that it may be sent again. */
	readonly mayRepeat: (failure: Failure) => boolean;
};

const states: Readonly<Record<ItemOutcome, OperationState | undefined>> = {done: 'done', failed: 'failed', planned: 'planned', unknown: undefined};

/** Sends the one request of an item, written down before and after, each time in one transaction with what it makes of the item. */
export async function sendItem({journal}: BulkContext, tally: ProgressCounter, {item, request, send, onNewId, mayRepeat}: ItemRequest): Promise<{readonly became: ItemOutcome; readonly verdict: PoolDecision}> {
	const entry = journal.itemSent(item, request);
	tally.add({inFlight: 1});
	const result = await send();
	if (result.ok) {
		const {newId, isUnnamed = false} = result.value;
		const became = isUnnamed ? 'unknown' : 'done';
		if (newId !== undefined) {
			onNewId?.(newId);
		}

		journal.itemAnswered(entry, {outcome: 'ok', target: newId}, {state: states[became], newId});
		tally.add({inFlight: -1, [became]: 1});
		return {became, verdict: {kind: 'next'}};
	}

	const {failure} = result;
	const judged = judge(request.method, failure, mayRepeat);
	journal.itemAnswered(entry, failed(failure), {state: states[judged.became], detail: failure.summary});
	tally.add({inFlight: -1, [judged.became]: 1});
	return judged;
}

function judge(method: SentRequest['method'], failure: Failure, mayRepeat: ItemRequest['mayRepeat']): {readonly became: ItemOutcome; readonly verdict: PoolDecision} {
	const {kind, outcome} = failure;
	if (kind === 'unauthorized') {
		return {became: 'planned', verdict: {kind: 'stop', failure}};
	}

	if (kind === 'forbidden') {
		return {became: 'failed', verdict: {kind: 'stop', failure}};
	}

	// Given up before it was sent.
	if (kind === 'cancelled' && outcome === 'not-sent') {
		return {became: 'planned', verdict: {kind: 'next'}};
	}

	if (kind === 'rate-limited' || (kind === 'unreachable' && outcome === 'not-sent') || mayRepeat(failure)) {
		return {became: 'planned', verdict: {kind: 'wait', failure}};
	}

	// What a DELETE does not find may have gone before.
	const isUnclear = outcome === 'unknown' || (method === 'DELETE' && kind === 'not-found');
	return {became: isUnclear ? 'unknown' : 'failed', verdict: {kind: 'next'}};
}
