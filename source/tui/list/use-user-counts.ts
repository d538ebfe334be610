import {useMemo, useState} from 'react';
import {fieldNamed, recordText} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {compareRecords} from '../../domain/query/record-changes.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {useSliced} from '../shared/use-sliced.ts';

/** The number of notifications by user. */
type UserCounts = ReadonlyMap<string, number>;

/** Counts the notifications of each user, in slices between keys, once for each listing; until then the counts are those of the listing before it. `records`: undefined while they arrive. */
export function useUserCounts(records: readonly ListedRecord[] | undefined): UserCounts | undefined {
	const [count] = useState(createUserCounter);
	const {value: counts} = useSliced(
		useMemo(() => (records === undefined ? undefined : () => count(records)), [count, records]),
	);
	return records === undefined ? undefined : counts;
}

/** Creates a function that counts the notifications of each user. Of records that were counted before, it reads only what came and went. It need not run to its end. */
export function createUserCounter(): (records: readonly ListedRecord[]) => Sliced<UserCounts> {
	const field = fieldNamed('user');
	let counted: {readonly records: readonly ListedRecord[]; readonly counts: UserCounts} = {
		records: [],
		counts: new Map(),
	};

	return function* (records) {
		const earlier = counted;
		const {added, removed} = yield* compareRecords(earlier.records, records);
		const counts = new Map(earlier.counts);
		const changes = [
			...removed.map(position => ({record: earlier.records[position]!, by: -1})),
			...added.map(position => ({record: records[position]!, by: 1})),
		];
		for (const [index, {record, by}] of changes.entries()) {
			const user = recordText(record, field);
			const count = (counts.get(user) ?? 0) + by;
			if (count === 0) {
				counts.delete(user);
			} else {
				counts.set(user, count);
			}

			if (index % itemsPerSlice === itemsPerSlice - 1) {
				yield;
			}
		}

		counted = {records, counts};
		return counts;
	};
}
