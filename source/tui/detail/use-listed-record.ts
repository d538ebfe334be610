import {useMemo} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {useListing} from '../shared/session-context.ts';

export type ListedRecordHandle = {
	/** The record as last listed. */
	readonly record: ListedRecord;
	/** False once a complete listing no longer has it; a partial one proves nothing. */
	readonly isListed: boolean;
};

/** A record of an earlier listing, looked up by its ID in the present one. A record without a readable ID stays as it was. */
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
