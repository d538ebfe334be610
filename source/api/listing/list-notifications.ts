import type {ListedRecord} from '../../domain/notification.ts';
import {defaultLimits} from '../../system/limits.ts';
import {numberText} from '../../system/number-text.ts';
import type {Connection} from '../connection.ts';
import {type Failure, type Result, succeed} from '../failure.ts';
import {notificationsPath} from '../paths.ts';
import {withRetries, type RetryPolicy} from '../retry.ts';
import {fetchPage, linkProblem} from './listing-page.ts';
import {totalsProblem, type PageTotal} from './page-totals.ts';
import {createReading, type Reading, type ReadingOptions} from './reading.ts';

type ListedRecords = {
	readonly records: readonly ListedRecord[];
	/** The number of IDs that occurred more than once on a page; `records` has the first record of each. */
	readonly repeatedIds?: number | undefined;
};

/** A listing that cannot prove that a notification is absent. `reason` is a sentence, safe to show. */
type PartialListing = ListedRecords & {readonly complete: false; readonly reason: string};

/** The records of an account. Only a complete listing proves that a notification does not exist. */
export type Listing = PartialListing | (ListedRecords & {readonly complete: true});

export type ListingOptions = ReadingOptions & {
	readonly signal?: AbortSignal;
	/** The retry policy for temporary failures; by default nothing is retried. */
	readonly retry?: RetryPolicy | undefined;
	/**
	The maximum number of pages.

	@default 1000
	*/
	readonly pageLimit?: number;
};

/** The maximum number of times that a listing is read if its pages do not agree. */
const maxReadings = 3;

/**
Lists the notifications of the API key (interface.md, "List notifications": a JSON array; pagination is not shown). It also reads `{results | data | items: […], count, next}`, and follows `next` or a Link header's `rel="next"` (RFC 8288) on the service's own origin. A listing of any length is parsed in slices, so that the event loop is never blocked.

The listing is partial if a limit of the connection is reached, if a next page is not followed, if a request fails after records were read, if the service says that a response is a part (206), or if it reports more notifications than were read. If the account changes between two pages, notifications can be skipped or repeated. So if the totals of the pages do not agree, or an ID is on two pages, the whole listing is read again; it is partial if the pages still do not agree. If several records have the same ID, the first is kept.

@returns A listing, or a failure if nothing could be read; its kind is `unreadable` if the response is not a listing.
*/
export async function listNotifications(connection: Connection, options: ListingOptions = {}): Promise<Result<Listing>> {
	const {limits = defaultLimits} = connection;
	let last: PartialListing | undefined;
	for (let number = 1; number <= maxReadings; number++) {
		const reading = createReading(limits, options);
		const end = await readPages(connection, reading, options);
		if (last !== undefined && (end.kind === 'failed' || end.kind === 'stopped')) {
			break;
		}

		if (end.kind === 'failed') {
			return {ok: false, failure: end.failure};
		}

		const {records, repeatedIds} = reading;
		const listed = repeatedIds === 0 ? {records} : {records, repeatedIds};
		if (end.kind === 'whole') {
			return succeed({...listed, complete: true});
		}

		last = {...listed, complete: false, reason: number === 1 ? end.reason : `${end.reason} The listing was read ${number} times.`};
		// Two readings would be in memory at the same time.
		if (end.kind === 'stopped' || reading.bytes > limits.listing / 2) {
			break;
		}
	}

	return succeed(last!);
}

/** The result of reading the pages of a listing. */
type ReadingEnd =
	| {readonly kind: 'whole'}
	/** Nothing was read. */
	| {readonly kind: 'failed'; readonly failure: Failure}
	/** There are, or may be, more pages. */
	| {readonly kind: 'stopped'; readonly reason: string}
	/** The pages do not show a single state of the account. */
	| {readonly kind: 'disagreeing'; readonly reason: string};

async function readPages(connection: Connection, reading: Reading, {signal, retry, pageLimit = 1000}: ListingOptions): Promise<ReadingEnd> {
	const visited = new Set<string>();
	const totals: PageTotal[] = [];
	const stopped = (reason: string): ReadingEnd => ({kind: 'stopped', reason});

	let url = new URL(notificationsPath, connection.baseUrl).href;
	while (visited.size < pageLimit) {
		const at = url;
		visited.add(at);
		const readOnce = async () => fetchPage(connection, at, signal, reading);
		reading.beginPage();
		const result = retry === undefined ? await readOnce() : await withRetries(readOnce, retry, signal);
		if (!result.ok) {
			const {failure} = result;
			return reading.records.length === 0 && visited.size === 1 ? {kind: 'failed', failure} : stopped(failureReason(failure, visited.size));
		}

		const {next: written, hasMore, total, isPart, stopped: reason} = result.value;
		if (reason !== undefined) {
			return stopped(reason);
		}

		if (isPart === true) {
			return stopped(`The service sent only a part of ${visited.size === 1 ? 'the listing' : `page ${visited.size}`} (206).`);
		}

		totals.push({total, elements: reading.pageElements});
		if (written === undefined) {
			return endOf(reading, totals, hasMore);
		}

		const next = URL.parse(written.slice(0, 10_000), at);
		const problem = linkProblem(written, next, at);
		if (next === null || problem !== undefined) {
			return stopped(`The next page was not read: ${problem}.`);
		}

		next.hash = '';
		if (visited.has(next.href)) {
			return stopped('The next page was not read: it links back to a page that was already read.');
		}

		url = next.href;
	}

	return stopped(`Stopped after ${numberText(pageLimit)} pages; there are more.`);
}

/** The result after the last page, which links to no other. */
function endOf({records, isShifted}: Reading, pages: readonly PageTotal[], hasMore: boolean): ReadingEnd {
	const [{total = 0, elements}] = pages as [PageTotal];
	if (hasMore || (pages.length === 1 && total > elements)) {
		return {kind: 'stopped', reason: `The service has more notifications than the ${numberText(records.length)} in this listing, but does not link to the rest.`};
	}

	const reason = totalsProblem(pages) ?? (isShifted ? 'The pages shifted while they were read: a notification is on two of them.' : undefined);
	return reason === undefined ? {kind: 'whole'} : {kind: 'disagreeing', reason};
}

function failureReason({kind, summary}: Failure, pages: number): string {
	if (kind === 'cancelled') {
		return 'The listing was stopped.';
	}

	if (pages > 1) {
		return `Page ${pages} could not be read: ${summary}`;
	}

	// Earlier pages were read.
	return kind === 'unreadable' ? 'The response broke off, or is damaged.' : summary;
}
