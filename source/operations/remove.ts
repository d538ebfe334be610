import type {Connection} from '../api/connection.ts';
import {succeed, type Result} from '../api/failure.ts';
import {listNotifications} from '../api/listing.ts';
import {deleteNotification} from '../api/writes.ts';

/** How it is known that a notification is gone: the service said so, or a complete listing is without it. */
export type Removed = {readonly confirmedBy: 'answer' | 'listing'};

/**
Deletes a notification with one DELETE. Where its outcome is unknown, or the service says that there is no such notification, a listing decides; only a complete one proves absence.
*/
export async function remove(connection: Connection, id: string, signal: AbortSignal): Promise<Result<Removed>> {
	const deleted = await deleteNotification(connection, id, signal);
	if (deleted.ok) {
		return succeed({confirmedBy: 'answer'});
	}

	const {failure} = deleted;
	if (signal.aborted || (failure.outcome !== 'unknown' && failure.kind !== 'not-found')) {
		return deleted;
	}

	const listed = await listNotifications(connection, {signal});
	const isGone = listed.ok && listed.value.complete
		&& listed.value.records.every(record => record.kind === 'notification' && record.id !== id);
	return isGone ? succeed({confirmedBy: 'listing'}) : deleted;
}
