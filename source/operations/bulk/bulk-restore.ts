import {rewritableForm} from '../../domain/equivalence.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {notificationsIn} from '../evidence.ts';
import {restoredInput} from '../undo-plan.ts';
import type {BatchContext} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import {
	impossible,
	listBefore,
	pendingFirst,
	planBatch,
	type BatchPlan,
} from './plan-batch.ts';
import {canRestore, idsByForm} from './restorable.ts';

/**
Writes to the journal that everything a bulk delete deleted is to be recreated, before anything is sent. A complete listing shows which identical notifications exist already, so that none of them is mistaken for a recreated one.

@throws LedgerError when some of it has been recreated already, or the journal cannot be written: then nothing was started.
*/
export async function planRestores(batchContext: BatchContext, deletion: number): Promise<BatchPlan> {
	const {context, journal} = batchContext;
	const {planned, unknown} = journal.batch(deletion).counts;
	if (planned + unknown > 0) {
		return pendingFirst('The bulk delete is pending: finish it, or skip the rest.');
	}

	const before = await listBefore(context);
	if (before.kind !== 'listed') {
		return before;
	}

	const known = await idsByForm(before.listing.records, rewritableForm);
	const listed = new Set(notificationsIn(before.listing).map(({id}) => id));
	const restorable = pagedRows(page => journal.undoableItems(deletion, page)).filter(item => canRestore(item) && !isKept(item, listed));
	const batch = await planBatch(batchContext, 'restore', restorable.map(item => ({
		profileName: context.profileName,
		input: restoredInput(item),
		snapshot: item.snapshot,
		knownIds: known.get(rewritableForm(item.snapshot!.input)) ?? [],
		undoes: item.id,
	})));
	return batch === undefined
		? impossible('Nothing to recreate: everything has been recreated already, or is being recreated.')
		: {kind: 'planned', batch};
}

/** Whether a DELETE of unknown outcome turned out to have had no effect. */
const isKept = ({state, snapshot}: Operation, listed: ReadonlySet<string>): boolean => state !== 'done' && listed.has(snapshot!.id);
