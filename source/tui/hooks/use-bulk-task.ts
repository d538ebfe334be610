import {useState} from 'react';
import type {BatchKind} from '../../ledger/batch.ts';
import type {BulkDesk, BulkEnd} from '../../operations/bulk.ts';
import {bulkNotice, isAllWell} from '../state/bulk-lines.ts';
import {useNavigation} from '../state/navigation.ts';
import {placeOf, useSession} from '../state/session.ts';
import {useBulk, type BulkHandle, type BulkOutcome} from './use-bulk.ts';
import {hasUnfinished} from './use-ledger.ts';

export type BulkTask = {
	readonly handle: BulkHandle;
	/** How the last run ended; undefined before the first has. */
	readonly outcome: BulkOutcome | undefined;
	/** Carries out a batch, once it is written down. */
	readonly begin: (plan: (desk: BulkDesk) => Promise<number | Exclude<BulkOutcome, BulkEnd>>) => void;
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
			handle.start(async desk => {
				const planned = await plan(desk);
				const {carryOut} = await import('../../operations/carry-out.ts');
				return typeof planned === 'number' ? carryOut(desk, planned) : planned;
			}, onEnd);
		},
		carryOn(batch, how) {
			handle.start(async desk => {
				if (!desk.journal.claimBatch(batch)) {
					return {kind: 'impossible', reason: 'It is in the hands of another chainbell.'};
				}

				const {carryOut, leaveRest} = await import('../../operations/carry-out.ts');
				if (how === 'retry') {
					desk.journal.reopenFailed(batch);
				}

				return how === 'leave' ? leaveRest(desk, batch) : carryOut(desk, batch);
			}, onEnd);
		},
	};
}
