import type {ListedRecord, Notification, NotificationFields} from './notification.ts';

/**
What a notification says, as one comparable text: two with the same canonical form tell the same user the same thing on the same events. Case of the address and order of the filters do not matter; ids and what listings never return do not count.
*/
export function canonicalForm(fields: NotificationFields): string {
	return JSON.stringify([fields.name, ...jobOf(fields)]);
}

/** What a notification does, whatever it is called. */
function jobOf(fields: NotificationFields): readonly unknown[] {
	return [
		fields.userId,
		fields.channel,
		fields.recipient,
		fields.network,
		fields.eventType,
		fields.addresses.map(address => address.toLowerCase()).toSorted(),
		fields.filters
			.map(({fieldName, operator, value, valueType}) => JSON.stringify([fieldName, operator, value, valueType]))
			.toSorted(),
	];
}

/** The listed notifications that do the same job as `fields` describe, whatever they are called. */
export function sameJobAs(fields: NotificationFields, records: readonly ListedRecord[]): Notification[] {
	const wanted = JSON.stringify(jobOf(fields));
	return records.flatMap(record => record.kind === 'notification' && JSON.stringify(jobOf(record)) === wanted ? [record] : []);
}
