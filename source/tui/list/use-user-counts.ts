import {useEffect, useState} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {countValues} from '../../domain/query/value-counts.ts';
import {range} from '../../system/range.ts';
import {finishInSlices} from '../../system/time-slices.ts';

/** The number of notifications by user. */
type UserCounts = ReadonlyMap<string, number>;

/** Counts the notifications of each user, in slices between keys, once for each listing; until then the counts are those of the listing before it. `records`: undefined while they arrive. */
export function useUserCounts(records: readonly ListedRecord[] | undefined): UserCounts | undefined {
	const [counts, setCounts] = useState<UserCounts>();
	useEffect(() => {
		if (records === undefined) {
			return;
		}

		const controller = new AbortController();
		const count = async () => {
			const values = await finishInSlices(countValues(records, range(records.length), ['user']), controller.signal);
			if (values !== undefined) {
				setCounts(new Map(values.get('user')!.map(each => [each.value, each.count])));
			}
		};

		void count();
		return () => {
			controller.abort();
		};
	}, [records]);

	return records === undefined ? undefined : counts;
}
