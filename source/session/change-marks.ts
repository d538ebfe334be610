import type {ListedRecord} from '../domain/notification.ts';
import {changesBetween, withVanished, type Changes} from './listing-changes.ts';
import {completeRecordsOf, recordsOf, type ListingState} from './listing-state.ts';

/** The marks for changes in a listing since the operator last acknowledged them. */
export type ChangeMarks = {
	/** Compares a listing with the reference records. `found`: all changes; `changes`: the changes to mark, without those created by this program; `shown`: see `AccountListing`. */
	readonly compare: (listing: ListingState) => {
		readonly found: Changes;
		readonly changes: Changes;
		readonly shown: readonly ListedRecord[];
	};
	/** Sets the reference records that later listings are compared with, unless they are already set. */
	readonly setFirst: (records: readonly ListedRecord[]) => void;
	/** Replaces the reference records; undefined keeps them. Also clears the list of IDs that this program created. */
	readonly reset: (records: readonly ListedRecord[] | undefined) => void;
	/** Applies changes made by this program: removed records are not marked as vanished, and created IDs are not marked as new. `isLeft`: undefined if none was removed. */
	readonly applyLocalChange: (
		isLeft: ((record: ListedRecord) => boolean) | undefined,
		created: readonly string[],
	) => void;
};

export function createChangeMarks(): ChangeMarks {
	let base: readonly ListedRecord[] | undefined;
	/** The IDs that this program created since the last reset. */
	let createdIds: ReadonlySet<string> = new Set();

	return {
		compare(listing) {
			const records = recordsOf(listing);
			// A record missing from a partial listing may still exist.
			const before = completeRecordsOf(listing) === undefined ? records : (base ?? records);
			const found = changesBetween(before, records);
			const changes = {...found, appeared: found.appeared.difference(createdIds)};
			return {found, changes, shown: withVanished(before, records, changes)};
		},
		setFirst(records) {
			base ??= records;
		},
		reset(records) {
			base = records ?? base;
			createdIds = new Set();
		},
		applyLocalChange(isLeft, created) {
			createdIds = createdIds.union(new Set(created));
			base = isLeft === undefined ? base : base?.filter(record => isLeft(record));
		},
	};
}
