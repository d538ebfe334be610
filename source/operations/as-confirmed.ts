import {recordsById} from '../query/changes.ts';
import type {NotificationSnapshot} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {isAlike, type Sighting} from './operation-context.ts';

/** Why a notification is not deleted, as a clause that is safe to show: the listing does not show it with the content that the operator confirmed. Undefined if it does. */
export function whyNotAsConfirmed(
	{listing}: Pick<Sighting, 'listing'>,
	{id, input}: Pick<NotificationSnapshot, 'id' | 'input'>,
): string | undefined {
	const record = recordsById(listing.records).get(id);
	if (record === undefined) {
		return listing.complete
			? `${sanitise(id)} is not listed any more`
			: `only part of the listing could be read, and ${sanitise(id)} is not in it`;
	}

	if (record.kind === 'unreadable') {
		return `${sanitise(id)} cannot be read any more`;
	}

	return isAlike(record, input) ? undefined : `${sanitise(id)} has other content now`;
}
