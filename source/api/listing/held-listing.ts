import type {ListedRecord} from '../../notification/notification.ts';
import {inSlices} from '../../platform/time-slices.ts';

/** A page of a complete listing, with what is needed to ask the service whether it has changed. */
export type ListedPage = {
	readonly url: string;
	/** Its ETag; undefined if there is none that can be sent, or if not every element of the page is a record of the listing. */
	readonly tag: string | undefined;
	/** The next page's URL, as the service wrote it. */
	readonly next: string | undefined;
	/** The number of notifications that the page reported. */
	readonly total: number | undefined;
	/** The number of elements. */
	readonly elements: number;
	/** The positions of its records in the listing: from the first one up to, but not including, the last one. */
	readonly from: number;
	readonly to: number;
	/** The size of the page's body. */
	readonly bytes: number;
};

/** A complete listing of which the service can be asked what has changed. */
export type HeldListing = {
	readonly records: readonly ListedRecord[];
	readonly pages: readonly ListedPage[];
};

/** Whether a new listing lacks a notification of an earlier one. `unchanged`: the URLs of the pages that both have alike. */
export async function lacksSome(
	earlier: HeldListing,
	later: HeldListing,
	unchanged: ReadonlySet<string>,
): Promise<boolean> {
	const ids = new Set<string>();
	for await (const id of idsOn(later, unchanged)) {
		ids.add(id);
	}

	for await (const id of idsOn(earlier, unchanged)) {
		if (!ids.has(id)) {
			return true;
		}
	}

	return false;
}

/** Whether a page has the same ETag in both listings although its records differ. Then the service's ETags prove nothing. Records that were received alike have to be the same objects. */
export const isTagReused = (earlier: HeldListing, later: HeldListing): boolean =>
	later.records !== earlier.records &&
	later.pages.some(page => {
		const before =
			page.tag === undefined ? undefined : earlier.pages.find(({url, tag}) => url === page.url && tag === page.tag);
		return (
			before !== undefined &&
			(before.to - before.from !== page.to - page.from ||
				later.records
					.slice(page.from, page.to)
					.some((record, index) => record !== earlier.records[before.from + index]))
		);
	});

/**
Reads a listing, apart from the pages with some URLs.

@yields The IDs of its notifications.
*/
async function* idsOn({records, pages}: HeldListing, others: ReadonlySet<string>): AsyncGenerator<string, void, void> {
	for (const {from, to} of pages.filter(({url}) => !others.has(url))) {
		for await (const slice of inSlices(records.slice(from, to))) {
			yield* slice.flatMap(record => (record.kind === 'notification' ? [record.id] : []));
		}
	}
}
