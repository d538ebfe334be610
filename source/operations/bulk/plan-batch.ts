import {rewritableForm} from '../../notification/equivalence.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import {failureSentence} from '../../service/failure.ts';
import type {NewItem} from '../../storage/batches/batch.ts';
import {inSlices} from '../../platform/time-slices.ts';
import type {Sighting, OperationContext} from '../operation-context.ts';
import type {ImpossibleResult, RefusedResult} from '../operation-result.ts';
import {fetchListing, refusedBefore, type ListingAttempt} from '../verify.ts';
import type {BatchContext} from './bulk-context.ts';
import {idsByForm} from './ids-by-form.ts';

/** A batch in the journal, or the reason why nothing was planned. */
export type BatchPlan =
	| RefusedResult
	| ImpossibleResult
	| {
			readonly kind: 'planned';
			readonly batch: number;
			/** The sentences about items that are left out, safe to show. */ readonly skipped?: readonly string[];
	  };

/** A result that says why nothing was sent. */
export const impossible = (reason: string): ImpossibleResult => ({kind: 'impossible', reason});

/** The result if a bulk operation has no items. `skipped`: those that are left out because they are protected. */
export const nothingLeft = (reason: string, skipped: readonly string[]): ImpossibleResult =>
	skipped.length === 0
		? impossible(reason)
		: {...impossible(`Nothing was sent. ${skipped.join(' ')}`), cause: 'protected'};

/** Like `impossible`, if the reason is a pending change. */
export const pendingFirst = (reason: string): ImpossibleResult => ({...impossible(reason), isPending: true});

/** A change of one notification, of any kind. */
export type BatchItem = Omit<NewItem, 'profileName' | 'knownIds'>;

type PlanOptions = {
	/** The listed records before anything is sent; needed if an item creates something, to tell new notifications from existing ones. */
	readonly records?: readonly ListedRecord[];
	/** The IDs that must still be listed when the batch is resumed. */
	readonly keeps?: readonly string[];
};

/**
Writes all items of a batch to the journal before anything is sent.

@returns The ID of the batch; undefined if there are no items.
@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started.
*/
export async function planBatch(
	{context: {profile, profileName}, journal}: BatchContext,
	items: Iterable<BatchItem>,
	{records = [], keeps}: PlanOptions = {},
): Promise<number | undefined> {
	const known = await idsByForm(records, rewritableForm);
	const all: BatchItem[] = [];
	for await (const slice of inSlices(items)) {
		all.push(...slice);
	}

	const batch = await journal.beginBatch(profile, keeps);
	try {
		for await (const slice of inSlices(all)) {
			await journal.addItems(
				batch,
				slice.map(item => ({
					...item,
					profileName,
					knownIds: item.input === undefined ? [] : (known.get(rewritableForm(item.input)) ?? []),
				})),
			);
		}
	} catch (error) {
		await journal.forgetBatch(batch);
		throw error;
	}

	if (journal.batch(batch).counts.planned === 0) {
		await journal.forgetBatch(batch);
		return undefined;
	}

	await journal.completeBatch(batch);
	return batch;
}

/** Lists the account before a batch creates anything: only a complete listing can distinguish new notifications from existing ones. */
export const listBefore = async (context: OperationContext): Promise<ListedBefore> =>
	requireListed(context, await fetchListing(context));

/** A complete listing, or the reason why nothing is sent. */
type ListedBefore = RefusedResult | ImpossibleResult | (Sighting & {readonly kind: 'listed'});

/** Refuses an attempt that gave no complete listing. */
export function requireListed(context: OperationContext, before: ListingAttempt): ListedBefore {
	const refused = refusedBefore(context, before, true);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before || !before.listing.complete) {
		const why =
			'failure' in before ? failureSentence(before.failure) : before.listing.complete ? '' : before.listing.reason;
		return impossible(
			`Nothing was sent: only a complete listing can tell new notifications from existing ones. ${why}`,
		);
	}

	return {kind: 'listed', ...before};
}
