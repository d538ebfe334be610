import {member} from '../../platform/json.ts';
import {raiseLimit, sizeText} from '../../platform/limits.ts';
import {hideEchoes} from '../../terminal/secrets.ts';
import {displayOrigin, nextLink, unreadableResponse} from '../classify.ts';
import type {Connection} from '../connection.ts';
import {fail, succeed, type ResponseHeaders, type Result} from '../failure.ts';
import {exchange, type HttpRequest, type ResponseHead} from '../http.ts';
import {createElementSplitter} from './element-splitter.ts';
import type {Reading} from './reading.ts';

/** The data of a page of a listing, apart from its elements. */
type ListingPage = {
	/** The next page's URL, as the service wrote it. */
	readonly next?: string | undefined;
	/** Whether the service says that this is only a part of the page (206). */
	readonly isPart?: boolean;
	/** Whether the service says that there are more pages. */
	readonly hasMore?: boolean;
	/** The number of notifications reported by the service; undefined if it does not say. */
	readonly total?: number | undefined;
	/** The page's ETag, if it can be sent in If-None-Match. */
	readonly tag?: string | undefined;
	/** The reason why the rest of the page and of the listing was not read, in sentences; undefined if the page was read to its end. */
	readonly stopped?: string | undefined;
};

/** The number of characters kept of a response, to describe it if it is not a listing. */
const startLength = 65_536;

/**
Requests one page, and adds its elements to the reading.

@returns The page; `unchanged` if the service says so of the one with the ETag that was asked for (304).
*/
export async function fetchPage(
	connection: Connection,
	request: Pick<HttpRequest, 'url' | 'signal' | 'ifNoneMatch'>,
	reading: Reading,
): Promise<Result<ListingPage | 'unchanged'>> {
	reading.restartPage();
	return exchange<ListingPage | 'unchanged'>(connection, {method: 'GET', ...request}, async (head, body, restart) => {
		if (head.status === 304) {
			return succeed('unchanged');
		}

		const splitter = createElementSplitter(reading.receiver);
		const pageBytes = lengthOf(head.headers);
		const decoder = new TextDecoder();
		let start = '';
		for await (const chunk of body) {
			restart();
			if (start.length < startLength) {
				start += decoder.decode(chunk, {stream: true});
			}

			splitter.push(chunk);
			reading.report(chunk.length, pageBytes);
			if (reading.limitReached() !== undefined || (splitter.isBroken() && start.length >= startLength)) {
				break;
			}

			await reading.yieldToOthers();
		}

		const stopped = reading.limitReached();
		if (stopped !== undefined) {
			return succeed({stopped});
		}

		const end = splitter.end();
		if (end.ok && end.hasElements) {
			return succeed(pageOf(end.envelope, head));
		}

		const answer = {...head, body: end.ok ? end.envelope : undefined, text: start};
		const failure = unreadableResponse('GET', answer, 'The response is not a listing');
		const around = splitter.isEnvelopeLarge()
			? ` If it is a listing, there is more than ${sizeText(reading.receiver.longest!)} around its records. ${raiseLimit('record')}`
			: '';
		return fail({...failure, nextStep: failure.nextStep + around});
	});
}

/** The length of a body on the wire; undefined if the service does not say, or compresses it. */
function lengthOf(headers: ResponseHeaders): number | undefined {
	const length = headers['content-length'];
	return length === undefined || headers['content-encoding'] !== undefined ? undefined : Number(length);
}

/** The URL of the next page, or the reason why a link to it is not followed. */
export function followed(written: string, url: string): URL | string {
	const target = URL.parse(written, url);
	if (target === null) {
		return 'its URL is not valid';
	}

	if (target.username !== '' || target.password !== '') {
		return 'its URL contains a user name or password';
	}

	return target.origin === new URL(url).origin ? target : `it is on another origin, ${displayOrigin(written, url)}`;
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

/** Matches an entity tag, weak or strong (RFC 9110, section 8.8.3), of visible ASCII: the older obs-text has no defined encoding. Common ones are shorter than 100 characters. */
const tagPattern = /^(?:W\/)?"[\u{21}\u{23}-\u{7E}]{0,254}"$/v;

/** The ETag of a response, to be sent in If-None-Match; undefined if there is none, or one that is not sent: malformed, several in one header, long, or with a part of an API key in it. */
export const entityTagOf = ({etag = ''}: ResponseHeaders): string | undefined =>
	tagPattern.test(etag) && hideEchoes(etag) === etag ? etag : undefined;
