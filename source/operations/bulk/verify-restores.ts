import {failureSentence} from '../../api/failure.ts';
import type {Listing} from '../../api/listing/list-notifications.ts';
import {canonicalForm} from '../../domain/equivalence.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {saveSentContent} from '../operation-context.ts';
import {waitingText} from '../conclude.ts';
import {waitFor, type Sighting} from '../evidence.ts';
import {fetchListing, pollListing} from '../verify.ts';
import {inSlices} from '../../system/time-slices.ts';
import type {BatchContext, NoEffectState} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import {idsByCanonicalForm} from './restorable.ts';

/** Said of what complete listings do not show. */
const notListed = 'It does not appear in the listing.';

const details: Readonly<Record<NoEffectState, string>> = {planned: '', failed: `Not created. ${notListed}`, 'rolled-back': 'It was not created.'};

/**
Checks listings for all items whose outcome is unknown: an item is done if exactly one listed notification has its content and was not there before. What a complete listing does not show gets the given state once nothing that was sent can take effect any more.

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
			unresolvedReason = failureSentence(attempt.failure);
			return undefined;
		}

		unresolvedReason = await adoptListed(batchContext, batch, attempt.listing);
		return attempt;
	}, sighting => sighting?.listing.complete === true && isOpen());
	if (last !== undefined && isOpen()) {
		unresolvedReason = await settleRestores(batchContext, batch, notCreated, last);
	}

	return isOpen() ? unresolvedReason : undefined;
}

/**
Concludes what one listing proves of the items of a bulk restore, as `verifyRestores`. It sends nothing.

@returns Why the outcome of items is still unknown, if it is of any.
*/
export async function settleRestores(batchContext: BatchContext, batch: number, notCreated: NoEffectState, sighting: Sighting): Promise<string> {
	const {listing} = sighting;
	const reason = await adoptListed(batchContext, batch, listing);
	const wait = listing.complete ? await endMissing(batchContext, batch, notCreated, sighting, await candidatesIn(batchContext, batch, listing)) : 0;
	return reason ?? waitingText(batchContext.context, {wait});
}

type Candidates = (item: Operation) => readonly string[];

/** Which notifications of a listing an item can have created: they have its content, were not there before, and no other item created them. */
async function candidatesIn({context, journal}: BatchContext, batch: number, listing: Listing): Promise<Candidates> {
	const users = new Set<string>();
	const taken = new Set<string>();
	/** What the service named as the new notification, by item. */
	const named = new Map<number, string>();
	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'creating', page)))) {
		for (const {id, input} of slice) {
			users.add(input!.userId);
			const target = journal.requestsOf(id).findLast(({outcome}) => outcome === 'ok')?.target;
			if (target !== undefined) {
				named.set(id, target);
			}
		}
	}

	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'done', page)))) {
		for (const {newId = ''} of slice) {
			taken.add(newId);
		}
	}

	const answers = new Set(named.values());
	const ids = await idsByCanonicalForm(listing.records, userId => users.has(userId));
	return item => {
		const alike = (ids.get(canonicalForm(item.input!)) ?? []).filter(id => !taken.has(id) && !item.knownIds.includes(id) && !context.log.isOfAnother(item, id) && (id === named.get(item.id) || !context.log.isNamedToAnother(item, id)));
		const own = alike.filter(id => id === named.get(item.id));
		return own.length > 0 ? own : alike.filter(id => !answers.has(id));
	};
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

		await journal.changeItems([...ambiguous, ...created.map(({item: {id}, newId}): ItemChange => {
			const isNamed = journal.requestsOf(id).some(({target}) => target === newId);
			return {id, state: 'done', newId, ...(!isNamed && {detail: 'The response did not confirm it, but it is listed.'})};
		})]);
		reasons.push(...ambiguous.map(({detail}) => detail));
	}

	return reasons[0];
}

/** Ends the items that a complete listing does not show, if what was sent cannot take effect any more. Returns the milliseconds until that is so of the others. */
async function endMissing({context, journal}: BatchContext, batch: number, notCreated: NoEffectState, sighting: Sighting, candidates: Candidates): Promise<number> {
	let longest = 0;
	const judge = (item: Operation): ItemChange | undefined => {
		const {id, detail = ''} = item;
		if (candidates(item).length > 0) {
			// The operator skips it; it is not sent again.
			return notCreated === 'rolled-back' ? {id, state: notCreated, detail: `Which of them is the new one is unknown. ${detail}`} : undefined;
		}

		const requests = journal.requestsOf(id);
		const wait = waitFor(context, requests, sighting);
		if (wait > 0) {
			longest = Math.max(longest, wait);
			return undefined;
		}

		return requests.at(-1)?.outcome === 'ok'
			? {id, state: 'done', detail: 'The service confirmed it, but no listing shows it.'}
			: {id, state: notCreated, detail: `${detail} ${details[notCreated]}`.trim()};
	};

	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'creating', page)))) {
		await journal.changeItems(slice.map(item => judge(item)).filter(change => change !== undefined));
	}

	return longest;
}
