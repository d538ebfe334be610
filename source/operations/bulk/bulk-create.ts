import {duplicateForm} from '../../notification/equivalence.ts';
import type {NotificationInput} from '../../notification/notification.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {listBeforeCreation} from '../recent-listing.ts';
import {planItems} from './apply-set.ts';
import type {BatchContext} from './bulk-context.ts';
import {impossible, requireListed, type BatchPlan} from './plan-batch.ts';
import {idsByForm} from './ids-by-form.ts';

/** A notification in the input of a bulk create that exists already or that occurs twice in the input. */
export type BulkDuplicate = {
	/** Its index in the input, from 0. */
	readonly index: number;
	/** The IDs of identical notifications in the listing. */
	readonly ids: readonly string[];
	/** The index of an identical notification earlier in the input. */
	readonly earlier: number | undefined;
};

/** The result when nothing was sent because of duplicates. */
export type DuplicatesResult = {readonly kind: 'duplicates'; readonly duplicates: readonly BulkDuplicate[]};

type CreatePlanOptions = {
	/** Whether duplicates are planned as well. */
	readonly canRepeat?: boolean;
	/** The position of each notification in the input of the command. */
	readonly places?: ReadonlyArray<string | undefined>;
};

/**
Writes a bulk create to the journal before anything is sent. A complete listing, a new one or one of a moment ago, shows which notifications exist already.

@throws LedgerError when the journal cannot be written: then nothing was started.
*/
export async function planCreates(
	batchContext: BatchContext,
	inputs: readonly NotificationInput[],
	{canRepeat = false, places = []}: CreatePlanOptions = {},
): Promise<BatchPlan | DuplicatesResult> {
	const {context} = batchContext;
	const redacted = inputs.findIndex(input => isStoredRedacted(input));
	if (redacted !== -1) {
		return impossible(
			`Nothing was sent: number ${redacted + 1} contains the API key, which is never stored, so a bulk operation cannot send it.`,
		);
	}

	const {before: attempt, isPriorRecent} = await listBeforeCreation(context);
	const before = requireListed(context, attempt);
	if (before.kind !== 'listed') {
		return before;
	}

	const {records} = before.listing;
	const duplicates = canRepeat ? [] : findBulkDuplicates(inputs, await idsByForm(records, duplicateForm));
	if (duplicates.length > 0) {
		return {kind: 'duplicates', duplicates};
	}

	return planItems(
		batchContext,
		inputs.map((input, index) => ({kind: 'create', input, isPriorRecent, place: places[index]})),
		records,
	);
}

function findBulkDuplicates(
	inputs: readonly NotificationInput[],
	listed: ReadonlyMap<string, readonly string[]>,
): BulkDuplicate[] {
	const first = new Map<string, number>();
	return inputs.flatMap((input, index) => {
		const form = duplicateForm(input);
		const ids = listed.get(form) ?? [];
		const earlier = first.get(form);
		if (earlier === undefined) {
			first.set(form, index);
		}

		return ids.length > 0 || earlier !== undefined ? [{index, ids, earlier}] : [];
	});
}
