import type {ListedRecord} from '../../domain/notification.ts';
import {member} from '../../system/json.ts';
import {createYielder} from '../../system/time-slices.ts';
import {
	nextLink,
	displayOrigin,
	type HttpResponse,
} from '../response.ts';
import {unreadableResponse} from '../classify-response.ts';
import type {Connection} from '../connection.ts';
import {fail, type Failure, type Result, succeed} from '../failure.ts';
import {notificationsPath} from '../paths.ts';
import {stream, type ResponseHead} from '../http.ts';
import {withRetries, type RetryPolicy} from '../retry.ts';
import {type ByteRange, ListingParser} from './listing-parser.ts';
import {readRecord} from './read-record.ts';

/** The records of an account. Only a complete listing proves that a notification does not exist. */
export type Listing =
	| {readonly records: readonly ListedRecord[]; readonly complete: true}
	/** `reason` is a sentence, safe to show. */
	| {readonly records: readonly ListedRecord[]; readonly complete: false; readonly reason: string};

/** How far a listing has come. */
export type ListingProgress = {
	/** What was read so far. The array grows: copy it to keep it. Before a page is retried, its records are removed. */
	readonly records: readonly ListedRecord[];
	/** Bytes received so far, of all pages. */
	readonly bytes: number;
	/** Bytes in total, where the service says so. */
	readonly totalBytes: number | undefined;
};

export type ListingOptions = {
	readonly signal?: AbortSignal;
	/** How to retry temporary failures; without it nothing is retried. */
	readonly retry?: RetryPolicy | undefined;
	/**
	Pages read at most.

	@default 1000
	*/
	readonly pageLimit?: number;
	/** Called after each chunk, while other tasks may run in between. */
	readonly onProgress?: (progress: ListingProgress) => void;
};

type ListingPage = {
	/** The next page's URL as the service wrote it. */
	readonly next?: string | undefined;
	/** Whether the service says that there are more pages. */
	readonly more: boolean;
	/** The number of notifications according to the service; 0 when it does not say. */
	readonly count: number;
};

/**
Lists the notifications of the API key (interface.md, "List notifications": a JSON array; pagination is not shown). It also reads `{results | data | items: […], count, next}`, and follows `next` or a Link header's `rel="next"` (RFC 8288) on the service's own origin. However long the listing, it is parsed in slices, so that the event loop is never blocked.

The listing is partial when a next page is not followed, when a request fails after records were read, and when the service reports more notifications than were read. Of records with the same ID the first is kept.

@returns A listing, or a failure when nothing could be read; its kind is `unreadable` when the response is no listing.
*/
export async function listNotifications(connection: Connection, {signal, retry, pageLimit = 1000, onProgress}: ListingOptions = {}): Promise<Result<Listing>> {
	const reading = createReading(onProgress);
	const visited = new Set<string>();
	const {records} = reading;

	const partial = (reason: string): Result<Listing> => succeed({records, complete: false, reason});

	const readFrom = async (url: string): Promise<Result<Listing>> => {
		visited.add(url);
		const readOnce = async () => readPage(connection, url, signal, reading);
		reading.beginPage();
		const result = retry === undefined ? await readOnce() : await withRetries(readOnce, retry, signal);
		if (!result.ok) {
			return records.length === 0 && visited.size === 1 ? result : partial(partialReason(result.failure, visited.size));
		}

		const page = result.value;
		if (page.next === undefined) {
			return page.more || page.count > records.length
				? partial(`The service has more notifications than the ${records.length.toLocaleString('en')} in this listing, but does not link to the rest.`)
				: succeed({records, complete: true});
		}

		const next = URL.parse(page.next, url);
		const problem = linkProblem(page.next, next, url);
		if (next === null || problem !== undefined) {
			return partial(`The next page was not read: ${problem}.`);
		}

		next.hash = '';
		if (visited.has(next.href)) {
			return partial('The next page was not read: it links back to a page that was already read.');
		}

		return visited.size < pageLimit ? readFrom(next.href) : partial(`Stopped after ${pageLimit.toLocaleString('en')} pages; there are more.`);
	};

	return readFrom(new URL(notificationsPath, connection.baseUrl).href);
}

function partialReason({kind, summary}: Failure, pages: number): string {
	if (kind === 'cancelled') {
		return 'The listing was cancelled before the end.';
	}

	return pages === 1 ? `The listing is incomplete: ${summary}` : `Page ${pages} could not be read: ${summary}`;
}

/** The records read so far, and how to add to them. */
type Reading = {
	readonly records: readonly ListedRecord[];
	/** Notes the start of a page. */
	readonly beginPage: () => void;
	/** Removes what was read of the page, before it is read or retried. */
	readonly restartPage: () => void;
	readonly add: (element: unknown, source: ByteRange) => void;
	readonly report: (bytes: number, totalBytes: number | undefined) => void;
	/** Lets other tasks run; to be awaited between two chunks. */
	readonly yieldToOthers: () => Promise<void>;
};

function createReading(onProgress: ListingOptions['onProgress']): Reading {
	const records: ListedRecord[] = [];
	const ids = new Set<string>();
	let position = 0;
	let bytes = 0;
	let start = {records: 0, position: 0, bytes: 0};

	return {
		records,
		beginPage() {
			start = {records: records.length, position, bytes};
		},
		restartPage() {
			for (const record of records.splice(start.records)) {
				if (record.kind === 'notification') {
					ids.delete(record.id);
				}
			}

			({position, bytes} = start);
		},
		add(element, source) {
			const record = readRecord(element, position++, source);
			if (record.kind === 'unreadable') {
				records.push(record);
			} else if (!ids.has(record.id)) {
				ids.add(record.id);
				records.push(record);
			}
		},
		report(received, pageBytes) {
			bytes += received;
			onProgress?.({records, bytes, totalBytes: pageBytes === undefined ? undefined : start.bytes + pageBytes});
		},
		yieldToOthers: createYielder(),
	};
}

/** Characters kept of a response, to describe it when it is no listing. */
const startLength = 65_536;

async function readPage(connection: Connection, url: string, signal: AbortSignal | undefined, reading: Reading): Promise<Result<ListingPage>> {
	reading.restartPage();
	const parser = new ListingParser(reading.add);
	let start = '';
	const received = await stream(connection, {method: 'GET', url, signal}, async (head, body) => {
		const decoder = new TextDecoder();
		for await (const chunk of body) {
			if (start.length < startLength) {
				start += decoder.decode(chunk, {stream: true});
			}

			parser.push(chunk);
			reading.report(chunk.length, head.bytes);
			await reading.yieldToOthers();
		}

		return head;
	});
	if (!received.ok) {
		return received;
	}

	const end = parser.end();
	return end.ok && end.hasElements
		? succeed(pageOf(end.envelope, received.value))
		: fail(unreadableResponse('GET', toResponse(received.value, end.ok ? end.envelope : undefined, start), 'The response is not a listing'));
}

function toResponse({status, headers, url}: ResponseHead, body: unknown, text: string): HttpResponse {
	return {status, headers, url, body, text};
}

function pageOf(envelope: unknown, {headers}: ResponseHead): ListingPage {
	const given = member(envelope, 'next');
	const cursor = member(envelope, 'next_cursor');
	return {
		next: typeof given === 'string' && given !== '' ? given : nextLink(headers),
		more: Boolean(given) || Boolean(cursor) || member(envelope, 'has_more') === true,
		count: Math.max(...[member(envelope, 'count'), member(envelope, 'total')].map(count => typeof count === 'number' ? count : 0)),
	};
}

/** Why a link to the next page is not followed; undefined when it is. */
function linkProblem(written: string, target: URL | null, url: string): string | undefined {
	if (target === null) {
		return 'its URL is not valid';
	}

	if (target.username !== '' || target.password !== '') {
		return 'its URL contains a user name or password';
	}

	return target.origin === new URL(url).origin ? undefined : `it is on another origin, ${displayOrigin(written, url)}`;
}
