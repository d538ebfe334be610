import type {Listing} from '../../api/listing.ts';
import {failureMessages, messages, type Message} from './message.ts';
import type {Remote} from './remote.ts';

/** What there is to say above the rows, as lines of at most `columns`. */
export function listingMessages(listing: Remote<Listing>, columns: number): Message[] {
	if (listing.state === 'loading') {
		return messages('plain', 'Listing the notifications …', columns);
	}

	if (listing.state === 'failed') {
		return failureMessages(listing.failure, columns);
	}

	const {records, complete} = listing.value;
	return [
		...listing.state === 'stale' ? failureMessages(listing.failure, columns) : [],
		...complete ? [] : messages('warning', `Not all of it. ${listing.value.reason}`, columns),
		...records.length === 0 && complete ? messages('plain', 'No notifications yet. Press n to create one.', columns) : [],
	];
}

/** How much is listed, and how long ago, for the header. `now` in milliseconds since the epoch. */
export function listingStatus(listing: Remote<Listing>, now: number): string {
	if (listing.state === 'loading') {
		return 'loading …';
	}

	if (listing.state === 'failed') {
		return 'not loaded';
	}

	const {records, complete} = listing.value;
	const count = complete ? String(records.length) : `${records.length} or more`;
	const noun = count === '1' ? 'notification' : 'notifications';
	return `${count} ${noun} · ${listing.isRefreshing ? 'refreshing …' : `listed ${ageOf(now - listing.at)}`}`;
}

/** A time span, in steps coarse enough that a screen is rarely written to because of it. */
function ageOf(milliseconds: number): string {
	const seconds = Math.floor(milliseconds / 1000);
	if (seconds < 10) {
		return 'just now';
	}

	if (seconds < 60) {
		return `${Math.floor(seconds / 10) * 10} s ago`;
	}

	return seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3600)} h ago`;
}
