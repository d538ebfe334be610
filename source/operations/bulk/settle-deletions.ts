import {idOfRecord} from '../../notification/notification.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation, RequestEntry} from '../../storage/journal/operation.ts';
import {inSlices} from '../../platform/time-slices.ts';
import {contentOfDeleted, pendingChange, type Sighting} from '../operation-context.ts';
import {twinsOf} from '../creation-matches.ts';
import {judgeDeletion} from '../judge-deletion.ts';
import {afterDelete} from '../after-delete.ts';
import type {Intent} from '../transitions.ts';
import {toItemChange, withPending, type BatchContext, type Remainder} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import {viewsOf} from './settle-creations.ts';

/**
Concludes from one listing the outcome of a batch's DELETEs. It sends nothing.

@returns The items that stay undecided.
*/
export async function settleDeletions(
	{context, journal}: BatchContext,
	batch: number,
	intent: Intent,
	sighting: Sighting,
): Promise<Remainder> {
	const ids = new Set(sighting.listing.records.map(record => idOfRecord(record)));
	const deleting = (['deleting', 'undoing'] as const).flatMap(state =>
		pagedRows(page => journal.itemsIn(batch, state, page))
			.filter(({input}) => input !== undefined)
			.toArray(),
	);
	const viewOf = await viewsOf(deleting, sighting.listing);
	const twinsIn = (item: Operation, requests: readonly RequestEntry[]) =>
		item.input === undefined ? [] : twinsOf(context, item, requests, {...sighting, listing: viewOf(item, requests)});
	let left: Remainder = {wait: undefined};
	const toChange = (item: Operation, deletedId: string): ItemChange | undefined => {
		const requests = journal.requestsOf(item.id);
		const verdict = judgeDeletion(context, deletedId, requests, sighting, {
			content: contentOfDeleted(item),
			missingSince: item.missingSince,
		});
		const transition = afterDelete(item, verdict, {
			intent,
			requests,
			twins: verdict.kind === 'gone' ? twinsIn(item, requests) : undefined,
			isNewMissing: !ids.has(item.newId),
			settlingTime: context.settlingTime,
		});
		if (verdict.kind === 'pending' && transition.state === undefined) {
			left = withPending(left, verdict);
			const missing = pendingChange(item, verdict, sighting);
			return missing && {id: item.id, ...missing};
		}

		// The service's answer to a failed item is shown nowhere else.
		const answer = transition.state === 'failed' && verdict.kind === 'kept' ? requests.at(-1)?.summary : undefined;
		const change = toItemChange(
			item,
			answer === undefined ? transition : {...transition, detail: `${answer} ${transition.detail!}`},
		);
		left = {...left, reason: left.reason ?? (change.state === undefined ? change.detail : undefined)};
		return change.state === undefined && change.detail === item.detail ? undefined : change;
	};

	for (const state of ['deleting', 'undoing'] as const) {
		for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, state, page)))) {
			await journal.changeItems(
				slice
					.map(item => toChange(item, state === 'deleting' ? item.snapshot!.id : item.newId!))
					.filter(change => change !== undefined),
			);
		}
	}

	return left;
}
