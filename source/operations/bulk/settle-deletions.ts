import {idOfRecord} from '../../domain/record-id.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {inSlices} from '../../system/time-slices.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {bothExist} from '../delete-step.ts';
import {deletesOf, judgeDeletion, type Sighting} from '../evidence.ts';
import type {BatchContext, NoEffectState, Remainder} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';

const details: Readonly<Record<NoEffectState, string>> = {planned: '', failed: 'It is still listed.', 'rolled-back': 'It was not deleted.'};

/**
Concludes what one listing proves of the items of a batch whose DELETE was sent. It sends nothing. `noEffect`: the state of an item of a bulk delete that is still listed, and can no longer be deleted by what was sent. A replacement becomes `created` again.

@returns What it leaves open.
*/
export async function settleDeletions({context, journal}: BatchContext, batch: number, noEffect: NoEffectState, sighting: Sighting): Promise<Remainder> {
	const ids = new Set(sighting.listing.records.map(record => idOfRecord(record)));
	let wait: number | undefined;
	const judge = (item: Operation, deletedId: string): ItemChange | undefined => {
		const isListed = ids.has(deletedId);
		const requests = journal.requestsOf(item.id);
		const verdict = judgeDeletion(context, deletedId, requests, sighting, isListed);
		if (verdict.kind === 'gone') {
			const answers = deletesOf(requests, deletedId);
			return toGone(item, answers.some(({outcome}) => outcome === 'ok'), answers.every(({status}) => status === 404));
		}

		// To send a DELETE again does no harm.
		if (verdict.kind === 'kept' || (isListed && noEffect === 'planned' && item.state === 'deleting')) {
			return toKept(item, noEffect);
		}

		wait = Math.max(wait ?? 0, verdict.wait);
		return undefined;
	};

	for (const state of ['deleting', 'undoing'] as const) {
		for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, state, page)))) {
			await journal.changeItems(slice.map(item => judge(item, state === 'deleting' ? item.snapshot!.id : item.newId!)).filter(change => change !== undefined));
		}
	}

	return {wait};
}

/** The notification that was to be deleted is gone. `wasMissing`: the service never knew it. */
function toGone({id, kind, state, snapshot, newId}: Operation, isConfirmed: boolean, wasMissing: boolean): ItemChange {
	const unconfirmed = 'The response did not confirm it, but it is no longer listed.';
	if (state === 'undoing') {
		return {id, state: 'rolled-back', detail: isConfirmed ? `${sanitise(newId!)} was deleted.` : unconfirmed};
	}

	return kind === 'replace' && wasMissing
		? {id, state: 'done', detail: `${sanitise(snapshot!.id)} was already gone: somebody else deleted or edited it. Delete ${sanitise(newId!)} if it is not wanted.`}
		: {id, state: 'done', detail: isConfirmed ? '' : unconfirmed};
}

/** The notification that was to be deleted is still there. */
function toKept(item: Operation, noEffect: NoEffectState): ItemChange {
	const {id, kind, detail = ''} = item;
	return kind === 'replace'
		? {id, state: 'created', detail: sanitise(`${bothExist(item)}. ${detail}`.trimEnd())}
		: {id, state: noEffect, detail: `${detail} ${details[noEffect]}`.trim()};
}
