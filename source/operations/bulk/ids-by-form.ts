import type {ListedRecord, NotificationFields} from '../../notification/notification.ts';
import {inSlices} from '../../platform/time-slices.ts';

/** Returns the IDs of the listed notifications, grouped by a form of their content. */
export async function idsByForm(
	records: readonly ListedRecord[],
	formOf: (fields: NotificationFields) => string,
): Promise<Map<string, string[]>> {
	const ids = new Map<string, string[]>();
	for await (const slice of inSlices(records)) {
		const notifications = slice.filter(record => record.kind === 'notification');
		for (const notification of notifications) {
			const form = formOf(notification);
			const alike = ids.get(form) ?? [];
			alike.push(notification.id);
			ids.set(form, alike);
		}
	}

	return ids;
}
