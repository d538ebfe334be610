import type {Failure} from '../../api/failure.ts';
import type {BatchKind} from '../../storage/batches/batch.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {createProgressCounter, type BulkContext, type BulkResult, type ProgressCounter, type NoEffectState} from './bulk-context.ts';
import {deleteItem, deletesIn, settleDeletes} from './bulk-delete.ts';
import {createNext, queuesIn} from './bulk-restore.ts';
import {runPool, type PoolOptions} from './pool.ts';
import {settleRestores} from './verify-restores.ts';

const settlers = {delete: settleDeletes, restore: settleRestores} as const;

/** How many requests at a time, unless the bulk says otherwise. */
const limits: Readonly<Record<BatchKind, number>> = {delete: 8, restore: 4};

/**
Carries a batch on from wherever it stands to its end, or until it is stopped: first a listing settles what may have been sent before, then what is planned is sent, one request each, and last a listing settles what is unclear. What is stopped can be carried on.

@throws LedgerError when the journal cannot be written: what was sent by then is unclear, and is settled when it is carried on.
*/
export async function runBatch(bulk: BulkContext, batch: number): Promise<BulkResult> {
	const {journal} = bulk;
	const kind = kindOf(bulk, batch);
	const tally = createProgressCounter(bulk);
	const count = () => {
		const {counts} = journal.batch(batch);
		tally.set(counts);
		return counts;
	};

	const settle = async (unmade: NoEffectState) => {
		const unresolvedReason = await settlers[kind](bulk, batch, unmade);
		count();
		return unresolvedReason;
	};

	count();
	let unresolvedReason = await settle('planned');
	let failure: Failure | undefined;
	let left = count().planned;
	let before = Infinity;
	// What says the same as something unclear waits for the next round.
	while (left > 0 && left < before && failure === undefined && !isStopped(bulk)) {
		before = left;
		failure = await send(bulk, tally, batch, kind);
		unresolvedReason = await settle('failed');
		left = count().planned;
	}

	return {kind: 'ended', batch, counts: journal.batch(batch).counts, failure, unresolvedReason};
}

/** Ends a batch without sending anything: a listing settles what may have been sent, and the rest is left as it is. What stays unclear keeps it open. */
export async function skipRest(bulk: Pick<BulkContext, 'context' | 'journal'>, batch: number): Promise<BulkResult> {
	const {journal} = bulk;
	const kind = kindOf(bulk, batch);
	journal.leavePlanned(batch, kind === 'delete' ? 'It was not deleted.' : 'It was not created.');
	const unresolvedReason = await settlers[kind](bulk, batch, 'rolled-back');
	return {kind: 'ended', batch, counts: journal.batch(batch).counts, failure: undefined, unresolvedReason};
}

/** What is asked of one account is never sent to another: that would be a bug, and a loss. */
function kindOf({context, journal}: Pick<BulkContext, 'context' | 'journal'>, id: number): BatchKind {
	const {kind, profile} = journal.batch(id);
	if (profile !== hideSecrets(context.profile)) {
		throw new Error(`Batch ${id} is of another account.`);
	}

	return kind;
}

const isStopped = ({context, pauseControl}: BulkContext) => context.signal.aborted || pauseControl.signal.aborted;

async function send(bulk: BulkContext, tally: ProgressCounter, batch: number, kind: BatchKind): Promise<Failure | undefined> {
	const {context, pauseControl, limit = limits[kind]} = bulk;
	const run = async <T>(items: Iterator<T, void>, work: PoolOptions<T>['work']) => runPool({
		items, work, limit, pauseControl, signal: context.signal, sleep: context.retry.sleep, onWait: tally.wait,
	});
	return kind === 'delete'
		? run(deletesIn(bulk, batch), async item => deleteItem(bulk, tally, item))
		: run(await queuesIn(bulk, batch), async lane => createNext(bulk, tally, lane));
}
