import {type Notification, type NotificationInput, rawOf, type Unlisted} from '../notification/notification.ts';
import {listedFields} from '../notification/spec.ts';
import type {NotificationSnapshot} from '../storage/journal/operation.ts';

/** Takes a snapshot of a notification before it is replaced or deleted: its listed fields, and its template and topics if they were sent from this machine. */
export function takeSnapshot(notification: Notification, sent?: Unlisted): NotificationSnapshot {
	return {
		id: notification.id,
		raw: rawOf(notification),
		input: listedFields(notification),
		template: sent?.template,
		topics: sent?.topics,
	};
}

/** Takes a snapshot of a notification that was sent from here, and that may have been listed with this content or not. */
export const snapshotOfSent = (id: string, {template, topics, ...input}: NotificationInput): NotificationSnapshot => ({
	id,
	raw: undefined,
	input,
	template,
	topics,
});
