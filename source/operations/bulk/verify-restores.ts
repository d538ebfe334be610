import type {Listing} from '../../api/listing/list-notifications.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {canonicalForm} from '../../domain/equivalence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {saveSentContent} from '../operation-context.ts';
import {pollListing, fetchListing} from '../verify.ts';
import {inSlices} from '../../system/time-slices.ts';
import type {BulkContext, NoEffectState} from './bulk-context.ts';
import {idsByCanonicalForm} from './restorable.ts';
import {pagedRows} from './paged-rows.ts';

type Ledgered = Pick<BulkContext, 'context' | 'journal'>;

const whatIsMissing: Readonly<Record<NoEffectState, string>> = {planned: '', failed: 'It did not arrive: no listing shows it.', 'rolled-back': 'It was not created.'};

/**
Asks listings, for all of them together, what became of what may have been created: of each, one is there that says it and was not there before. What none shows, over several seconds, goes to the given state.

@returns Why some stay unclear: a sentence, safe to show.
*/
export async function settleRestores(bulk: Ledgered, batch: number, missing: NoEffectState): Promise<string | undefined> {
	const {context, journal} = bulk;
	const isOpen = () => journal.batch(batch).counts.unknown > 0;
	if (!isOpen()) {
		return undefined;
	}

	let unresolvedReason: string | undefined;
	const last = await pollListing(context, async () => {
		const seen = await fetchListing(context);
		if ('failure' in seen) {
			unresolvedReason = seen.failure.summary;
			return undefined;
		}

		unresolvedReason = await adopt(bulk, batch, seen.listing);
		return seen.listing;
	}, listing => listing?.complete === true && isOpen());
	if (last?.complete !== true) {
		return isOpen() ? unresolvedReason : undefined;
	}

	await endMissing(bulk, batch, missing, await candidatesIn(bulk, batch, last));
	return isOpen() ? unresolvedReason : undefined;
}

type Candidates = (item: Operation) => readonly string[];

/** Which of a listing's notifications can be the one that an item made: they say it, were not there before, and no other item made them. */
async function candidatesIn({journal}: Ledgered, batch: number, listing: Listing): Promise<Candidates> {
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

/** Ends the items that a listing shows. Returns why others stay unclear. */
async function adopt(bulk: Ledgered, batch: number, listing: Listing): Promise<string | undefined> {
	const {context, journal} = bulk;
	const candidates = await candidatesIn(bulk, batch, listing);
	const unresolvedReasons: string[] = listing.complete ? [] : [listing.reason];
	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'creating', page)))) {
		const found = slice.map(item => ({item, ids: candidates(item)})).filter(({ids}) => ids.length > 0);
		const made = found.filter(({ids}) => ids.length === 1).map(({item, ids}) => ({item, newId: ids[0]!}));
		const torn = found.filter(({ids}) => ids.length > 1).map(({item, ids}) => ({
			id: item.id, detail: `Several notifications say the same since: ${ids.map(id => sanitise(id)).join(', ')}.`,
		}));
		for (const {item, newId} of made) {
			saveSentContent(context, newId, item.input!);
		}

		journal.changeItems([...torn, ...made.map(({item: {id}, newId}): ItemChange => ({
			id, state: 'done', newId, detail: 'The answer did not say so, but it is listed.',
		}))]);
		unresolvedReasons.push(...torn.map(({detail}) => detail));
	}

	return unresolvedReasons[0];
}

/** Ends the items that complete listings did not show. */
async function endMissing({journal}: Ledgered, batch: number, missing: NoEffectState, candidates: Candidates): Promise<void> {
	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'creating', page)))) {
		journal.changeItems(slice.flatMap((item): ItemChange[] => {
			const {id, detail = ''} = item;
			if (candidates(item).length > 0) {
				// The operator leaves it at that; it is not sent again.
				return missing === 'rolled-back' ? [{id, state: missing, detail: `There is no telling which one it is. ${detail}`}] : [];
			}

			// The service said that it was created, and not under which ID.
			const isCreated = journal.requestsOf(id).at(-1)?.outcome === 'ok';
			return [isCreated
				? {id, state: 'done', detail: 'The service did not say under which ID, and no listing shows it yet.'}
				: {id, state: missing, detail: `${detail} ${whatIsMissing[missing]}`.trim()}];
		}));
	}
}
