import type {ListedRecord} from '../domain/notification.ts';
import {compareRecords, notificationChanges} from '../domain/query/record-changes.ts';
import {finish} from '../platform/time-slices.ts';
import {completeRecordsOf, recordsOf, type ListingState} from './listing-state.ts';

/** The IDs that changed since the operator last acknowledged changes. */
export type Changes = {
	readonly appeared: ReadonlySet<string>;
	readonly vanished: ReadonlySet<string>;
};

export const noChanges: Changes = {appeared: new Set(), vanished: new Set()};

/** The IDs that are new in a complete listing, and those missing from it. */
export function changesBetween(before: readonly ListedRecord[], after: readonly ListedRecord[]): Changes {
	if (before === after) {
		return noChanges;
	}

	const {appeared, vanished} = notificationChanges(finish(compareRecords(before, after)));
	return {appeared: new Set(appeared.map(({id}) => id)), vanished: new Set(vanished.map(({id}) => id))};
}

/** Adds the vanished records to a listing, each after the record that it followed before. */
export function withVanished(
	before: readonly ListedRecord[],
	after: readonly ListedRecord[],
	{vanished}: Changes,
): readonly ListedRecord[] {
	if (vanished.size === 0) {
		return after;
	}

	/** By the ID of the record that they follow; undefined at the start. */
	const followers = new Map<string | undefined, ListedRecord[]>();
	let lastKept: string | undefined;
	for (const record of before) {
		if (record.kind === 'unreadable') {
			continue;
		}

		if (vanished.has(record.id)) {
			const behind = followers.get(lastKept) ?? [];
			behind.push(record);
			followers.set(lastKept, behind);
		} else {
			lastKept = record.id;
		}
	}

	const shown = [...(followers.get(undefined) ?? [])];
	for (const record of after) {
		shown.push(record);
		for (const follower of record.kind === 'notification' ? (followers.get(record.id) ?? []) : []) {
			shown.push(follower);
		}
	}

	return shown;
}

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
			const found = changesBetween(before, records);
			const changes = {...found, appeared: found.appeared.difference(createdIds)};
			return {found, changes, shown: withVanished(before, records, changes)};
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
