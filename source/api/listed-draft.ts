import {toHeldInput, toInput, type Draft} from '../notification/fields.ts';
import type {Notification, NotificationFields, NotificationInput} from '../notification/notification.ts';
import {readRecord} from './listing/read-record.ts';

/** The notification that a draft was made from, if it was made from a listed one. */
export function heldByDraft({listed}: Pick<Draft, 'listed'>): Notification | undefined {
	const record = listed === undefined ? undefined : readRecord(listed, 0);
	return record?.kind === 'notification' ? record : undefined;
}

/** The fields of a record in the journal. Records written by chainbell 0.1 lack undocumented members, which are read from the raw record. */
export function storedFields<T extends NotificationFields>(fields: T, raw: unknown): T {
	const record = fields.recordExtras === undefined ? readRecord(raw, 0) : undefined;
	return record?.kind === 'notification'
		? {...fields, filters: record.filters, extras: record.extras, recordExtras: record.recordExtras}
		: fields;
}

/** Converts a draft to the input that is sent: unchanged fields are sent as they were listed, the others as entered. */
export function toSentInput(draft: Draft): NotificationInput {
	const held = heldByDraft(draft);
	return held === undefined ? toInput(draft) : toHeldInput(draft, held);
}
