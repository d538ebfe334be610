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
export function findDuplicates(fields: NotificationFields, records: readonly ListedRecord[]): Notification[] {
	const wanted = JSON.stringify(jobOf(fields));
	return findCandidates(fields, records).filter(record => JSON.stringify(jobOf(record)) === wanted);
}

/** The listed notifications with the canonical form of `fields`. */
export function findIdentical(fields: NotificationFields, records: readonly ListedRecord[]): Notification[] {
	const wanted = canonicalForm(fields);
	return findCandidates(fields, records).filter(record => canonicalForm(record) === wanted);
}

/**
The notifications that may have the recipient and the user of `fields`, and few others: told from what was received, because reading 100,000 notifications takes a quarter of a second.
*/
export function findCandidates({recipient, userId}: NotificationFields, records: readonly ListedRecord[]): Notification[] {
	// A number can be written in several ways, and what the journal hides is no longer what is listed.
	const clue = [recipient, userId].find(text => Number.isNaN(Number(text)) && !text.includes('['));
	return records.filter(record => record.kind === 'notification').filter(({json}) => (
		clue === undefined || json === undefined || json.includes('\\') || json.includes(clue)
	));
}
