import {canonicalForm} from '../notification/equivalence.ts';
import type {ListedRecord} from '../notification/notification.ts';

/**
Whether two listings, made with two API keys, are certainly of one account: at least half of the earlier notifications are in the later listing with the same ID and the same content, and no ID has other content.

False means that it is unknown: notifications may have been edited elsewhere, or all deleted.
*/
export function isSameAccount(earlier: readonly ListedRecord[], later: readonly ListedRecord[]): boolean {
	const known = new Map(notificationsOf(earlier).map(record => [record.id, record]));
	const found = notificationsOf(later).flatMap(record => {
		const before = known.get(record.id);
		return before === undefined ? [] : [canonicalForm(before) === canonicalForm(record)];
	});
	return found.length > 0 && found.every(Boolean) && found.length * 2 >= known.size;
}

const notificationsOf = (records: readonly ListedRecord[]) => records.filter(record => record.kind === 'notification');
