import type {Listing} from '../../source/service/listing/list-notifications.ts';
import type {ListedRecord, NotificationFields} from '../../source/notification/notification.ts';
import type {Sighting} from '../../source/operations/operation-context.ts';
import {notificationWith} from './notifications.ts';

/** The era of the sightings of tests. */
export const era = 'this boot';

/** A moment of that era, in milliseconds. */
export const momentAt = (at: number) => ({era, at});

/** A listed notification. */
export const recordOf = (id: string, fields: Partial<NotificationFields> = {}): ListedRecord =>
	notificationWith({...fields, id});

/** A complete listing that was begun at a moment. */
export const sightingAt = (at: number, records: readonly ListedRecord[] = []): Sighting => ({
	listing: {complete: true, records},
	startedAt: momentAt(at),
});

/** The same listing, of which a part is missing. */
export function partially({listing: {records}, startedAt}: Sighting): Sighting {
	const listing: Listing = {complete: false, records, reason: 'The listing is partial.'};
	return {listing, startedAt};
}
