import {createNotification, deleteNotification} from '../service/writes.ts';
import {refusedMembers, toSentBody} from '../service/body.ts';
import {failureText, issuesOf, succeed, type Failure, type Result} from '../service/failure.ts';
import {rewritableForm} from '../notification/equivalence.ts';
import {inSlices} from '../platform/time-slices.ts';
import {recordsById} from '../query/changes.ts';
import type {NotificationSnapshot, Operation, OperationState, RequestEntry} from '../ledger/journal/operation.ts';
import type {SentRequest} from '../ledger/journal/requests.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {type BulkContext, type ItemSet, type ProgressCounter} from './item-set.ts';
import {type PoolDecision} from './pool.ts';
import {listedRecord, overwrittenFinder, toAnswer} from './sent.ts';
import {isAwaited, type AcceptedAnswer, type CertifiedId, type OperationContext} from './operation-context.ts';

/** A set in progress. */
export type Run = {
	readonly bulk: BulkContext;
	readonly set: ItemSet;
	readonly counter: ProgressCounter;
	/** Sends requests for the items of an iterator concurrently. Returns the failure that stopped it early. */
	readonly send: <T>(
		method: RequestEntry['method'],
		items: Iterator<T, void>,
		work: (item: T) => Promise<PoolDecision>,
	) => Promise<Failure | undefined>;
	/** The replacements whose old notification is kept in this run: what was found is told first. */
	readonly held: Set<number>;
	readonly refusal: () => Failure | undefined;
	/** Why the last look at what was sent failed; undefined if it did not. Then nothing more is sent. */
	lookProblem?: string | undefined;
};

/** A queue of items that a listing could not tell apart. One of them is sent at a time, so that a listing can tell which notification each created. */
type IdenticalItemsQueue = {
	/** The journal IDs of the items to send; items are removed once sent. */
	readonly items: number[];
};

/** The maximum number of replacements sent before their old notifications are deleted, so that few notifications exist twice at a time. */
const replacementsAtOnce = 100;

/** Returns queues of the items still to be created, up to a number of replacements, without items identical to one whose outcome is unknown. */
export async function queuesIn(set: ItemSet): Promise<Iterator<IdenticalItemsQueue, void>> {
	const queues = new Map<string, IdenticalItemsQueue>();
	for await (const slice of inSlices(plannedCreations(set))) {
		for (const {id, input} of slice) {
			const form = rewritableForm(input!);
			const queue = queues.get(form) ?? {items: []};
			queue.items.push(id);
			queues.set(form, queue);
		}
	}

	for await (const slice of inSlices(set.itemsIn('creating'))) {
		for (const {input} of slice) {
			queues.delete(rewritableForm(input!));
		}
	}

	return queues.values();
}

/**
Reads the items still to be created.

@yields The items in their order, until there are as many replacements as are sent at once.
*/
function* plannedCreations(set: ItemSet): Generator<Operation, void, void> {
	let replacements = 0;
	for (const item of set.plannedIn('POST')) {
		replacements += Number(item.kind === 'replace');
		if (replacements > replacementsAtOnce) {
			return;
		}

		yield item;
	}
}

/** Sends the POST of the first item of a queue. It is sent again only if the service refused to process it. If its outcome is unknown, the rest of the queue waits until a listing has decided. */
export async function createNext(run: Run, {items}: IdenticalItemsQueue): Promise<PoolDecision> {
	const {context, journal, refused} = run.bulk;
	const item = items[0]!;
	const operation = journal.get(item)!;
	const input = operation.input!;
	const {outcome, decision} = await sendItem(run, {
		item,
		request: {method: 'POST'},
		async send() {
			const listed = listedRecord(operation, journal);
			const overwrittenBy = overwrittenFinder(context, operation);
			const toAccepted = answerReader(context);
			context.onPhase?.('creating');
			const created = await createNotification(context.connection, input, context.signal, listed);
			context.onPhase?.('finding', created.ok ? {accepted: toAccepted(created.value.id)} : undefined);
			const paths = created.ok ? [] : refusedMembers(created.failure, toSentBody(input, listed));
			if (paths.length > 0) {
				refused?.set(item, paths);
			}

			return created.ok
				? succeed({
						newId: created.value.id,
						isUnidentified: created.value.id === undefined,
						overwritten: overwrittenBy(created.value.id),
					})
				: created;
		},
		mayRepeat: () => false,
		// A replacement is done only when the old notification is deleted.
		isLast: operation.kind !== 'replace',
	});
	if (outcome === 'done' || outcome === 'failed') {
		items.shift();
		return decision.kind === 'next' && items.length > 0 ? {...decision, kind: 'more'} : decision;
	}

	return decision;
}

/** Returns a function that says what an answer to the POST claims. Call this before the POST, as `overwrittenFinder`. */
function answerReader({
	listed,
	lastListed = listed,
}: Pick<OperationContext, 'listed' | 'lastListed'>): (id: string | undefined) => AcceptedAnswer {
	const records = lastListed?.() ?? [];
	return id => ({id, wasListed: id !== undefined && recordsById(records).has(id)});
}

/** The time, in milliseconds, for which DELETEs rely on a listing after it was read. A wait or a pause can be longer. */
const maxListingAge = 60_000;

/** Returns what a listing says, and reads it again once it is too old. */
export function keepCurrent<T>(
	{elapsed}: Pick<OperationContext, 'elapsed'>,
	first: T,
	again: () => Promise<T>,
): () => Promise<T> {
	let reading = (async () => first)();
	let readAt = elapsed.now();
	const renew = async () => {
		const found = await again();
		readAt = elapsed.now();
		return found;
	};

	return async () => {
		const last = reading;
		await last;
		if (reading === last && elapsed.between(readAt, elapsed.now()) > maxListingAge) {
			reading = renew();
		}

		return reading;
	};
}

/** The items for which a listing allows a DELETE, by the operation. */
type Allowed<T> = ReadonlyMap<number, T> | {readonly failure: Failure};

/** Items by the number of their operation. */
export const byOperation = <T>(items: readonly T[], idOf: (item: T) => number): ReadonlyMap<number, T> =>
	new Map(items.map(item => [idOf(item), item]));

/** Sends the requests that a listing allows. What a later one does not allow any more is left for the next round. */
export async function sendAllowed<T>(
	{bulk: {context}, send}: Run,
	first: Allowed<T>,
	again: () => Promise<Allowed<T>>,
	work: (item: T) => Promise<PoolDecision>,
): Promise<Failure | undefined> {
	if ('failure' in first) {
		return first.failure;
	}

	const current = keepCurrent(context, first as Allowed<T>, again);
	return send('DELETE', first.keys(), async id => {
		const allowed = await current();
		if ('failure' in allowed) {
			return {kind: 'stop', failure: allowed.failure};
		}

		const item = allowed.get(id);
		return item === undefined ? {kind: 'next'} : work(item);
	});
}

/** Sends the DELETE of an item, for a notification that the operator chose or that a listing certified as the item's own. If the outcome is unknown or the service answers 404, a listing decides. */
export async function deleteItem(
	run: Run,
	item: number,
	target: NotificationSnapshot | CertifiedId,
	states: ItemStates = {},
): Promise<PoolDecision> {
	const {connection, signal, onPhase} = run.bulk.context;
	const id = typeof target === 'string' ? target : target.id;
	const {decision} = await sendItem(run, {
		...states,
		item,
		request: {method: 'DELETE', target: id},
		async send() {
			onPhase?.('deleting');
			const deleted = await deleteNotification(connection, id, signal);
			return deleted.ok ? succeed({}) : deleted;
		},
		// A 503 with Retry-After means that the request was not processed (RFC 9110, section 15.6.4).
		mayRepeat: ({status, retryAfter}) => status === 503 && retryAfter !== undefined,
	});
	return decision;
}

/** The outcome of a request for its item. */
type ItemOutcome = 'done' | 'failed' | 'planned' | 'unknown';

export type ItemStates = {
	/** The item's state while the outcome is open; by default derived from the method. */
	readonly sentState?: OperationState;
	/** The item's detail while the outcome is open; by default none. */
	readonly sentDetail?: string | undefined;
	/** The item's state if the request had no effect; by default `planned` or `failed`. */
	readonly noEffectState?: OperationState;
	/** Returns the detail if the request had no effect; by default the service's answer. Not yet safe to show. */
	readonly noEffectText?: (failure: Failure) => string | undefined;
};

type ItemRequest = ItemStates & {
	readonly item: number;
	readonly request: SentRequest;
	/** Sends it. `newId`: what the service created; `isUnidentified`: it did not say which. `overwritten`: see `Operation`. */
	readonly send: () => Promise<
		Result<{
			readonly newId?: string | undefined;
			readonly isUnidentified?: boolean;
			readonly overwritten?: NotificationSnapshot | undefined;
		}>
	>;
	/** Returns true for further failures that mean that the request was not processed and may be sent again. */
	readonly mayRepeat: (failure: Failure) => boolean;
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
	{bulk: {context, journal, notes}, counter}: Pick<Run, 'bulk' | 'counter'>,
	{item, request, send, mayRepeat, sentState, sentDetail, noEffectState, noEffectText, isLast = true}: ItemRequest,
): Promise<ItemResult> {
	const {elapsed} = context;
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
		notes?.delete(item);
		// A successful response is not proof: a listing ends the item.
		await journal.itemAnswered(entry, {outcome: 'ok', target: newId, moment: elapsed.now()}, {overwritten});
		counter.add({inFlight: -1, ...(isLast && {[isUnidentified ? 'unknown' : 'accepted']: 1})});
		return {outcome, decision: {kind: 'next', verdict: 'effective'}};
	}

	const {failure} = result;
	notes?.set(item, {failure});
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
