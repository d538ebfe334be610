import type {ListedRecord, Notification} from '../domain/notification.ts';
import {compareRecords, notificationChanges, withVanished} from '../domain/query/record-changes.ts';
import {finish} from '../platform/time-slices.ts';
import {completeRecordsOf, recordsOf, type ListingState} from './listing-state.ts';

/** The IDs that changed since the operator last acknowledged changes. */
export type Changes = {
	readonly appeared: ReadonlySet<string>;
	readonly vanished: ReadonlySet<string>;
};

export const noChanges: Changes = {appeared: new Set(), vanished: new Set()};

/** The marks for changes in a listing since the operator last acknowledged them. */
export function createChangeMarks() {
	/** The records that listings are compared with. */
	let base: readonly ListedRecord[] | undefined;
	/** The IDs that this program created since the last reset. */
	let createdIds: ReadonlySet<string> = new Set();

	return {
		/** Compares a listing with the reference records. `found`: all changes; `changes`: the changes to mark, without those created by this program; `shown`: see `AccountListing`. */
		compare(listing: ListingState) {
			const records = recordsOf(listing);
			// A record missing from a partial listing may still exist.
			const before = completeRecordsOf(listing) === undefined ? records : (base ?? records);
			if (before === records) {
				return {found: noChanges, changes: noChanges, shown: records};
			}

			const compared = finish(compareRecords(before, records));
			const {appeared, vanished} = notificationChanges(compared);
			const found = {appeared: idsOf(appeared), vanished: idsOf(vanished)};
			const changes = {...found, appeared: found.appeared.difference(createdIds)};
			return {found, changes, shown: withVanished(compared)};
		},
		/** Sets the reference records that later listings are compared with, unless they are already set. */
		setFirst(records: readonly ListedRecord[]): void {
			base ??= records;
		},
		/** Replaces the reference records; undefined keeps them. Also clears the list of IDs that this program created. */
		reset(records: readonly ListedRecord[] | undefined): void {
			base = records ?? base;
			createdIds = new Set();
		},
		/** Applies changes made by this program: removed records are not marked as vanished, and created IDs are not marked as new. `isLeft`: undefined if none was removed. */
		applyLocalChange(isLeft: ((record: ListedRecord) => boolean) | undefined, created: readonly string[]): void {
			createdIds = createdIds.union(new Set(created));
			base = isLeft === undefined ? base : base?.filter(record => isLeft(record));
		},
	};
}

const idsOf = (notifications: readonly Notification[]): ReadonlySet<string> => new Set(notifications.map(({id}) => id));
