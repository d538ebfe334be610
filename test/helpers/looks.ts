import type {ListedRecord, NotificationFields} from '../../source/notification/notification.ts';
import type {Look} from '../../source/changes/context.ts';
import {notificationWith} from './notifications.ts';

/** The era of the moments of tests. */
export const era = 'this boot';

/** A moment of that era, in milliseconds. */
export const momentAt = (at: number) => ({era, at});

/** A listed notification. */
export const recordOf = (id: string, fields: Partial<NotificationFields> = {}): ListedRecord =>
	notificationWith({...fields, id});

/** A complete listing that was begun at a moment. */
export const lookAt = (at: number, records: readonly ListedRecord[] = []): Look => ({
	listing: {complete: true, records},
	startedAt: momentAt(at),
});

/** The same listing, of which a part is missing. */
export const partially = ({listing: {records}, startedAt}: Look): Look => ({
	listing: {complete: false, records, reason: 'The listing is partial.'},
	startedAt,
});
