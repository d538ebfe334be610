import {failureMessages, messages, type Message} from '../shared/message.ts';
import type {AccountListing, ListingState, FetchProgress} from '../../session/listing-state.ts';

/** What there is to say above the rows, as lines of at most `columns`. */
export function listingMessages({listing, progress}: Pick<AccountListing, 'listing' | 'progress'>, columns: number): Message[] {
	if (listing.state === 'loading') {
		return listing.records.length === 0 ? messages('plain', 'Listing the notifications …', columns) : [];
	}

	if (listing.state === 'failed') {
		return failureMessages(listing.failure, columns);
	}

	if (listing.state === 'remembered') {
		return [];
	}

	const {records, complete} = listing.value;
	return [
		...listing.state === 'stale' ? failureMessages(listing.failure, columns) : [],
		...complete || listing.state === 'stale' ? [] : messages('warning', `Not all of it. ${listing.value.reason}${progress === undefined ? ' r lists it again.' : ''}`, columns),
		...records.length === 0 && complete ? messages('plain', 'No notifications. Press n to create one.', columns) : [],
	];
}

/** How much is listed, how long ago, and what is under way, for the header. `now` in milliseconds since the epoch. */
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
			return counted(records.length, complete ? '' : ' or more');
		}
	}
}

function counted(count: number, more: string): string {
	return `${count}${more} ${count === 1 && more === '' ? 'notification' : 'notifications'}`;
}

function ageOf(listing: ListingState, now: number): string {
	return 'at' in listing ? `listed ${agoOf(now - listing.at)}` : '';
}

/** Bytes, in the unit that people count downloads in; what is less is over before one can read of it. */
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

/** A time span, in steps coarse enough that a screen is rarely written to because of it. */
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
