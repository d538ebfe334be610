import type {Listing} from '../../api/listing/list-notifications.ts';
import {rewritableForm} from '../../domain/equivalence.ts';
import {idOfRecord} from '../../domain/record-id.ts';
import type {ListedRecord, NotificationFields} from '../../domain/notification.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation, RequestEntry} from '../../storage/journal/operation.ts';
import {inSlices} from '../../system/time-slices.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {ambiguousText, isUnchanged, keptId} from '../create-step.ts';
import {judgeCreation, type CreationVerdict, type Sighting} from '../evidence.ts';
import {saveSentContent} from '../operation-context.ts';
import type {BatchContext, NoEffectState, Remainder} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';

const details: Readonly<Record<NoEffectState, string>> = {
	planned: '', failed: 'Not created. It does not appear in the listing.', 'rolled-back': 'It was not created.',
};

/**
Concludes what one listing proves of the items of a batch that were to create something. It sends nothing. `noEffect`: the state of an item that created nothing, and can no longer do so; undefined to leave it open.

@returns What it leaves open.
*/
export async function settleCreations({context, journal}: BatchContext, batch: number, noEffect: NoEffectState | undefined, sighting: Sighting): Promise<Remainder> {
	const creating = () => pagedRows(page => journal.itemsIn(batch, 'creating', page));
	let wait: number | undefined;
	let reason: string | undefined;
	const viewOf = await viewsOf(creating(), sighting.listing);

	const toChange = async (item: Operation): Promise<ItemChange | undefined> => {
		const requests = journal.requestsOf(item.id);
		const view = {...sighting, listing: viewOf(item, requests)};
		const verdict = judgeCreation(context, item, requests, view);
		switch (verdict.kind) {
			case 'pending': {
				wait = Math.max(wait ?? 0, verdict.wait);
				return undefined;
			}

			case 'ambiguous': {
				const detail = sanitise(ambiguousText(item, verdict));
				reason ??= detail;
				// The operator skips it; it is not sent again.
				return {id: item.id, detail, ...(noEffect === 'rolled-back' && {state: noEffect})};
			}

			case 'certified': {
				await saveSentContent(context, verdict.id, item.input!);
				return toCreated(item, verdict, requests.some(({target}) => target === verdict.id));
			}

			case 'absent': {
				if (noEffect === undefined) {
					wait ??= 0;
					return undefined;
				}

				const answer = requests.findLast(({outcome}) => outcome === 'ok');
				return answer === undefined
					? {id: item.id, state: noEffect, detail: `${item.detail ?? ''} ${details[noEffect]}`.trim()}
					: toUnlisted(item, isUnchanged(item, answer.target, view) ? answer.target : undefined);
			}
		}
	};

	for await (const slice of inSlices(creating())) {
		const changes: ItemChange[] = [];
		for (const item of slice) {
			const change = await toChange(item);
			changes.push(...change === undefined ? [] : [change]);
		}

		await journal.changeItems(changes);
	}

	return {reason, wait};
}

/** With the new notification listed, an item is done; a replacement goes on to delete the old one. */
function toCreated({id, kind, snapshot, detail}: Operation, {id: newId}: Extract<CreationVerdict, {kind: 'certified'}>, isConfirmed: boolean): ItemChange {
	const said = isConfirmed ? (detail === undefined ? {} : {detail: ''}) : {detail: 'The response did not confirm it, but it is listed.'};
	if (kind !== 'replace') {
		return {id, state: 'done', newId, ...said};
	}

	return newId === snapshot!.id ? {id, state: 'done', newId, detail: keptId} : {id, state: 'created', newId, ...said};
}

/** What the service confirmed, but no listing shows. It is not sent again. `keptAs`: the ID of the old notification, if it was kept as it was. */
function toUnlisted({id, kind, snapshot}: Operation, keptAs: string | undefined): ItemChange {
	if (keptAs !== undefined) {
		return {id, state: 'done', newId: keptAs, detail: keptId};
	}

	const detail = 'The service confirmed it, but no listing shows it.';
	return kind === 'replace' ? {id, state: 'failed', detail: `${detail} ${sanitise(snapshot!.id)} was kept.`} : {id, state: 'done', detail};
}

/** For each item the part of a listing that can be about it: to search all of a long listing for each of many items would take minutes. */
export async function viewsOf(items: Iterable<Operation>, listing: Listing): Promise<(item: Operation, requests: readonly RequestEntry[]) => Listing> {
	const users = new Set<string>();
	for await (const slice of inSlices(items)) {
		for (const {input} of slice) {
			users.add(userOf(input!));
		}
	}

	const alike = new Map<string, ListedRecord[]>();
	const unreadable = new Map<string | undefined, ListedRecord>();
	for await (const slice of inSlices(listing.records)) {
		for (const record of slice) {
			if (record.kind === 'unreadable') {
				unreadable.set(idOfRecord(record), record);
			} else if (users.has(userOf(record))) {
				const form = formOf(record);
				const others = alike.get(form) ?? [];
				others.push(record);
				alike.set(form, others);
			}
		}
	}

	return ({input}, requests) => {
		const named = requests.map(({target}) => target === undefined ? undefined : unreadable.get(target)).filter(record => record !== undefined);
		return {...listing, records: [...alike.get(formOf(input!)) ?? [], ...named]};
	};
}

// The journal has no API key: an input read back from it may have `[API key]` instead.
const formOf = (fields: NotificationFields): string => hideSecrets(rewritableForm(fields));
const userOf = ({userId}: NotificationFields): string => hideSecrets(userId.trim().normalize('NFC'));
