import {existsSync, mkdirSync, rmSync, statSync} from 'node:fs';
import {rename, rm, utimes} from 'node:fs/promises';
import path from 'node:path';
import type {ListedRecord} from '../domain/notification.ts';
import {sha256} from '../system/sha-256.ts';
import {hasSecretIn, openListing, writeListing, type CachedListing} from './listing-file.ts';
import {readNotes, removeNotes, writeNotes} from './listing-notes.ts';

/** The cached listings, one file per account. A listing that cannot be read or written counts as missing, and no method throws. `profile` is a `profileKey`. */
export type ListingCache = {
	/** Opens the cached listing and reads its first records. The time does not depend on the length of the listing. */
	readonly open: (profile: string) => CachedListing | undefined;
	/** Saves a complete listing, unless it contains the API key or another process is saving one. Returns whether it was saved. */
	readonly write: (profile: string, records: readonly ListedRecord[], signal: AbortSignal) => Promise<boolean>;
	/** Updates the time of the cached listing, because a new one was identical; `at` in milliseconds since the epoch. */
	readonly touch: (profile: string, at: number) => Promise<void>;
	/** Stores notes with the cached listing that this object last opened or wrote, unless they contain the API key. */
	readonly annotate: (profile: string, notes: string) => Promise<void>;
	/** Deletes a cached listing. Returns whether it existed. */
	readonly remove: (profile: string) => boolean;
	/** Deletes every cached listing. */
	readonly clear: () => void;
};

/** A cache that stores nothing. */
export const noListingCache: ListingCache = {
	open: () => undefined,
	write: async () => false,
	touch: async () => undefined,
	annotate: async () => undefined,
	remove: () => false,
	clear: () => undefined,
};

/** The time without a write, in milliseconds, after which a file counts as abandoned by the process that was writing it. */
const abandonedAfter = 60_000;

/**
Creates the cache in a directory, which is created with mode 0700 when it is needed. Its files have mode 0600; the modification time is the time of the listing.

The listings are not in the ledger's database, because every start would check up to 50 MB more, and every write would block the journal.
*/
export function createListingCache(directory: string, now: () => number): ListingCache {
	/** The ID of the listing that was last opened or written, by file. */
	const ids = new Map<string, string>();
	const fileOf = (profile: string) => path.join(directory, `${sha256(profile).slice(0, 32)}.json`);

	return {
		open(profile) {
			try {
				const file = fileOf(profile);
				const opened = openListing(file);
				if (opened === undefined) {
					return undefined;
				}

				const {id, ...listing} = opened;
				ids.set(file, id);
				return {...listing, notes: readNotes(file, id)};
			} catch {
				return undefined;
			}
		},
		async write(profile, records, signal) {
			const file = fileOf(profile);
			const temporary = `${file}.new`;
			try {
				mkdirSync(directory, {recursive: true, mode: 0o700});
				removeAbandoned(temporary, now());
				const id = await writeListing(temporary, records, signal);
				await rename(temporary, file);
				ids.set(file, id);
				return true;
			} catch (error) {
				// EEXIST: another process is writing it.
				if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
					await rm(temporary, {force: true}).catch(() => undefined);
				}

				return false;
			}
		},
		async touch(profile, at) {
			const time = new Date(at);
			await utimes(fileOf(profile), time, time).catch(() => undefined);
		},
		async annotate(profile, notes) {
			const file = fileOf(profile);
			const id = ids.get(file);
			if (id !== undefined && !hasSecretIn(notes)) {
				await writeNotes(file, id, notes);
			}
		},
		remove(profile) {
			const file = fileOf(profile);
			const isThere = existsSync(file);
			rmSync(file, {force: true});
			rmSync(`${file}.new`, {force: true});
			removeNotes(file);
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

function removeAbandoned(file: string, now: number): void {
	const found = statSync(file, {throwIfNoEntry: false});
	if (found !== undefined && now - found.mtimeMs > abandonedAfter) {
		rmSync(file, {force: true});
	}
}
