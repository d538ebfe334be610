import {hash} from 'node:crypto';
import {existsSync, rmSync} from 'node:fs';
import path from 'node:path';
import type {KnownListing} from './known-listing.ts';
import {deltasFileOf} from './listing-deltas.ts';
import {openListing, type CachedListing} from './listing-file.ts';
import type {SavedListing} from './save-listing.ts';

/** The cached listings, a few files per account. A listing that cannot be read or written counts as missing, and no method throws. `profile` is a `profileKey`. */
export type ListingCache = {
	/** Opens the cached listing and reads its first records. The time does not depend on the length of the listing. */
	readonly open: (profile: string) => CachedListing | undefined;
	/** Saves a complete listing, unless it contains the API key or another process is saving one; see `saveListing`. */
	readonly save: (
		profile: string,
		listing: SavedListing,
		known: KnownListing | undefined,
		signal: AbortSignal,
	) => Promise<KnownListing | undefined>;
	/** Saves the beginning of a listing, where no complete one is cached; see `savePartialListing`. */
	readonly savePartial: (profile: string, listing: SavedListing) => Promise<void>;
	/** Deletes a cached listing. Returns whether it existed. */
	readonly remove: (profile: string) => boolean;
	/** Deletes every cached listing. */
	readonly clear: () => void;
};

/** A cache that stores nothing. */
export const noListingCache: ListingCache = {
	open: () => undefined,
	save: async () => undefined,
	savePartial: async () => undefined,
	remove: () => false,
	clear: () => undefined,
};

/**
Creates the cache in a directory, which is created with mode 0700 when it is needed. Its files have mode 0600 (docs/decisions/listing-cache.md).

The listings are not in the ledger's database, because every start would check up to 50 MB more, and every write would block the journal.
*/
export function createListingCache(directory: string, now: () => number): ListingCache {
	const fileOf = (profile: string) => path.join(directory, `${hash('sha256', profile).slice(0, 32)}.json`);

	return {
		open(profile) {
			try {
				return openListing(fileOf(profile));
			} catch {
				return undefined;
			}
		},
		async save(profile, listing, known, signal) {
			const {saveListing} = await import('./save-listing.ts');
			return saveListing(fileOf(profile), listing, {known, signal, now: now()});
		},
		async savePartial(profile, listing) {
			const {savePartialListing} = await import('./save-listing.ts');
			await savePartialListing(fileOf(profile), listing, {signal: new AbortController().signal, now: now()});
		},
		remove(profile) {
			const file = fileOf(profile);
			const isThere = existsSync(file);
			// Earlier versions wrote notes.
			for (const each of [file, `${file}.new`, deltasFileOf(file), file.replace(/\.json$/v, '.notes')]) {
				rmSync(each, {force: true});
			}

			return isThere;
		},
		clear() {
			try {
				rmSync(directory, {recursive: true, force: true});
			} catch {
				// A file that cannot be deleted cannot be read, either.
			}
		},
	};
}
