import type {Failure} from '../../api/failure.ts';
import type {BatchKind} from '../../storage/batches/batch.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {createProgressCounter, type BatchContext, type BulkContext, type BulkResult, type NoEffectState, type ProgressCounter} from './bulk-context.ts';
import {deleteItem, deletesIn, verifyDeletes} from './bulk-delete.ts';
import {createNext, queuesIn} from './bulk-restore.ts';
import {runPool, type PoolOptions} from './pool.ts';
import {verifyRestores} from './verify-restores.ts';

const verifiers = {delete: verifyDeletes, restore: verifyRestores} as const;

/** Requests at a time, unless the context says otherwise. */
const limits: Readonly<Record<BatchKind, number>> = {delete: 8, restore: 4};

/**
Runs a batch from the state the journal has it in, to its end or until it is stopped. First a listing decides what earlier requests did; then the planned items are sent, one request each; last a listing decides what is still unknown. A batch that was stopped can be run again.

@throws LedgerError when the journal cannot be written. The outcome of what was sent by then is unknown until the batch is run again.
*/
export async function runBatch(bulk: BulkContext, batch: number): Promise<BulkResult> {
	const {journal} = bulk;
	const kind = kindOf(bulk, batch);
	const counter = createProgressCounter(bulk);
	const count = () => {
		const {counts} = journal.batch(batch);
		counter.set(counts);
		return counts;
	};

	const verify = async (noEffect: NoEffectState) => {
		const reason = await verifiers[kind](bulk, batch, noEffect);
		count();
		return reason;
	};

	count();
	let unresolvedReason = await verify('planned');
	let failure: Failure | undefined;
	let refusal: Failure | undefined;
	const onRefusal = (last: Failure) => {
		refusal = last;
	};

	let left = count().planned;
	let before = Infinity;
	// What is identical to an item of unknown outcome waits for the next round.
	while (left > 0 && left < before && failure === undefined && !isStopped(bulk)) {
		before = left;
		failure = await send(bulk, counter, batch, kind, onRefusal);
		unresolvedReason = await verify('failed');
		left = count().planned;
	}

	return {kind: 'ended', batch, counts: journal.batch(batch).counts, failure, ...(refusal !== undefined && {refusal}), unresolvedReason};
}

/** Ends a batch without sending anything: a listing decides what earlier requests did, and the rest is skipped. Items whose outcome stays unknown keep it open. */
export async function skipRest(batchContext: BatchContext, batch: number): Promise<BulkResult> {
	const {journal} = batchContext;
	const kind = kindOf(batchContext, batch);
	await journal.leavePlanned(batch, kind === 'delete' ? 'It was not deleted.' : 'It was not created.');
	const unresolvedReason = await verifiers[kind](batchContext, batch, 'rolled-back');
	return {kind: 'ended', batch, counts: journal.batch(batch).counts, failure: undefined, unresolvedReason};
}

/** A batch of one account is never sent to another: that would be a bug, and delete the wrong notifications. */
function kindOf({context, journal}: BatchContext, id: number): BatchKind {
	const {kind, profile} = journal.batch(id);
	if (profile !== hideSecrets(context.profile)) {
		throw new Error(`Batch ${id} belongs to another account.`);
	}

	return kind;
}

const isStopped = ({context, pauseControl}: BulkContext) => context.signal.aborted || pauseControl.signal.aborted;

async function send(bulk: BulkContext, counter: ProgressCounter, batch: number, kind: BatchKind, onRefusal: (refusal: Failure) => void): Promise<Failure | undefined> {
	const {context, pauseControl, limit = limits[kind]} = bulk;
	const run = async <T>(items: Iterator<T, void>, work: PoolOptions<T>['work']) => runPool({
		items,
		async work(item) {
			const decision = await work(item);
			if ('verdict' in decision && typeof decision.verdict === 'object') {
				onRefusal(decision.verdict.refusal);
			}

			return decision;
		},
		limit, pauseControl, signal: context.signal, sleep: context.retry.sleep, onWait: counter.wait,
	});
	return kind === 'delete'
		? run(deletesIn(bulk, batch), async item => deleteItem(bulk, counter, item))
		: run(await queuesIn(bulk, batch), async queue => createNext(bulk, counter, queue));
}
