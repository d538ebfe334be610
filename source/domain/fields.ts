import {filtersSentence} from './filters/sentence.ts';
import type {ListedRecord, Notification} from './notification.ts';

const texts = {
	id: ({id}: Notification) => id,
	name: ({name}: Notification) => name,
	channel: ({channel}: Notification) => channel,
	user: ({userId}: Notification) => userId,
	recipient: ({recipient}: Notification) => recipient,
	network: ({network}: Notification) => network,
	event: ({eventType}: Notification) => eventType,
	address: ({addresses}: Notification) => addresses.length === 1 ? addresses[0]! : addresses.join(' '),
	filter: ({filters}: Notification) => filtersSentence(filters),
} as const;

/** What a notification can be searched, sorted, grouped and shown by. */
export type FieldName = keyof typeof texts;

export const fieldNames = Object.keys(texts) as readonly FieldName[];

/** What a notification says in a field; empty where it says nothing. */
export function fieldText(notification: Notification, field: FieldName): string {
	return texts[field](notification);
}

/** As `fieldOf`; a record that cannot be read has no fields. */
export function recordText(record: ListedRecord, field: FieldName): string {
	return record.kind === 'notification' ? texts[field](record) : '';
}
