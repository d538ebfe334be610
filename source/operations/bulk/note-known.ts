import {canonicalForm, rewritableForm} from '../../notification/equivalence.ts';
import {kindWords} from '../../notification/operation-texts.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {inSlices} from '../../platform/time-slices.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {notificationsIn} from '../operation-context.ts';
import {mayHaveEffect} from '../transitions.ts';
import type {BatchContext} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import {viewsOf} from './settle-creations.ts';

/** Adds to the planned creations of a batch the identical notifications that were listed since it was planned: what existed before a POST is not what that creates. A batch can be run long after it was planned. If somebody else has created one of them since, it is not created once more. */
export async function noteKnown({context, journal}: BatchContext, batch: number): Promise<void> {
	const records = context.lastListed?.() ?? [];
	const planned = () => pagedRows(page => journal.plannedIn(batch, 'POST', page));
	const viewOf = await viewsOf(planned(), {complete: true, records});
	// What an item of unknown outcome may have created is nobody else's.
	const sent = new Set(
		pagedRows(page => journal.itemsIn(batch, 'creating', page)).map(({input}) => rewritableForm(input!)),
	);
	const isElsewhere = (item: Operation, id: string) =>
		!sent.has(rewritableForm(item.input!)) && journal.otherItemOf(item, id) === undefined;
	const toChange = (item: Operation): ItemChange | undefined => {
		const found = notificationsIn(viewOf(item, [])).filter(({id}) => !item.knownIds.includes(id));
		if (found.length === 0 || mayHaveEffect(journal.requestsOf(item.id))) {
			return undefined;
		}

		const form = canonicalForm(item.input!);
		const elsewhere = found.find(record => canonicalForm(record) === form && isElsewhere(item, record.id));
		return {
			id: item.id,
			knownIds: [...item.knownIds, ...found.map(({id}) => id)],
			...(elsewhere !== undefined && {
				state: 'rolled-back',
				detail: `Not ${kindWords[item.kind].done.toLowerCase()}: an identical one was created elsewhere (${sanitise(elsewhere.id)}).`,
			}),
		};
	};

	for await (const slice of inSlices(planned())) {
		await journal.changeItems(slice.map(item => toChange(item)).filter(change => change !== undefined));
	}
}
