import {type NotificationInput, idOfRecord} from '../../notification/notification.ts';
import {inSlices} from '../../platform/time-slices.ts';
import type {NotificationSnapshot} from '../../storage/journal/operation.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {leaveProtectedOut} from '../protected.ts';
import {refusedByPolicy} from '../refused-by-policy.ts';
import type {BatchContext} from './bulk-context.ts';
import {impossible, listBefore, nothingLeft, planBatch, type BatchPlan} from './plan-batch.ts';

/** A notification to edit and the input that replaces it. */
export type BulkEdit = {readonly snapshot: NotificationSnapshot; readonly input: NotificationInput};

/**
Writes a bulk edit to the journal before anything is sent.

@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started.
*/
export async function planReplaces(batchContext: BatchContext, edits: Iterable<BulkEdit>): Promise<BatchPlan> {
	const {context} = batchContext;
	const all: BulkEdit[] = [];
	for await (const slice of inSlices(edits)) {
		const redacted = slice.find(edit => isStoredRedacted(edit));
		if (redacted !== undefined) {
			return containsKey(redacted);
		}

		all.push(...slice);
	}

	const before = await listBefore(context);
	if (before.kind !== 'listed') {
		return before;
	}

	const {records} = before.listing;
	const listed = new Set(records.map(record => idOfRecord(record)));
	const missing = all.map(({snapshot}) => snapshot.id).filter(id => !listed.has(id));
	if (missing.length > 0) {
		return impossible(`Nothing was sent: no longer listed: ${missing.map(id => sanitise(id)).join(', ')}.`);
	}

	const {left, skipped} = leaveProtectedOut(context, all, ({snapshot}) => snapshot, records);
	const refusal = left
		.values()
		.map(({snapshot, input}) => refusedByPolicy(context, input, snapshot.id))
		.find(found => found !== undefined);
	if (refusal !== undefined) {
		return refusal;
	}

	const batch = await planBatch(
		batchContext,
		left.map(({snapshot, input}) => ({kind: 'replace', snapshot, input})),
		{records},
	);
	return batch === undefined ? nothingLeft('Nothing to edit.', skipped) : {kind: 'planned', batch, skipped};
}

/** The result for a notification that contains the API key. */
const containsKey = ({snapshot: {id}}: BulkEdit): BatchPlan =>
	impossible(
		`Nothing was sent: ${sanitise(id)} contains the API key, which is never stored, so a bulk operation cannot send it. Edit it alone.`,
	);
