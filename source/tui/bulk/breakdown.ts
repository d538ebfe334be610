import {fieldNamed, type FieldName} from '../../domain/fields.ts';
import type {Notification} from '../../domain/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import type {TextLine} from '../detail/detail-lines.ts';

/** The number of values named for each field, the most frequent first. */
const valueLimit = 4;

const countedFields: readonly FieldName[] = ['channel', 'network', 'event', 'user'];

/** The most frequent values of some fields of many notifications, with their counts, safe to show. */
export function breakdown(notifications: readonly Notification[]): TextLine[] {
	const countsByField = countedFields.map(name => ({...fieldNamed(name), counts: new Map<string, number>()}));
	// Read one record after the other: reading another record discards the parsed fields of the last one.
	for (const notification of notifications) {
		for (const {read, counts} of countsByField) {
			const value = read(notification);
			counts.set(value, (counts.get(value) ?? 0) + 1);
		}
	}

	return countsByField.map(({label, counts}) => {
		const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
		const texts = sorted.slice(0, valueLimit).map(([value, count]) => `${value === '' ? 'none' : sanitiseCell(value)} ${count}`);
		const others = sorted.length - texts.length;
		return {label, text: [...texts, ...others > 0 ? [`and ${others} more`] : []].join(' · ')};
	});
}

/** A notification on one line, safe to show. */
export function targetText({id, name, userId, recipient}: Notification): string {
	return [id, name, userId, recipient].filter(text => text !== '').map(text => sanitiseCell(text)).join(' · ');
}
