import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {inSlices} from '../../system/time-slices.ts';
import {notificationsIn} from '../evidence.ts';
import {mayHaveEffect} from '../transitions.ts';
import type {BatchContext} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import {viewsOf} from './settle-creations.ts';

/** Adds to the planned creations of a batch the identical notifications that were listed since it was planned: what existed before a POST is not what that creates. A batch can be run long after it was planned. */
export async function noteKnown({context, journal}: BatchContext, batch: number): Promise<void> {
	const records = context.lastListed?.() ?? [];
	const planned = () => pagedRows(page => journal.plannedIn(batch, 'POST', page));
	const viewOf = await viewsOf(planned(), {complete: true, records});
	const toChange = (item: Operation): ItemChange | undefined => {
		const ids = notificationsIn(viewOf(item, [])).map(({id}) => id).filter(id => !item.knownIds.includes(id));
		return ids.length === 0 || mayHaveEffect(journal.requestsOf(item.id)) ? undefined : {id: item.id, knownIds: [...item.knownIds, ...ids]};
	};

	for await (const slice of inSlices(planned())) {
		await journal.changeItems(slice.map(item => toChange(item)).filter(change => change !== undefined));
	}
}
