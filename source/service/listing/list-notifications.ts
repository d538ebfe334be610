import type {ListedRecord} from '../../notification/notification.ts';
import {defaultLimits} from '../../platform/limits.ts';
import {counted, numberText} from '../../platform/text.ts';
import {notificationsPath, type Connection} from '../connection.ts';
import {succeed, type Failure, type Result} from '../failure.ts';
import {withRetries, type RetryPolicy} from '../retry.ts';
import {fetchPage, followed} from './pages.ts';
import {createReading, type Reading, type ReadingOptions} from './reading.ts';

type ListedRecords = {
	readonly records: readonly ListedRecord[];
	/** The number of IDs that occurred more than once on a page; `records` has the first record of each. */
	readonly repeatedIds?: number | undefined;
};

/** A listing that cannot prove that a notification is absent. `reason` is a sentence, safe to show. */
type PartialListing = ListedRecords & {readonly complete: false; readonly reason: string};

/** The records of an account. Only a complete listing proves that a notification does not exist. */
export type Listing =
	| PartialListing
	| (ListedRecords & {
			readonly complete: true;
			/** The ETag of a listing of one page, if it can be sent and every element is a record. */
			readonly tag?: string | undefined;
	  });

export type ListingOptions = ReadingOptions & {
	readonly signal?: AbortSignal;
	/** The retry policy for temporary failures; by default nothing is retried. */
	readonly retry?: RetryPolicy | undefined;
};

/** The maximum number of times that a listing is read if its pages do not agree. */
const maxReadings = 3;

/** The maximum number of pages. */
const maxPages = 1000;

/**
Lists the notifications of the API key (interface.md, "List notifications": a JSON array; pagination is not shown). It also reads `{results | data | items: […], count, next}`, and follows `next` or a Link header's `rel="next"` (RFC 8288) on the service's own origin. A listing of any length is parsed in slices, so that the event loop is never blocked.

The listing is partial if a limit of the connection is reached, if a next page is not followed, if a request fails after records were read, if the service says that a response is a part (206), or if it reports more notifications than were read. If the account changes between two pages, notifications can be skipped or repeated. So if the totals of the pages do not agree, or an ID is on two pages, the whole listing is read again; it is partial if the pages still do not agree. If several records have the same ID, the first is kept.

@returns A listing, or a failure if nothing could be read; its kind is `unreadable` if the response is not a listing.
*/
export const listNotifications = async (
	connection: Connection,
	options: ListingOptions = {},
): Promise<Result<Listing>> =>
	// Without a tag no 304 is a success.
	(await listChanges(connection, undefined, options)) as Result<Listing>;

/**
Lists like `listNotifications`, unless the service answers that nothing has changed since the listing with an ETag (304; RFC 9110, section 13.1.2). That is the word of the service and proves nothing: whoever has to prove something lists with `listNotifications`.
*/
export async function listChanges(
	connection: Connection,
	tag: string | undefined,
	options: ListingOptions = {},
): Promise<Result<Listing | 'unchanged'>> {
	const {limits = defaultLimits} = connection;
	const {before} = options;
	let last: PartialListing | undefined;
	for (let number = 1; number <= maxReadings; number++) {
		const reading = createReading(limits, options);
		const end = await readPages(connection, reading, options, number === 1 ? tag : undefined);
		if (last !== undefined && (end.kind === 'failed' || end.kind === 'stopped')) {
			break;
		}

		if (end.kind === 'failed') {
			return {ok: false, failure: end.failure};
		}

		if (end.kind === 'unchanged') {
			return succeed('unchanged');
		}

		const {records} = reading;
		const repeatedIds = reading.repeatedIds();
		const listed = {records, ...(repeatedIds > 0 && {repeatedIds})};
		if (end.kind === 'whole') {
			return succeed(asBefore({...listed, complete: true, ...(end.tag !== undefined && {tag: end.tag})}, before?.()));
		}

		const reason = number === 1 ? end.reason : `${end.reason} The listing was read ${number} times.`;
		last = {...listed, complete: false, reason};
		// Two readings would be in memory at the same time.
		if (end.kind === 'stopped' || reading.bytes() > limits.listing / 2) {
			break;
		}
	}

	return succeed(asBefore(last!, before?.()));
}

/** A listing that has the records of an earlier one, and no others, has its array, too. */
function asBefore(listing: Listing, earlier: readonly ListedRecord[] = []): Listing {
	const {records} = listing;
	const isSame = records.length === earlier.length && records.every((record, index) => record === earlier[index]);
	return isSame ? {...listing, records: earlier} : listing;
}

/** The result of reading the pages of a listing. */
type ReadingEnd =
	| {readonly kind: 'whole'; readonly tag?: string | undefined}
	| {readonly kind: 'unchanged'}
	/** Nothing was read. */
	| {readonly kind: 'failed'; readonly failure: Failure}
	/** There are, or may be, more pages. */
	| {readonly kind: 'stopped'; readonly reason: string}
	/** The pages do not show a single state of the account. */
	| {readonly kind: 'disagreeing'; readonly reason: string};

/** The total that a page reports, if it does, and the number of its elements. */
type PageTotal = {readonly total: number | undefined; readonly elements: number};

const stopped = (reason: string): ReadingEnd => ({kind: 'stopped', reason});

/** Reads the pages one after the other. `tag`: the ETag of an earlier listing of one page. */
async function readPages(
	connection: Connection,
	reading: Reading,
	{signal, retry}: ListingOptions,
	tag: string | undefined,
): Promise<ReadingEnd> {
	const visited = new Set<string>();
	const totals: PageTotal[] = [];
	const {timeout, baseUrl} = connection;
	let {href: url} = new URL(notificationsPath, baseUrl);
	while (visited.size < maxPages) {
		const isFirst = visited.size === 0;
		visited.add(url);
		const name = isFirst ? 'the listing' : `page ${visited.size}`;
		const request = {url, signal, ifNoneMatch: isFirst ? tag : undefined};
		const readOnce = async (left: number) => fetchPage({...connection, timeout: left}, request, reading);
		reading.beginPage();
		const bytes = reading.bytes();
		const result =
			retry === undefined
				? await readOnce(timeout)
				: await withRetries(readOnce, retry, {timeout, hasReceived: () => reading.bytes() > bytes, signal});
		if (!result.ok) {
			const {failure} = result;
			return reading.records.length === 0 && isFirst
				? {kind: 'failed', failure}
				: stopped(failureReason(failure, visited.size));
		}

		const page = result.value;
		if (page === 'unchanged') {
			return {kind: 'unchanged'};
		}

		if (page.stopped !== undefined || page.isPart === true) {
			return stopped(page.stopped ?? `The service sent only a part of ${name} (206).`);
		}

		totals.push({total: page.total, elements: reading.pageElements()});
		const {next: written} = page;
		if (written === undefined) {
			return endOf(reading, totals, page);
		}

		const next = followed(written, url);
		if (typeof next === 'string') {
			return stopped(`The next page was not read: ${next}.`);
		}

		next.hash = '';
		url = next.href;
		if (visited.has(url)) {
			return stopped('The next page was not read: it links back to a page that was already read.');
		}
	}

	return stopped(`Stopped after ${numberText(maxPages)} pages; there are more.`);
}

/** The result after the last page, which links to no other. */
function endOf(
	{records, isShifted}: Reading,
	pages: readonly PageTotal[],
	{hasMore, tag}: {readonly hasMore?: boolean; readonly tag?: string | undefined},
): ReadingEnd {
	const {total = 0, elements} = pages[0]!;
	const isOne = pages.length === 1;
	if (hasMore === true || (isOne && total > elements)) {
		return stopped(
			`The service has more notifications than the ${numberText(records.length)} in this listing, but does not link to the rest.`,
		);
	}

	const reason =
		totalsProblem(pages) ??
		(isShifted() ? 'The pages shifted while they were read: a notification is on two of them.' : undefined);
	if (reason !== undefined) {
		return {kind: 'disagreeing', reason};
	}

	const isWellRead =
		isOne && tag !== undefined && records.length === elements && records.every(({kind}) => kind === 'notification');
	return {kind: 'whole', tag: isWellRead ? tag : undefined};
}

/** The reason why the totals of a listing's pages do not agree with each other or with the records read, as a sentence; undefined if they do. */
function totalsProblem(pages: readonly PageTotal[]): string | undefined {
	// Some services report the number of elements on each page.
	if (pages.every(({total, elements}) => total === undefined || total === elements)) {
		return undefined;
	}

	const totals = pages.map(({total}) => total).filter(total => total !== undefined);
	const first = totals[0]!;
	const other = totals.find(total => total !== first);
	if (other !== undefined) {
		return `The number of notifications changed from ${numberText(first)} to ${numberText(other)} while the pages were read.`;
	}

	const sum = pages.reduce((all, {elements}) => all + elements, 0);
	const reported = counted(first, 'notification');
	return sum === first
		? undefined
		: `The service reports ${reported}, but its ${pages.length === 1 ? 'listing has' : 'pages have'} ${numberText(sum)}.`;
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
