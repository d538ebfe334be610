import {defaultLimits} from '../../platform/limits.ts';
import type {Connection} from '../connection.ts';
import {type Failure, type FailureKind, type Result, succeed} from '../failure.ts';
import {lacksSome, type HeldListing, type ListedPage} from './held-listing.ts';
import {
	listNotifications,
	readPages,
	wholeListing,
	withEarlierRecords,
	type Listing,
	type ListingOptions,
} from './list-notifications.ts';
import {createReading} from './reading.ts';

/** What has changed since an earlier listing, according to the service. */
export type ListedChanges =
	/** It answered 304 for every page. */
	| {readonly kind: 'unchanged'}
	/**
	A listing. `isPartlyHeld`: some of its pages are those of the earlier listing, for which the service answered 304. It shows all that the earlier one does, and proves nothing.
	`isUnreliable`: a 304, or the refusal of the question, did not make sense. Do not ask again.
	*/
	| {
			readonly kind: 'listed';
			readonly listing: Listing;
			readonly isPartlyHeld: boolean;
			readonly isUnreliable: boolean;
	  };

/** The failures that the condition itself may have caused, such as a 412. */
const causedByCondition: ReadonlySet<FailureKind> = new Set<FailureKind>(['invalid', 'conflict', 'unreadable']);

/**
Lists like `listNotifications`, but asks only for the pages that have changed since an earlier listing: with its ETag in If-None-Match (RFC 9110, section 13.1.2), one by one. For a page that is answered with 304, its records count as listed again.

A 304 is the word of the service, and no content. So whoever has to prove something lists with `listNotifications`, and so does this function if pages that were answered with 304 do not fit the others: their totals do not agree, an ID is on two pages, the next page cannot be read, or a notification of the earlier listing is on none of them.

@returns The changes, or the failure if nothing could be read.
*/
export async function listChanges(
	connection: Connection,
	held: HeldListing,
	listingOptions: ListingOptions = {},
): Promise<Result<ListedChanges>> {
	const options = {before: () => held.records, ...listingOptions};
	const reading = createReading(connection.limits ?? defaultLimits, options, held.records);
	const end = await readPages(connection, reading, options, held);
	const isPartlyHeld = end.unchanged.size > 0;
	if (end.kind === 'whole') {
		if (end.pages.length === end.unchanged.size) {
			return succeed({kind: 'unchanged'});
		}

		await reading.addHeldPages();
		const pages = withPositions(end.pages);
		const isFitting =
			!isPartlyHeld ||
			(!reading.isShifted &&
				reading.limitReached === undefined &&
				!(await lacksSome(held, {records: reading.records, pages}, end.unchanged)));
		if (isFitting) {
			const listing = await withEarlierRecords(wholeListing(reading, pages), options.before);
			return succeed({kind: 'listed', listing, isPartlyHeld, isUnreliable: false});
		}
	}

	if (end.kind === 'failed' && !mayBeCausedByCondition(end.failure)) {
		return {ok: false, failure: end.failure};
	}

	const result = await listNotifications(connection, options);
	return result.ok
		? succeed({
				kind: 'listed',
				listing: result.value,
				isPartlyHeld: false,
				isUnreliable: end.kind === 'contradictory' || end.kind === 'failed',
			})
		: result;
}

const mayBeCausedByCondition = ({kind}: Failure): boolean => causedByCondition.has(kind);

/** The pages with the positions of their records in the listing that they make up together. */
function withPositions(pages: readonly ListedPage[]): ListedPage[] {
	let at = 0;
	return pages.map(page => {
		const from = at;
		at += page.to - page.from;
		return {...page, from, to: at};
	});
}
