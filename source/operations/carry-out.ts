import type {Failure} from '../api/failure.ts';
import type {BatchKind} from '../ledger/batch.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {createTally, type BulkDesk, type BulkEnd, type Tally, type Unmade} from './bulk.ts';
import {deleteItem, deletesIn, settleDeletes} from './bulk-delete.ts';
import {createNext, lanesIn} from './bulk-restore.ts';
import {runPool, type PoolOptions} from './pool.ts';
import {settleRestores} from './settle-restores.ts';

const settlers = {delete: settleDeletes, restore: settleRestores} as const;

/** How many requests at a time, unless the desk says otherwise. */
const limits: Readonly<Record<BatchKind, number>> = {delete: 8, restore: 4};

/**
Carries a batch on from wherever it stands to its end, or until it is stopped: first a listing settles what may have been sent before, then what is planned is sent, one request each, and last a listing settles what is unclear. What is stopped can be carried on.

@throws LedgerError when the journal cannot be written: what was sent by then is unclear, and is settled when it is carried on.
*/
export async function carryOut(desk: BulkDesk, batch: number): Promise<BulkEnd> {
	const {journal} = desk;
	const kind = kindOf(desk, batch);
	const tally = createTally(desk);
	const count = () => {
		const {counts} = journal.batch(batch);
		tally.set(counts);
		return counts;
	};

	const settle = async (unmade: Unmade) => {
		const doubt = await settlers[kind](desk, batch, unmade);
		count();
		return doubt;
	};

	count();
	let doubt = await settle('planned');
	let failure: Failure | undefined;
	let left = count().planned;
	let before = Infinity;
	// What says the same as something unclear waits for the next round.
	while (left > 0 && left < before && failure === undefined && !isStopped(desk)) {
		before = left;
		failure = await send(desk, tally, batch, kind);
		doubt = await settle('failed');
		left = count().planned;
	}

	return {kind: 'ended', batch, counts: journal.batch(batch).counts, failure, doubt};
}

/** Ends a batch without sending anything: a listing settles what may have been sent, and the rest is left as it is. What stays unclear keeps it open. */
export async function leaveRest(desk: Pick<BulkDesk, 'bench' | 'journal'>, batch: number): Promise<BulkEnd> {
	const {journal} = desk;
	const kind = kindOf(desk, batch);
	journal.leavePlanned(batch, kind === 'delete' ? 'It was not deleted.' : 'It was not created.');
	const doubt = await settlers[kind](desk, batch, 'rolled-back');
	return {kind: 'ended', batch, counts: journal.batch(batch).counts, failure: undefined, doubt};
}

/** What is asked of one account is never sent to another: that would be a bug, and a loss. */
function kindOf({bench, journal}: Pick<BulkDesk, 'bench' | 'journal'>, id: number): BatchKind {
	const {kind, profile} = journal.batch(id);
	if (profile !== hideSecrets(bench.profile)) {
		throw new Error(`Batch ${id} is of another account.`);
	}

	return kind;
}

const isStopped = ({bench, valve}: BulkDesk) => bench.signal.aborted || valve.signal.aborted;

async function send(desk: BulkDesk, tally: Tally, batch: number, kind: BatchKind): Promise<Failure | undefined> {
	const {bench, valve, limit = limits[kind]} = desk;
	const run = async <T>(items: Iterator<T, void>, work: PoolOptions<T>['work']) => runPool({
		items, work, limit, valve, signal: bench.signal, sleep: bench.retry.sleep, onWait: tally.wait,
	});
	return kind === 'delete'
		? run(deletesIn(desk, batch), async item => deleteItem(desk, tally, item))
		: run(await lanesIn(desk, batch), async lane => createNext(desk, tally, lane));
}
