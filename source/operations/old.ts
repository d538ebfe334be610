import type {OldNotification} from '../ledger/operation.ts';
import type {Notification, Topics} from '../notifications/notification.ts';

/** What is known of a notification before it is replaced or deleted: as listed, and what was sent from this machine, if it was. */
export function toOld({kind: _kind, id, raw, ...input}: Notification, sent?: {readonly template: string; readonly topics: Topics}): OldNotification {
	return {id, raw, input, template: sent?.template, topics: sent?.topics};
}
