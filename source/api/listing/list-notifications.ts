import type {ListedRecord} from '../../domain/notification.ts';
import {createYielder} from '../../system/time-slices.ts';
import {
	member,
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
import type {ByteRange} from './listed-notification.ts';
import {ListingParser} from './listing-parser.ts';
import {readRecord} from './read-record.ts';

/** What was listed; only a complete listing proves that a notification is absent. */
export type Listing =
	| {readonly records: readonly ListedRecord[]; readonly complete: true}
	/** `reason` is a sentence, safe to show. */
	| {readonly records: readonly ListedRecord[]; readonly complete: false; readonly reason: string};

/** How far a listing has come. */
export type ListingProgress = {
	/** What was read so far. It grows: copy it to keep it. A page that is read again takes its records away first. */
	readonly records: readonly ListedRecord[];
	/** Received so far, of all pages. */
	readonly bytes: number;
	/** Bytes in all, where the service says so. */
	readonly totalBytes: number | undefined;
};

export type ListingOptions = {
	readonly signal?: AbortSignal;
	/** How to try again what may pass by itself; without it nothing is tried again. */
	readonly retry?: RetryPolicy | undefined;
	/** Pages read at most; 1,000 by default. */
	readonly pageLimit?: number;
	/** Called whenever some more was read, between two turns of the event loop. */
	readonly onProgress?: (progress: ListingProgress) => void;
};

type ListingPage = {
	/** The next page's URL, as written. */
	readonly next?: string | undefined;
	/** The service says that there is more. */
	readonly more: boolean;
	/** How many notifications the service says there are; 0 when it does not. */
	readonly count: number;
};

/**
Lists the notifications of the API key (interface.md, "List notifications": a JSON array; pagination is not shown). Also reads `{results | data | items: […], count, next}`, and follows `next` or a Link header's `rel="next"` (RFC 8288) on the service's own origin. However long it is, it is read in pieces between which the event loop turns.

Whatever is not followed, a page that fails after something was read, and a count larger than what was read make the listing partial. Of records with one id the first is kept.

@returns A failure when nothing could be read, or what the service sent has none of these shapes (`unreadable`).
*/
export async function listNotifications(connection: Connection, {signal, retry, pageLimit = 1000, onProgress}: ListingOptions = {}): Promise<Result<Listing>> {
	const read = createReading(onProgress);
	const visited = new Set<string>();
	const {records} = read;

	const partial = (reason: string): Result<Listing> => succeed({records, complete: false, reason});

	const readFrom = async (url: string): Promise<Result<Listing>> => {
		visited.add(url);
		const readOnce = async () => readPage(connection, url, signal, read);
		read.beginPage();
		const result = retry === undefined ? await readOnce() : await withRetries(readOnce, retry, signal);
		if (!result.ok) {
			return records.length === 0 && visited.size === 1 ? result : partial(whyPartial(result.failure, visited.size));
		}

		const page = result.value;
		if (page.next === undefined) {
			return page.more || page.count > records.length
				? partial(`The service has more than the ${records.length} read here, and does not say where.`)
				: succeed({records, complete: true});
		}

		const next = URL.parse(page.next, url);
		const obstacle = obstacleTo(page.next, next, url);
		if (next === null || obstacle !== undefined) {
			return partial(`The next page was not read: ${obstacle}.`);
		}

		next.hash = '';
		if (visited.has(next.href)) {
			return partial('The next page was not read: it is one that was read already.');
		}

		return visited.size < pageLimit ? readFrom(next.href) : partial(`Only ${pageLimit} pages were read, and there are more.`);
	};

	return readFrom(new URL(notificationsPath, connection.baseUrl).href);
}

function whyPartial({kind, summary}: Failure, pages: number): string {
	if (kind === 'cancelled') {
		return 'It was stopped before its end.';
	}

	return pages === 1 ? `It broke off. ${summary}` : `Page ${pages} could not be read: ${summary}`;
}

/** The records read so far, and what is needed to read on. */
type Reading = {
	readonly records: readonly ListedRecord[];
	/** Marks where a page begins, to which `again` goes back. */
	readonly beginPage: () => void;
	readonly again: () => void;
	readonly add: (element: unknown, source: ByteRange) => void;
	readonly report: (bytes: number, totalBytes: number | undefined) => void;
	/** To be awaited between two pieces. */
	readonly breathe: () => Promise<void>;
};

function createReading(onProgress: ListingOptions['onProgress']): Reading {
	const records: ListedRecord[] = [];
	const ids = new Set<string>();
	let place = 0;
	let bytes = 0;
	let start = {records: 0, place: 0, bytes: 0};

	return {
		records,
		beginPage() {
			start = {records: records.length, place, bytes};
		},
		again() {
			for (const record of records.splice(start.records)) {
				if (record.kind === 'notification') {
					ids.delete(record.id);
				}
			}

			({place, bytes} = start);
		},
		add(element, source) {
			const record = readRecord(element, place++, source);
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
		breathe: createYielder(),
	};
}

/** Enough of what is no listing to tell what it is. */
const startLength = 65_536;

async function readPage(connection: Connection, url: string, signal: AbortSignal | undefined, reading: Reading): Promise<Result<ListingPage>> {
	reading.again();
	const parser = new ListingParser(reading.add);
	let start = '';
	const received = await stream(connection, {method: 'GET', url, signal}, async (head, body) => {
		const decoder = new TextDecoder();
		for await (const piece of body) {
			if (start.length < startLength) {
				start += decoder.decode(piece, {stream: true});
			}

			parser.push(piece);
			reading.report(piece.length, head.bytes);
			await reading.breathe();
		}

		return head;
	});
	if (!received.ok) {
		return received;
	}

	const end = parser.end();
	return end.ok && end.hasElements
		? succeed(pageOf(end.envelope, received.value))
		: fail(unreadableResponse('GET', toResponse(received.value, end.ok ? end.envelope : undefined, start), 'The service answered with something other than a listing'));
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

/** Why a page is not asked for; undefined when nothing speaks against it. */
function obstacleTo(written: string, target: URL | null, url: string): string | undefined {
	if (target === null) {
		return 'its address cannot be read';
	}

	if (target.username !== '' || target.password !== '') {
		return 'its address holds a user name or password';
	}

	return target.origin === new URL(url).origin ? undefined : `it is on another origin, ${displayOrigin(written, url)}`;
}
