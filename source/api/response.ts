import {hideEchoes} from '../terminal/secrets.ts';
import {sanitise} from '../terminal/sanitise.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** The headers of a response, by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string | undefined>>;

/** A response of the service, read to its end. */
export type HttpResponse = {
	readonly status: number;
	readonly headers: ResponseHeaders;
	/** The body parsed by `parseJson`; undefined if `text` is empty or not JSON. */
	readonly body: unknown;
	/** The whole body of a 2xx, or the beginning of any other. */
	readonly text: string;
	/** The absolute URL of the request, and the base of relative URLs in the response. */
	readonly url: string;
};

const requestIdHeaders = [
	'x-request-id',
	'request-id',
	'x-correlation-id',
	'x-amzn-requestid',
	'cf-ray',
	'traceparent',
];

/** The ID by which the provider finds the request in its logs, safe to show; undefined if the response has none. No standard names the header: these are the common ones. */
export function requestIdOf(headers: ResponseHeaders): string | undefined {
	const found = requestIdHeaders.map(name => headers[name]).find(id => id !== undefined && id !== '');
	return found === undefined ? undefined : sanitise(found).slice(0, 200);
}

/** The maximum wait in seconds; longer ones count as this (RFC 9111, section 1.2.2). */
const longestWait = 2 ** 31;

/** Matches HTTP dates: IMF-fixdate, RFC 850 and asctime dates all start with a day and contain a time. `Date.parse` alone accepts too much. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/iv;

/**
Reads Retry-After, as seconds or as a date in any of its three forms (RFC 9110, sections 10.2.3 and 5.6.7). A date counts from the Date of the response, which is by the same clock; without one from `now`, in milliseconds since the epoch.

@returns Seconds, rounded up, 0 for a date in the past; undefined if the header is missing or malformed.
*/
export function retryAfterOf(headers: ResponseHeaders, now: number): number | undefined {
	const value = headers['retry-after'] ?? '';
	if (/^\d+$/v.test(value)) {
		return Math.min(Number(value), longestWait);
	}

	const until = parseDate(value);
	const from = parseDate(headers.date ?? '') ?? now;
	return until === undefined ? undefined : Math.min(Math.max(0, Math.ceil((until - from) / 1000)), longestWait);
}

/** The milliseconds of an HTTP date since the epoch. The asctime form names no time zone, but is in GMT. */
function parseDate(text: string): number | undefined {
	const date = httpDate.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;
	return Number.isNaN(date) ? undefined : date;
}

/** Matches one link and its parameters; a quoted string may contain commas and semicolons (RFC 8288, section 3). */
const linkPattern = /<(?<target>[^<>]*)>(?<parameters>(?:[^",]|"(?:[^"\\]|\\.)*")*)/gv;

const parameterPattern = /;\s*(?<name>[^\s",;=]+)(?:\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s",;]+)))?/gv;

/** The target of the Link header's `rel="next"`, as written (RFC 8288, section 3); undefined if there is none. */
export function nextLink(headers: ResponseHeaders): string | undefined {
	for (const {groups} of (headers.link ?? '').matchAll(linkPattern)) {
		if (relationsIn(groups!.parameters!).includes('next')) {
			return groups!.target;
		}
	}

	return undefined;
}

function relationsIn(parameters: string): string[] {
	for (const {groups} of parameters.matchAll(parameterPattern)) {
		const {name, quoted, token} = groups!;
		if (name!.toLowerCase() === 'rel') {
			return (quoted ?? token ?? '').toLowerCase().split(/\s+/v);
		}
	}

	return [];
}

/**
The origin of a URL from the service, safe to show; "another address" if it has none. A URL that contains a secret is not shown, because a lower-case host name would disguise the secret.
*/
export function displayOrigin(written: string, base: string): string {
	const origin = hideEchoes(written) === written ? URL.parse(written, base)?.origin : undefined;
	return origin === undefined || origin === 'null' ? 'another address' : sanitise(origin);
}
