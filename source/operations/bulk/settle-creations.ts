import type {Listing} from '../../service/listing/list-notifications.ts';
import {rewritableForm} from '../../notification/equivalence.ts';
import {idOfRecord, type ListedRecord, type NotificationFields} from '../../notification/notification.ts';
import {inSlices} from '../../platform/time-slices.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation, RequestEntry} from '../../storage/journal/operation.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {afterPost} from '../after-post.ts';
import {judgeCreation} from '../judge-creation.ts';
import {pendingChange, type Sighting, saveSentContent} from '../operation-context.ts';
import type {Intent} from '../transitions.ts';
import {toItemChange, withPending, type BatchContext, type Remainder} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';

/**
Concludes from one listing the outcome of a batch's creations. It sends nothing.

@returns The items that stay undecided.
*/
export async function settleCreations(
	{context, journal}: BatchContext,
	batch: number,
	intent: Intent,
	sighting: Sighting,
): Promise<Remainder> {
	const creating = () => pagedRows(page => journal.itemsIn(batch, 'creating', page));
	const ids = new Set(sighting.listing.records.map(record => idOfRecord(record)));
	let left: Remainder = {wait: undefined};
	const viewOf = await viewsOf(creating(), sighting.listing);

	// A notification that one item has adopted is not the new one of another, also if the service named it to both.
	const adopted = new Set<string | undefined>();
	const judge = (item: Operation) => {
		const requests = journal.requestsOf(item.id);
		const listing = viewOf(item, requests);
		const view = {
			...sighting,
			listing: {...listing, records: listing.records.filter(record => !adopted.has(idOfRecord(record)))},
		};
		return {requests, view, verdict: judgeCreation(context, item, requests, view)};
	};

	const toChange = async (item: Operation): Promise<ItemChange | undefined> => {
		let {requests, view, verdict} = judge(item);
		while (verdict.kind === 'certified' && journal.otherItemOf(item, verdict.id) !== undefined) {
			adopted.add(verdict.id);
			({requests, view, verdict} = judge(item));
		}

		if (verdict.kind === 'pending') {
			left = withPending(left, verdict);
			const missing = pendingChange(item, verdict, view);
			return missing && {id: item.id, ...missing};
		}

		if (verdict.kind === 'certified' || verdict.kind === 'overwritten') {
			adopted.add(verdict.id);
			await saveSentContent(context, verdict.id, item.input!);
		}

		const change = toItemChange(
			item,
			afterPost(item, verdict, {
				intent,
				requests,
				sighting,
				isOldMissing: item.kind === 'replace' && !ids.has(item.snapshot!.id),
				settlingTime: context.settlingTime,
			}),
		);
		left = {...left, reason: left.reason ?? (change.state === undefined ? change.detail : undefined)};
		return change;
	};

	for await (const slice of inSlices(creating())) {
		const changes: ItemChange[] = [];
		for (const item of slice) {
			const change = await toChange(item);
			changes.push(...(change === undefined ? [] : [change]));
		}

		await journal.changeItems(changes);
	}

	return left;
}

/** Returns, for each item, the part of a listing that can match it. Searching a whole long listing for every item would take minutes. */
export async function viewsOf(
	items: Iterable<Operation>,
	listing: Listing,
): Promise<(item: Operation, requests: readonly RequestEntry[]) => Listing> {
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
		const named = requests
			.map(({target}) => (target === undefined ? undefined : unreadable.get(target)))
			.filter(record => record !== undefined);
		return {...listing, records: [...(alike.get(formOf(input!)) ?? []), ...named]};
	};
}

// The journal stores no API key: an input read back from it may contain `[API key]` instead.
const formOf = (fields: NotificationFields): string => hideSecrets(rewritableForm(fields));
const userOf = ({userId}: NotificationFields): string => hideSecrets(userId.trim().normalize('NFC'));
