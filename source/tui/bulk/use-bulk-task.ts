import {useState} from 'react';
import type {BulkOptions, BulkOutcome} from '../../session/operations.ts';
import type {BatchKind} from '../../storage/batches/batch.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {placeOf} from '../../session/session.ts';
import {hasUnfinished} from '../shared/use-ledger.ts';
import {bulkNotice, isAllWell} from './bulk-lines.ts';
import {useBulk, type BulkHandle} from './use-bulk.ts';

export type BulkTask = {
	readonly handle: BulkHandle;
	/** The result of the last run; undefined before the first has ended. */
	readonly outcome: BulkOutcome | undefined;
	/** Runs a bulk operation. */
	readonly begin: (act: (options: BulkOptions) => Promise<BulkOutcome>) => void;
	/** Continues a batch. */
	readonly carryOn: (batch: number, how: 'finish' | 'retry' | 'leave') => void;
};

/** Runs a batch for a screen, and goes back where all went well. */
export function useBulkTask(kind: BatchKind): BulkTask {
	const session = useSession();
	const {ledger, profileKey, operations} = session;
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
		begin(act) {
			handle.start(act, onEnd);
		},
		carryOn(batch, how) {
			handle.start(async options => {
				switch (how) {
					case 'finish': {
						return operations.resumeBatch(batch, options);
					}

					case 'retry': {
						return operations.retryFailed(batch, options);
					}

					case 'leave': {
						return operations.skipRest(batch, options.signal);
					}
				}
			}, onEnd);
		},
	};
}
