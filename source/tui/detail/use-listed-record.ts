import {useMemo} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {useListing} from '../shared/session-context.ts';

export type ListedRecordHandle = {
	/** The record as in the last listing that has it. */
	readonly record: ListedRecord;
	/** Whether it is still listed. Only a complete listing can prove that it is not. */
	readonly isListed: boolean;
};

/** Looks up a record of an earlier listing in the current one, by its ID. A record without a readable ID stays as it was. */
export function useListedRecord(earlier: ListedRecord): ListedRecordHandle {
	const {listing, shown, changes} = useListing();
	const isComplete = listing.state === 'ready' && listing.value.complete;

	return useMemo(() => {
		if (earlier.kind === 'unreadable') {
			return {record: earlier, isListed: true};
		}

		const {id} = earlier;
		const found = shown.find(record => record.kind === 'notification' && record.id === id);
		return {record: found ?? earlier, isListed: !changes.vanished.has(id) && (found !== undefined || !isComplete)};
	}, [earlier, shown, changes, isComplete]);
}
