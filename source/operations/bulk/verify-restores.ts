import type {Listing} from '../../api/listing/list-notifications.ts';
import {canonicalForm} from '../../domain/equivalence.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {saveSentContent} from '../operation-context.ts';
import {fetchListing, notListed, pollListing} from '../verify.ts';
import {inSlices} from '../../system/time-slices.ts';
import type {BatchContext, NoEffectState} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import {idsByCanonicalForm} from './restorable.ts';

const details: Readonly<Record<NoEffectState, string>> = {planned: '', failed: `Not created. ${notListed}`, 'rolled-back': 'It was not created.'};

/**
Checks listings for all items whose outcome is unknown: an item is done if exactly one listed notification has its content and was not there before. What listings do not show over several seconds gets the given state.

@returns Why the outcome of some is still unknown; safe to show.
*/
export async function verifyRestores(batchContext: BatchContext, batch: number, notCreated: NoEffectState): Promise<string | undefined> {
	const {context, journal} = batchContext;
	const isOpen = () => journal.batch(batch).counts.unknown > 0;
	if (!isOpen()) {
		return undefined;
	}

	let unresolvedReason: string | undefined;
	const last = await pollListing(context, async () => {
		const attempt = await fetchListing(context);
		if ('failure' in attempt) {
			unresolvedReason = attempt.failure.summary;
			return undefined;
		}

		unresolvedReason = await adoptListed(batchContext, batch, attempt.listing);
		return attempt.listing;
	}, listing => listing?.complete === true && isOpen());
	if (last?.complete === true) {
		await endMissing(batchContext, batch, notCreated, await candidatesIn(batchContext, batch, last));
	}

	return isOpen() ? unresolvedReason : undefined;
}

type Candidates = (item: Operation) => readonly string[];

/** Which notifications of a listing an item can have created: they have its content, were not there before, and no other item created them. */
async function candidatesIn({journal}: BatchContext, batch: number, listing: Listing): Promise<Candidates> {
	const users = new Set<string>();
	const taken = new Set<string>();
	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'creating', page)))) {
		for (const {input} of slice) {
			users.add(input!.userId);
		}
	}

	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'done', page)))) {
		for (const {newId = ''} of slice) {
			taken.add(newId);
		}
	}

	const ids = await idsByCanonicalForm(listing.records, userId => users.has(userId));
	return ({input, knownIds}) => (ids.get(canonicalForm(input!)) ?? []).filter(id => !taken.has(id) && !knownIds.includes(id));
}

/** Ends the items that a listing shows. Returns why the outcome of others is still unknown. */
async function adoptListed(batchContext: BatchContext, batch: number, listing: Listing): Promise<string | undefined> {
	const {context, journal} = batchContext;
	const candidates = await candidatesIn(batchContext, batch, listing);
	const reasons: string[] = listing.complete ? [] : [listing.reason];
	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'creating', page)))) {
		const found = slice.map(item => ({item, ids: candidates(item)}));
		const created = found.filter(({ids}) => ids.length === 1).map(({item, ids}) => ({item, newId: ids[0]!}));
		const ambiguous = found.filter(({ids}) => ids.length > 1).map(({item, ids}) => ({
			id: item.id, detail: `Several new notifications have this content: ${ids.map(id => sanitise(id)).join(', ')}.`,
		}));
		for (const {item, newId} of created) {
			await saveSentContent(context, newId, item.input!);
		}

		await journal.changeItems([...ambiguous, ...created.map(({item: {id}, newId}): ItemChange => ({
			id, state: 'done', newId, detail: 'The response did not confirm it, but it is listed.',
		}))]);
		reasons.push(...ambiguous.map(({detail}) => detail));
	}

	return reasons[0];
}

/** Ends the items that complete listings did not show. */
async function endMissing({journal}: BatchContext, batch: number, notCreated: NoEffectState, candidates: Candidates): Promise<void> {
	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'creating', page)))) {
		await journal.changeItems(slice.flatMap((item): ItemChange[] => {
			const {id, detail = ''} = item;
			if (candidates(item).length > 0) {
				// The operator skips it; it is not sent again.
				return notCreated === 'rolled-back' ? [{id, state: notCreated, detail: `Which of them is the new one is unknown. ${detail}`}] : [];
			}

			const isConfirmed = journal.requestsOf(id).at(-1)?.outcome === 'ok';
			return [isConfirmed
				? {id, state: 'done', detail: `The service confirmed it, but returned no ID. ${notListed}`}
				: {id, state: notCreated, detail: `${detail} ${details[notCreated]}`.trim()}];
		}));
	}
}
