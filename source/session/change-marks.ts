import type {ListedRecord} from '../domain/notification.ts';
import {changesBetween, completeRecordsOf, recordsOf, withVanished, type Changes, type ListingState} from './listing-state.ts';

/** What changed in a listing since the operator last refreshed. */
export type ChangeMarks = {
	/** Compares a listing with the records of then. `found`: all changes; `changes`: those to mark, without what this program created; `shown`: see `AccountListing`. */
	readonly compare: (listing: ListingState) => {readonly found: Changes; readonly changes: Changes; readonly shown: readonly ListedRecord[]};
	/** Sets the records that later listings are compared with, unless there are some. */
	readonly setFirst: (records: readonly ListedRecord[]) => void;
	/** Compares with these records from now on; undefined: with those before. Forgets what this program created. */
	readonly reset: (records: readonly ListedRecord[] | undefined) => void;
	/** Takes over what this program did: records that are gone are not marked as vanished, nor created IDs as new. */
	readonly applyLocalChange: (isLeft: (record: ListedRecord) => boolean, created: readonly string[]) => void;
};

export function createChangeMarks(): ChangeMarks {
	let base: readonly ListedRecord[] | undefined;
	/** IDs that this program created since then. */
	let made: ReadonlySet<string> = new Set();

	return {
		compare(listing) {
			const records = recordsOf(listing);
			// A partial listing proves nothing absent.
			const before = completeRecordsOf(listing) === undefined ? records : base ?? records;
			const found = changesBetween(before, records);
			const changes = {...found, appeared: found.appeared.difference(made)};
			return {found, changes, shown: withVanished(before, records, changes)};
		},
		setFirst(records) {
			base ??= records;
		},
		reset(records) {
			base = records ?? base;
			made = new Set();
		},
		applyLocalChange(isLeft, created) {
			made = made.union(new Set(created));
			base = base?.filter(record => isLeft(record));
		},
	};
}
