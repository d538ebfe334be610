import {useState} from 'react';
import type {BatchKind} from '../../storage/batches/batch.ts';
import type {BulkContext, BulkResult} from '../../operations/bulk/bulk-context.ts';
import {useNavigation} from '../shared/navigation.ts';
import {placeOf} from '../../session/session.ts';
import {useSession} from '../shared/session-context.ts';
import {hasUnfinished} from '../shared/use-ledger.ts';
import {useBulk, type BulkHandle, type BulkOutcome} from './use-bulk.ts';
import {bulkNotice, isAllWell} from './bulk-lines.ts';

export type BulkTask = {
	readonly handle: BulkHandle;
	/** How the last run ended; undefined before the first has. */
	readonly outcome: BulkOutcome | undefined;
	/** Carries out a batch, once it is written down. */
	readonly begin: (plan: (bulk: BulkContext) => Promise<number | Exclude<BulkOutcome, BulkResult>>) => void;
	/** Goes on with a batch, after taking it. */
	readonly carryOn: (batch: number, how: 'finish' | 'retry' | 'leave') => void;
};

/** Runs a batch for a screen, and goes back where all went well. */
export function useBulkTask(kind: BatchKind): BulkTask {
	const session = useSession();
	const {ledger, profileKey} = session;
	const {pop} = useNavigation();
	const handle = useBulk();
	const [outcome, setOutcome] = useState<BulkOutcome | undefined>(undefined);

	const onEnd = (ended: BulkOutcome) => {
		setOutcome(ended);
		if (ended.kind !== 'ended' || !isAllWell(ended)) {
			return;
		}

		const hasMore = ledger !== undefined && hasUnfinished(ledger, profileKey);
		pop(bulkNotice(kind, ended.counts, placeOf(session)), hasMore ? [] : ['recovery']);
	};

	return {
		handle,
		outcome,
		begin(plan) {
			handle.start(async bulk => {
				const planned = await plan(bulk);
				const {runBatch} = await import('../../operations/bulk/run-batch.ts');
				return typeof planned === 'number' ? runBatch(bulk, planned) : planned;
			}, onEnd);
		},
		carryOn(batch, how) {
			handle.start(async bulk => {
				if (!bulk.journal.claimBatch(batch)) {
					return {kind: 'impossible', reason: 'It is in the hands of another chainbell.'};
				}

				const {runBatch, skipRest} = await import('../../operations/bulk/run-batch.ts');
				if (how === 'retry') {
					bulk.journal.reopenFailed(batch);
				}

				return how === 'leave' ? skipRest(bulk, batch) : runBatch(bulk, batch);
			}, onEnd);
		},
	};
}
