import {isStoredRedacted} from '../../storage/stored-json.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {judgeBehind} from '../behind.ts';
import {createPendingDuplicateFinder, pendingDuplicateText} from '../pending-duplicate.ts';
import {refusedAsProtected, whyProtected} from '../protected.ts';
import {refusedByPolicy} from '../refused-by-policy.ts';
import type {BatchContext} from './bulk-context.ts';
import {impossible, listBefore, pendingFirst, planBatch, type BatchItem, type BatchPlan} from './plan-batch.ts';

/**
Writes a set of creations, replacements and deletions to the journal before anything is sent.

@param batchContext - The account and its journal.
@param items - The changes.
@param whyChanged - Says why the set no longer fits a new listing; undefined if it does.
@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started.
*/
export async function planSet(
	batchContext: BatchContext,
	items: readonly BatchItem[],
	whyChanged: (records: readonly ListedRecord[]) => string | undefined,
): Promise<BatchPlan> {
	const redacted = items.find(item => isStoredRedacted(item));
	if (redacted !== undefined) {
		return impossible(
			`Nothing was sent: ${sanitise(redacted.place ?? redacted.snapshot?.id ?? 'a notification')} contains the API key, which is never stored, so a bulk operation cannot send it.`,
		);
	}

	const before = await listBefore(batchContext.context);
	if (before.kind !== 'listed') {
		return before;
	}

	const {records} = before.listing;
	const {context, journal} = batchContext;
	const behind = judgeBehind({...context, journal}, before);
	if (behind !== undefined) {
		return {...impossible(`Nothing was sent: ${behind.why} ${behind.advice}`), cause: 'behind'};
	}

	const why = whyChanged(records);
	if (why !== undefined) {
		return impossible(`Nothing was sent: ${why}`);
	}

	return planItems(batchContext, items, records);
}

/**
Writes changes to the journal that a listing has shown to fit, unless a rule forbids one of them, or a pending change may have created or may create the same.

@param batchContext - The account and its journal.
@param items - The changes.
@param records - The listed records.
@throws LedgerError as `planSet` does.
*/
export async function planItems(
	batchContext: BatchContext,
	items: readonly BatchItem[],
	records: readonly ListedRecord[],
): Promise<BatchPlan> {
	const {context} = batchContext;
	const findPendingDuplicate = createPendingDuplicateFinder(context);
	for (const [index, {kind, snapshot, input, place}] of items.entries()) {
		const kept = snapshot === undefined || kind === 'recreate' ? undefined : whyProtected(context, snapshot, records);
		const refusal = input === undefined ? undefined : refusedByPolicy(context, input, place ?? `number ${index + 1}`);
		if (kept !== undefined || refusal !== undefined) {
			return refusal ?? refusedAsProtected(kept!);
		}

		const pending = kind === 'create' ? findPendingDuplicate(input!) : undefined;
		if (pending !== undefined) {
			return pendingFirst(`Nothing was sent. ${pendingDuplicateText(pending, context.now())}`);
		}
	}

	const batch = await planBatch(batchContext, items, {records});
	return batch === undefined ? impossible('Nothing to change.') : {kind: 'planned', batch};
}
