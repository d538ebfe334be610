import {member} from '../../platform/json.ts';
import {defaultLimits, raiseLimit, sizeText} from '../../platform/limits.ts';
import {numberText} from '../../platform/text.ts';
import {unreadableResponse, withAddressHint, displayOrigin, nextLink} from '../classify.ts';
import type {Connection} from '../connection.ts';
import {fail, type Result, succeed, type HttpResponse, type ResponseHeaders} from '../failure.ts';
import {stream, type HttpRequest, type ResponseHead} from '../http.ts';
import type {ListedPage, Reading} from './reading.ts';
import {ElementSplitter} from './element-splitter.ts';
import {hideEchoes} from '../../terminal/secrets.ts';

/** The data of a page of a listing, apart from its elements. */
export type ListingPage = {
	/** The next page's URL, as the service wrote it. */
	readonly next?: string | undefined;
	/** Whether the service says that this is only a part of the page (206). */
	readonly isPart?: boolean;
	/** Whether the service says that there are more pages. */
	readonly hasMore: boolean;
	/** The number of notifications reported by the service; undefined if it does not say. */
	readonly total: number | undefined;
	/** The page's ETag, if it can be sent in If-None-Match. */
	readonly tag?: string | undefined;
	/** The reason why the rest of the page and of the listing was not read, in sentences; undefined if the page was read to its end. */
	readonly stopped?: string | undefined;
};

/** The number of characters kept of a response, to describe it if it is not a listing. */
const startLength = 65_536;

export type ListingPageRequest = Pick<HttpRequest, 'signal' | 'keepsConnection'> & {
	readonly url: string;
	/** The page in an earlier listing. If it has an ETag, the service is asked only for changes. */
	readonly held?: ListedPage | undefined;
};

/**
Requests one page, and adds its elements to the reading.

@returns The page; `unchanged` if the service says so of the held one (304); `contradictory` if its 304 names another ETag, next page or total than the held one has.
*/
export async function fetchPage(
	connection: Connection,
	{url, signal, keepsConnection, held}: ListingPageRequest,
	reading: Reading,
): Promise<Result<ListingPage | 'unchanged' | 'contradictory'>> {
	reading.restartPage();
	const {record: longest} = connection.limits ?? defaultLimits;
	const splitter = new ElementSplitter({
		onElement: reading.add,
		onSkipped: reading.skip,
		recognise: reading.recognise,
		longest,
	});
	let start = '';
	const received = await stream(
		connection,
		{method: 'GET', url, signal, keepsConnection, ifNoneMatch: held?.tag},
		async (head, body) => {
			if (head.status !== 304) {
				await reading.addHeldPages();
			}

			const decoder = new TextDecoder();
			for await (const chunk of body) {
				if (start.length < startLength) {
					start += decoder.decode(chunk, {stream: true});
				}

				splitter.push(chunk);
				reading.report(chunk.length, head.bytes);
				if (reading.limitReached !== undefined || (splitter.isBroken && start.length >= startLength)) {
					break;
				}

				await reading.yieldToOthers();
			}

			return head;
		},
	);
	if (!received.ok) {
		return received;
	}

	if (received.value.status === 304) {
		return succeed(isContradictory(received.value.headers, held!) ? 'contradictory' : 'unchanged');
	}

	const stopped = reading.limitReached;
	if (stopped !== undefined) {
		splitter.stop();
		return succeed({hasMore: true, total: undefined, stopped});
	}

	const end = splitter.end();
	if (end.ok && end.hasElements) {
		return succeed(pageOf(end.envelope, received.value));
	}

	const failure = withAddressHint(
		unreadableResponse(
			'GET',
			toResponse(received.value, end.ok ? end.envelope : undefined, start),
			'The response is not a listing',
		),
		connection,
	);
	return fail(
		splitter.isEnvelopeLarge
			? {
					...failure,
					nextStep: `${failure.nextStep} If it is a listing, there is more than ${sizeText(longest)} around its records. ${raiseLimit('record')}`,
				}
			: failure,
	);
}

/** The maximum length of a next page's URL in characters (RFC 9110, section 4.1, recommends to support 8,000). */
const longestUrl = 8000;

/** The reason why a link to the next page is not followed; undefined if it is followed. */
export function linkProblem(written: string, target: URL | null, url: string): string | undefined {
	if (written.length > longestUrl) {
		return `its URL is longer than ${numberText(longestUrl)} characters`;
	}

	if (target === null) {
		return 'its URL is not valid';
	}

	if (target.username !== '' || target.password !== '') {
		return 'its URL contains a user name or password';
	}

	return target.origin === new URL(url).origin ? undefined : `it is on another origin, ${displayOrigin(written, url)}`;
}

function toResponse({status, headers, url}: ResponseHead, body: unknown, text: string): HttpResponse {
	return {status, headers, url, body, text};
}

function pageOf(envelope: unknown, {status, headers}: ResponseHead): ListingPage {
	const given = member(envelope, 'next');
	const cursor = member(envelope, 'next_cursor');
	return {
		next: typeof given === 'string' && given !== '' ? given : nextLink(headers),
		isPart: status === 206,
		hasMore: Boolean(given) || Boolean(cursor) || member(envelope, 'has_more') === true,
		total: totalOf(envelope, headers),
		tag: entityTagOf(headers),
	};
}

/** Whether the headers of a 304 contradict what is held of the page. It need not repeat them, apart from the ETag (RFC 9110, section 15.4.5). */
function isContradictory(headers: ResponseHeaders, {tag, next, total}: ListedPage): boolean {
	const [link, count] = [nextLink(headers), totalOf(undefined, headers)];
	return (
		(headers.etag !== undefined && !isSameTag(headers.etag, tag!)) ||
		(link !== undefined && link !== next) ||
		(count !== undefined && count !== total)
	);
}

/** The largest total on the page: `count` may be that of the page. */
function totalOf(envelope: unknown, headers: ResponseHeaders): number | undefined {
	const header = headers['x-total-count'] ?? '';
	const totals = [
		member(envelope, 'count'),
		member(envelope, 'total'),
		/^\d+$/v.test(header) ? Number(header) : undefined,
	].filter(total => typeof total === 'number');
	return totals.length === 0 ? undefined : Math.max(...totals);
}

/** The maximum length of an entity tag in characters. Common ones are shorter than 100; each is held, and sent with every request. */
const longestTag = 256;

/** Matches an entity tag, weak or strong (RFC 9110, section 8.8.3), of visible ASCII: the older obs-text has no defined encoding. */
const tagPattern = /^(?:W\/)?"[\u{21}\u{23}-\u{7E}]*"$/v;

/** The ETag of a response, to be sent in If-None-Match; undefined if there is none, or one that is not sent: malformed, several in one header, long, or with a part of an API key in it. */
export function entityTagOf({etag}: ResponseHeaders): string | undefined {
	return etag !== undefined && etag.length <= longestTag && tagPattern.test(etag) && hideEchoes(etag) === etag
		? etag
		: undefined;
}

/** Compares two entity tags as If-None-Match does: weakly (RFC 9110, sections 13.1.2 and 8.8.3.2). */
export const isSameTag = (one: string, other: string): boolean => opaque(one) === opaque(other);

const opaque = (tag: string): string => tag.replace(/^W\//v, '');
