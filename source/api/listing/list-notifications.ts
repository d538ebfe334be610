import type {ListedRecord} from '../../notification/notification.ts';
import {compareRecords, withEarlierObjects} from '../../query/changes.ts';
import {defaultLimits} from '../../platform/limits.ts';
import {numberText} from '../../platform/text.ts';
import {finishInSlices, inSlices} from '../../platform/time-slices.ts';
import {type Connection, notificationsPath} from '../connection.ts';
import {type Failure, type Result, succeed, type FailureKind} from '../failure.ts';
import {withRetries, type RetryPolicy} from '../retry.ts';
import {createReading, type HeldListing, type ListedPage, type Reading, type ReadingOptions} from './reading.ts';
import {fetchPage, linkProblem, type ListingPage} from './pages.ts';
import {detachedRecord} from './read-record.ts';

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
			/** The pages, if the service gave one of them an ETag that can be sent. */
			readonly pages?: readonly ListedPage[] | undefined;
	  });

export type ListingOptions = ReadingOptions & {
	readonly signal?: AbortSignal;
	/** The retry policy for temporary failures; by default nothing is retried. */
	readonly retry?: RetryPolicy | undefined;
	/**
	The maximum number of pages.

	@default 1000
	*/
	readonly pageLimit?: number;
	/** Keeps the connection for the next listing, which is seconds away. */
	readonly keepsConnection?: boolean | undefined;
};

/** The maximum number of times that a listing is read if its pages do not agree. */
const maxReadings = 3;

/**
Lists the notifications of the API key (interface.md, "List notifications": a JSON array; pagination is not shown). It also reads `{results | data | items: […], count, next}`, and follows `next` or a Link header's `rel="next"` (RFC 8288) on the service's own origin. A listing of any length is parsed in slices, so that the event loop is never blocked.

The listing is partial if a limit of the connection is reached, if a next page is not followed, if a request fails after records were read, if the service says that a response is a part (206), or if it reports more notifications than were read. If the account changes between two pages, notifications can be skipped or repeated. So if the totals of the pages do not agree, or an ID is on two pages, the whole listing is read again; it is partial if the pages still do not agree. If several records have the same ID, the first is kept.

@returns A listing, or a failure if nothing could be read; its kind is `unreadable` if the response is not a listing.
*/
export async function listNotifications(
	connection: Connection,
	options: ListingOptions = {},
): Promise<Result<Listing>> {
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

		if (end.kind === 'whole') {
			return succeed(await withEarlierRecords(wholeListing(reading, end.pages), options.before));
		}

		last = {
			...recordsIn(reading),
			complete: false,
			reason: number === 1 ? end.reason : `${end.reason} The listing was read ${number} times.`,
		};
		// Two readings would be in memory at the same time.
		if (end.kind === 'stopped' || reading.bytes > limits.listing / 2) {
			break;
		}
	}

	return succeed(await withEarlierRecords(last!, options.before));
}

/** The listing with the earlier records that were received the same (`ListingOptions.before`). */
export async function withEarlierRecords<L extends Listing>(listing: L, before: ListingOptions['before']): Promise<L> {
	const earlier = before?.() ?? [];
	if (earlier.length === 0) {
		return listing;
	}

	const changes = await finishInSlices(compareRecords(earlier, listing.records));
	const {added} = changes;
	const records = withEarlierObjects(changes);
	if (records === earlier || added.length >= records.length / 2) {
		return {...listing, records};
	}

	// The bytes of all others can be discarded.
	const detached = [...records];
	for (const position of added) {
		detached[position] = detachedRecord(detached[position]!);
	}

	return {...listing, records: detached};
}

const recordsIn = ({records, repeatedIds}: Reading): ListedRecords =>
	repeatedIds === 0 ? {records} : {records, repeatedIds};

/** The listing of all pages, complete. */
export const wholeListing = (reading: Reading, pages: readonly ListedPage[]): Listing => ({
	...recordsIn(reading),
	complete: true,
	...(pages.some(({tag}) => tag !== undefined) && {pages}),
});

/** The result of reading the pages of a listing. `pages`: all of them; `unchanged`: the URLs of those that the service says are as held. */
export type ReadingEnd = {readonly unchanged: ReadonlySet<string>} & (
	| {readonly kind: 'whole'; readonly pages: readonly ListedPage[]}
	/** Nothing was read. */
	| {readonly kind: 'failed'; readonly failure: Failure}
	/** There are, or may be, more pages. */
	| {readonly kind: 'stopped'; readonly reason: string}
	/** The pages do not show a single state of the account. */
	| {readonly kind: 'disagreeing'; readonly reason: string}
	/** The service says of a page that it is as held, and contradicts what is held. */
	| {readonly kind: 'contradictory'; readonly reason: string}
);

/** Reads the pages one after the other. `held`: the listing before; the service is asked for the changes of its pages, and the reading has its records as `before`. */
export async function readPages(
	connection: Connection,
	reading: Reading,
	{signal, retry, pageLimit = 1000, keepsConnection}: ListingOptions,
	held?: HeldListing,
): Promise<ReadingEnd> {
	const visited = new Set<string>();
	const unchanged = new Set<string>();
	const pages: ListedPage[] = [];
	const heldPages = new Map(held?.pages.map(page => [page.url, page]));
	const stopped = (reason: string): ReadingEnd => ({kind: 'stopped', reason, unchanged});

	let url = new URL(notificationsPath, connection.baseUrl).href;
	while (visited.size < pageLimit) {
		const at = url;
		visited.add(at);
		const heldPage = heldPages.get(at);
		const readOnce = async (timeout: number) =>
			fetchPage({...connection, timeout}, {url: at, signal, keepsConnection, held: heldPage}, reading);
		reading.beginPage();
		const {bytes} = reading;
		const {timeout} = connection;
		const result =
			retry === undefined
				? await readOnce(timeout)
				: await withRetries(readOnce, retry, {timeout, hasReceived: () => reading.bytes > bytes, signal});
		if (!result.ok) {
			const {failure} = result;
			return reading.records.length === 0 && visited.size === 1
				? {kind: 'failed', failure, unchanged}
				: stopped(failureReason(failure, visited.size));
		}

		const {value} = result;
		if (value === 'contradictory') {
			return {
				kind: 'contradictory',
				reason: `The service said that ${visited.size === 1 ? 'the listing' : `page ${visited.size}`} had not changed, and contradicted what it had listed.`,
				unchanged,
			};
		}

		if (value === 'unchanged') {
			unchanged.add(at);
			reading.holdPage(heldPage!);
			pages.push(heldPage!);
		} else {
			const {isPart, stopped: reason} = value;
			if (reason !== undefined) {
				return stopped(reason);
			}

			if (isPart === true) {
				return stopped(
					`The service sent only a part of ${visited.size === 1 ? 'the listing' : `page ${visited.size}`} (206).`,
				);
			}

			pages.push(toListedPage(at, value, reading));
		}

		const {next: written} = pages.at(-1)!;
		if (written === undefined) {
			return endOf(reading, pages, unchanged, value !== 'unchanged' && value.hasMore);
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

/** Keeps the facts about a page that was read. Its ETag is kept only if every element is a record of the listing. */
function toListedPage(
	url: string,
	{next, total, tag}: ListingPage,
	{records, pageFrom: from, pageBytes: bytes, pageElements: elements}: Reading,
): ListedPage {
	const to = records.length;
	const isWellRead =
		tag !== undefined && to - from === elements && records.slice(from).every(({kind}) => kind === 'notification');
	return {url, tag: isWellRead ? tag : undefined, next, total, elements, from, to, bytes};
}

/** The result after the last page, which links to no other. */
function endOf(
	{records, isShifted}: Reading,
	pages: readonly ListedPage[],
	unchanged: ReadonlySet<string>,
	hasMore: boolean,
): ReadingEnd {
	const {total = 0, elements} = pages[0]!;
	if (hasMore || (pages.length === 1 && total > elements)) {
		return {
			kind: 'stopped',
			reason: `The service has more notifications than the ${numberText(records.length)} in this listing, but does not link to the rest.`,
			unchanged,
		};
	}

	const reason =
		totalsProblem(pages) ??
		(isShifted ? 'The pages shifted while they were read: a notification is on two of them.' : undefined);
	return reason === undefined ? {kind: 'whole', pages, unchanged} : {kind: 'disagreeing', reason, unchanged};
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

/** The reported total and the actual number of elements of a page. */
export type PageTotal = {
	/** The number of notifications reported by the page; undefined if it does not say. */
	readonly total: number | undefined;
	/** The number of elements on the page. */
	readonly elements: number;
};

/** The reason why the totals of a listing's pages do not agree with each other or with the records read, as a sentence; undefined if they do. */
export function totalsProblem(pages: readonly PageTotal[]): string | undefined {
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

	let sum = 0;
	for (const {elements} of pages) {
		sum += elements;
	}

	const reported = `${numberText(first)} ${first === 1 ? 'notification' : 'notifications'}`;
	return sum === first
		? undefined
		: `The service reports ${reported}, but its ${pages.length === 1 ? 'listing has' : 'pages have'} ${numberText(sum)}.`;
}
