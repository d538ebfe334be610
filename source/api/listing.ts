import type {ListedRecord} from '../notifications/notification.ts';
import {
	type Answer,
	member,
	nextLink,
	shownOrigin,
} from './answer.ts';
import {classifyUnreadable} from './classify.ts';
import type {Connection} from './connection.ts';
import {fail, type Result, succeed} from './failure.ts';
import {send} from './request.ts';
import {withRetries, type RetryPolicy} from './retry.ts';
import {readRecord} from './wire.ts';
import {notificationsPath} from './paths.ts';

/** What was listed; only a complete listing proves that a notification is absent. */
export type Listing =
	| {readonly records: readonly ListedRecord[]; readonly complete: true}
	/** `reason` is a sentence, safe to show. */
	| {readonly records: readonly ListedRecord[]; readonly complete: false; readonly reason: string};

export type ListingOptions = {
	readonly signal?: AbortSignal;
	/** How to try again what may pass by itself; without it nothing is tried again. */
	readonly retry?: RetryPolicy | undefined;
	/** Pages read at most; 1,000 by default. */
	readonly pageLimit?: number;
};

type Page = {
	readonly items: readonly unknown[];
	/** The next page's URL, as written. */
	readonly next?: string;
	/** The service says that there is more. */
	readonly more: boolean;
	/** How many notifications the service says there are; 0 when it does not. */
	readonly count: number;
};

/**
Lists the notifications of the API key (interface.md, "List notifications": a JSON array; pagination is not shown). Also reads `{results | data | items: […], count, next}`, and follows `next` or a Link header's `rel="next"` (RFC 8288) on the service's own origin.

Whatever is not followed, a page after the first that fails, and a count larger than what was read make the listing partial. Of records with one id the first is kept.

@returns A failure when the first page fails, or has none of these shapes (`unreadable`).
*/
export async function listNotifications(connection: Connection, {signal, retry, pageLimit = 1000}: ListingOptions = {}): Promise<Result<Listing>> {
	const records: ListedRecord[] = [];
	const ids = new Set<string>();
	const visited = new Set<string>();
	let place = 0;

	const add = (item: unknown): void => {
		const record = readRecord(item, place++);
		if (record.kind === 'unreadable') {
			records.push(record);
		} else if (!ids.has(record.id)) {
			ids.add(record.id);
			records.push(record);
		}
	};

	const partial = (reason: string): Result<Listing> => succeed({records, complete: false, reason});

	const readFrom = async (url: string): Promise<Result<Listing>> => {
		visited.add(url);
		const readOnce = async () => readPage(connection, url, signal);
		const read = retry === undefined ? await readOnce() : await withRetries(readOnce, retry, signal);
		if (!read.ok) {
			return visited.size === 1 ? read : partial(`Page ${visited.size} could not be read: ${read.failure.what}`);
		}

		const page = read.value;
		for (const item of page.items) {
			add(item);
		}

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

async function readPage(connection: Connection, url: string, signal: AbortSignal | undefined): Promise<Result<Page>> {
	const answer = await send(connection, {method: 'GET', url, signal});
	if (!answer.ok) {
		return answer;
	}

	const page = pageOf(answer.value);
	return page === undefined
		? fail(classifyUnreadable('GET', answer.value, 'The service answered with something other than a listing'))
		: succeed(page);
}

function pageOf({body, headers}: Answer): Page | undefined {
	const items = [body, member(body, 'results'), member(body, 'data'), member(body, 'items')].find(value => Array.isArray(value));
	if (items === undefined) {
		return undefined;
	}

	const given = member(body, 'next');
	const cursor = member(body, 'next_cursor');
	return {
		items,
		next: typeof given === 'string' && given !== '' ? given : nextLink(headers),
		more: Boolean(given) || Boolean(cursor) || member(body, 'has_more') === true,
		count: Math.max(...[member(body, 'count'), member(body, 'total')].map(count => typeof count === 'number' ? count : 0)),
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

	return target.origin === new URL(url).origin ? undefined : `it is on another origin, ${shownOrigin(written, url)}`;
}
