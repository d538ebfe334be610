import {repeatedIdsText} from '../../api/listing/repeated-ids.ts';
import {failureMessages, messages, type Message} from '../shared/message.ts';
import type {AccountListing, ListingState, FetchProgress} from '../../session/listing-state.ts';

/** Messages above the rows, as lines of at most `columns`. */
export function listingMessages({listing, progress, isOutdated}: Pick<AccountListing, 'listing' | 'progress' | 'isOutdated'>, columns: number): Message[] {
	if (listing.state === 'loading') {
		return listing.records.length === 0 ? messages('plain', 'Loading notifications …', columns) : [];
	}

	if (listing.state === 'failed') {
		return failureMessages(listing.failure, columns);
	}

	if (listing.state === 'remembered') {
		return [];
	}

	const {records, complete, repeatedIds = 0} = listing.value;
	return [
		...listing.state === 'stale' ? failureMessages(listing.failure, columns) : [],
		...complete || listing.state === 'stale' ? [] : messages('warning', `Partial listing. ${listing.value.reason}${progress === undefined ? ' Press r to refresh.' : ''}`, columns),
		...repeatedIds === 0 ? [] : messages('warning', repeatedIdsText(repeatedIds), columns),
		// A listing from before a create, or before one that failed, does not prove the account empty.
		...records.length === 0 && complete && listing.state === 'ready' && isOutdated !== true ? messages('plain', 'No notifications yet. Press n to create one.', columns) : [],
	];
}

/** The count and age of the listing, and the progress of a refresh, for the header. `now` in milliseconds since the epoch. */
export function listingStatus({listing, progress, watch, changes}: AccountListing, now: number): string {
	const {appeared, vanished} = changes;
	return [
		countOf(listing),
		progress === undefined ? ageOf(listing, now) : progressText(listing, progress),
		appeared.size > 0 ? `+${appeared.size}` : '',
		vanished.size > 0 ? `-${vanished.size}` : '',
		watch === undefined ? '' : `watching, every ${watch.wait} s`,
	].filter(text => text !== '').join(' · ');
}

function countOf(listing: ListingState): string {
	switch (listing.state) {
		case 'loading': {
			return listing.records.length === 0 ? '' : `${listing.records.length} so far`;
		}

		case 'failed': {
			return 'not loaded';
		}

		case 'remembered': {
			return counted(listing.count, '');
		}

		case 'ready':
		case 'stale': {
			const {records, complete} = listing.value;
			return counted(records.length, complete ? '' : ' (partial)');
		}
	}
}

function counted(count: number, suffix: string): string {
	return `${count} ${count === 1 ? 'notification' : 'notifications'}${suffix}`;
}

function ageOf(listing: ListingState, now: number): string {
	return 'at' in listing ? `listed ${agoOf(now - listing.at)}` : '';
}

/** Bytes. Progress is shown from one megabyte on: less is loaded before it can be read. */
const megabyte = 1_000_000;

function progressText(listing: ListingState, {count, bytes, totalBytes}: FetchProgress): string {
	const isFirst = listing.state === 'loading';
	if (bytes < megabyte) {
		return isFirst ? 'loading …' : 'refreshing …';
	}

	const all = totalBytes === undefined ? '' : ` of ${inMegabytes(totalBytes)}`;
	const size = `${inMegabytes(bytes)}${all} MB`;
	return isFirst ? `${size} …` : `refreshing: ${count} so far, ${size} …`;
}

function inMegabytes(bytes: number): string {
	return (bytes / megabyte).toFixed(1);
}

/** A time span in coarse steps, so that the screen is rarely redrawn because of it. */
function agoOf(milliseconds: number): string {
	const seconds = Math.floor(milliseconds / 1000);
	if (seconds < 10) {
		return 'just now';
	}

	if (seconds < 60) {
		return `${Math.floor(seconds / 10) * 10} s ago`;
	}

	if (seconds < 3600) {
		return `${Math.floor(seconds / 60)} min ago`;
	}

	return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} days ago`;
}

/** A screen of fewer columns shows the counts of marks only. */
const narrow = 60;

/** How many rows are marked, in words that fit; empty where none is. */
export function marksStatus(marked: number, hidden: number, columns: number): string {
	if (marked === 0) {
		return '';
	}

	return hidden === 0 ? `${marked} marked` : `${marked} marked, ${hidden} hidden${columns < narrow ? '' : ' by the search'}`;
}
