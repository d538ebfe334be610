import type {Listing} from '../api/listing.ts';
import type {ItemChange} from '../ledger/batch-items.ts';
import type {Operation} from '../ledger/operation.ts';
import {canonicalForm} from '../notifications/canonical.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {rememberSent} from './bench.ts';
import type {BulkDesk, Unmade} from './bulk.ts';
import {again, look} from './observe.ts';
import {idsByForm} from './restorable.ts';
import {rowsOf, slices} from './slices.ts';

type Ledgered = Pick<BulkDesk, 'bench' | 'journal'>;

const whatIsMissing: Readonly<Record<Unmade, string>> = {planned: '', failed: 'It did not arrive: no listing shows it.', 'rolled-back': 'It was not created.'};

/**
Asks listings, for all of them together, what became of what may have been created: of each, one is there that says it and was not there before. What none shows, over several seconds, goes to the given state.

@returns Why some stay unclear: a sentence, safe to show.
*/
export async function settleRestores(desk: Ledgered, batch: number, missing: Unmade): Promise<string | undefined> {
	const {bench, journal} = desk;
	const isOpen = () => journal.batch(batch).counts.unclear > 0;
	if (!isOpen()) {
		return undefined;
	}

	let doubt: string | undefined;
	const last = await again(bench, async () => {
		const seen = await look(bench);
		if ('failure' in seen) {
			doubt = seen.failure.what;
			return undefined;
		}

		doubt = await adopt(desk, batch, seen.listing);
		return seen.listing;
	}, listing => listing?.complete === true && isOpen());
	if (last?.complete !== true) {
		return isOpen() ? doubt : undefined;
	}

	await endMissing(desk, batch, missing, await candidatesIn(desk, batch, last));
	return isOpen() ? doubt : undefined;
}

type Candidates = (item: Operation) => readonly string[];

/** Which of a listing's notifications can be the one that an item made: they say it, were not there before, and no other item made them. */
async function candidatesIn({journal}: Ledgered, batch: number, listing: Listing): Promise<Candidates> {
	const users = new Set<string>();
	const taken = new Set<string>();
	for await (const slice of slices(rowsOf(page => journal.itemsIn(batch, 'creating', page)))) {
		for (const {input} of slice) {
			users.add(input!.userId);
		}
	}

	for await (const slice of slices(rowsOf(page => journal.itemsIn(batch, 'done', page)))) {
		for (const {newId = ''} of slice) {
			taken.add(newId);
		}
	}

	const ids = await idsByForm(listing.records, userId => users.has(userId));
	return ({input, knownIds}) => (ids.get(canonicalForm(input!)) ?? []).filter(id => !taken.has(id) && !knownIds.includes(id));
}

/** Ends the items that a listing shows. Returns why others stay unclear. */
async function adopt(desk: Ledgered, batch: number, listing: Listing): Promise<string | undefined> {
	const {bench, journal} = desk;
	const candidates = await candidatesIn(desk, batch, listing);
	const doubts: string[] = listing.complete ? [] : [listing.reason];
	for await (const slice of slices(rowsOf(page => journal.itemsIn(batch, 'creating', page)))) {
		const found = slice.map(item => ({item, ids: candidates(item)})).filter(({ids}) => ids.length > 0);
		const made = found.filter(({ids}) => ids.length === 1).map(({item, ids}) => ({item, newId: ids[0]!}));
		const torn = found.filter(({ids}) => ids.length > 1).map(({item, ids}) => ({
			id: item.id, note: `Several notifications say the same since: ${ids.map(id => sanitise(id)).join(', ')}.`,
		}));
		for (const {item, newId} of made) {
			rememberSent(bench, newId, item.input!);
		}

		journal.changeItems([...torn, ...made.map(({item: {id}, newId}): ItemChange => ({
			id, state: 'done', newId, note: 'The answer did not say so, but it is listed.',
		}))]);
		doubts.push(...torn.map(({note}) => note));
	}

	return doubts[0];
}

/** Ends the items that complete listings did not show. */
async function endMissing({journal}: Ledgered, batch: number, missing: Unmade, candidates: Candidates): Promise<void> {
	for await (const slice of slices(rowsOf(page => journal.itemsIn(batch, 'creating', page)))) {
		journal.changeItems(slice.flatMap((item): ItemChange[] => {
			const {id, note = ''} = item;
			if (candidates(item).length > 0) {
				// The operator leaves it at that; it is not sent again.
				return missing === 'rolled-back' ? [{id, state: missing, note: `There is no telling which one it is. ${note}`}] : [];
			}

			// The service said that it was created, and not under which ID.
			const isCreated = journal.requestsOf(id).at(-1)?.outcome === 'ok';
			return [isCreated
				? {id, state: 'done', note: 'The service did not say under which ID, and no listing shows it yet.'}
				: {id, state: missing, note: `${note} ${whatIsMissing[missing]}`.trim()}];
		}));
	}
}
