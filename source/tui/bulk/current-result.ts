import type {BulkResult} from '../../operations/bulk/bulk-context.ts';
import type {AwaitedJournal} from '../../storage/awaited-ledger.ts';

/** The result of a run by the journal as it is now: listings may have settled items since the run ended. `reasons`: see `PendingSummary`. Throws LedgerError. */
export function currentResult(
	result: BulkResult,
	journal: Pick<AwaitedJournal, 'batch' | 'itemsIn'>,
	reasons: ReadonlyMap<number, string> | undefined,
): BulkResult {
	const {batch} = result;
	const {counts} = journal.batch(batch);
	const halfDone =
		counts.created === 0 ? undefined : journal.itemsIn(batch, 'created', {after: 0, limit: 1})[0]?.detail;
	return {
		...result,
		counts,
		unresolvedReason: counts.unknown === 0 ? halfDone : (reasons?.get(batch) ?? result.unresolvedReason),
	};
}
