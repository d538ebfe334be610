import {fieldNamed, type FieldName} from '../../domain/fields.ts';
import type {Notification} from '../../domain/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import type {TextLine} from '../detail/detail-lines.ts';

/** So many values of a field are named, the most frequent ones. */
const named = 4;

const countedFields: readonly FieldName[] = ['channel', 'network', 'event', 'user'];

/** What many notifications are about: for some fields the most frequent values, and how often each occurs. Harmless to show. */
export function breakdown(notifications: readonly Notification[]): TextLine[] {
	const tallies = countedFields.map(name => ({...fieldNamed(name), counts: new Map<string, number>()}));
	// One after the other: a notification is read anew whenever another was looked at.
	for (const notification of notifications) {
		for (const {read, counts} of tallies) {
			const value = read(notification);
			counts.set(value, (counts.get(value) ?? 0) + 1);
		}
	}

	return tallies.map(({label, counts}) => {
		const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
		const texts = sorted.slice(0, named).map(([value, count]) => `${value === '' ? 'none' : sanitiseCell(value)} ${count}`);
		const others = sorted.length - texts.length;
		return {label, text: [...texts, ...others > 0 ? [`and ${others} more`] : []].join(' · ')};
	});
}

/** A notification on one line, harmless to show. */
export function targetText({id, name, userId, recipient}: Notification): string {
	return [id, name, userId, recipient].filter(text => text !== '').map(text => sanitiseCell(text)).join(' · ');
}
