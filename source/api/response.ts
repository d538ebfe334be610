import {hideSecrets} from '../terminal/secrets.ts';
import {sanitise} from '../terminal/sanitise.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** What the service answered, read to its end. */
export type HttpResponse = {
	readonly status: number;
	readonly headers: Headers;
	/** As parsed by api/json.ts; undefined when `text` is empty or not JSON. */
	readonly body: unknown;
	/** Whole for a 2xx; only the start for anything else. */
	readonly text: string;
	/** What was requested: absolute, and what a relative URL in the answer is relative to. */
	readonly url: string;
};

/** A member of a parsed JSON value; undefined when there is none, or when the value is no object. */
export function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
		? (value as Record<string, unknown>)[name]
		: undefined;
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray', 'traceparent'];

/** What the provider finds the request by in its logs, safe to show; undefined when the answer names nothing. */
export function requestIdOf(headers: Headers): string | undefined {
	const found = requestIdHeaders.map(name => headers.get(name) ?? '').find(id => id !== '');
	return found === undefined ? undefined : sanitise(found).slice(0, 200);
}

/** The longest wait that is told apart (RFC 9111, section 1.2.2). */
const longestWait = 2 ** 31;

/** IMF-fixdate, RFC 850 and asctime dates all start with a day and hold a time; `Date.parse` alone takes much more for a date. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/iv;

/**
How long to wait before another try, counted from `now` (milliseconds since the epoch): Retry-After, as seconds or as a date in any of its three forms (RFC 9110, sections 10.2.3 and 5.6.7).

@returns Seconds, rounded up, 0 for a date in the past; undefined when the header is missing or malformed.
*/
export function retryAfterOf(headers: Headers, now: number): number | undefined {
	const value = headers.get('retry-after') ?? '';
	if (/^\d+$/v.test(value)) {
		return Math.min(Number(value), longestWait);
	}

	// The asctime form carries no zone, and is GMT all the same.
	const date = httpDate.test(value) ? Date.parse(value.endsWith('GMT') ? value : `${value} GMT`) : NaN;
	return Number.isNaN(date) ? undefined : Math.min(Math.max(0, Math.ceil((date - now) / 1000)), longestWait);
}

/** One link and its parameters, where a quoted string may hold commas and semicolons (RFC 8288, section 3). */
const linkPattern = /<(?<target>[^<>]*)>(?<parameters>(?:[^",]|"(?:[^"\\]|\\.)*")*)/gv;

const parameterPattern = /;\s*(?<name>[^\s",;=]+)(?:\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s",;]+)))?/gv;

/** The target of the Link header's `rel="next"`, as written (RFC 8288, section 3); undefined when there is none. */
export function nextLink(headers: Headers): string | undefined {
	for (const {groups} of (headers.get('link') ?? '').matchAll(linkPattern)) {
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
The origin that a URL written by the service leads to, safe to show. Not shown when the URL repeats a secret, which a lower-cased host name would disguise.
*/
export function displayOrigin(written: string, base: string): string {
	const origin = hideSecrets(written) === written ? URL.parse(written, base)?.origin : undefined;
	return origin === undefined || origin === 'null' ? 'another address' : sanitise(origin);
}

const longestWords = 500;

/**
The service's own message, cut short: the member that says it (interface.md, "Errors", and the usual names of it), or else the title of a page, or else the whole body. Undefined when the body is empty.

Not yet safe to show, except that known secrets are hidden before the cut: half a key is no longer recognised as one.
*/
export function serverMessageOf({body, text}: Pick<HttpResponse, 'body' | 'text'>): string | undefined {
	const spoken = ['message', 'error', 'detail', 'title', 'error_description', 'reason']
		.flatMap(name => [member(body, name), member(member(body, name), 'message')])
		.find(value => typeof value === 'string' && value.trim() !== '');
	const whole = typeof body === 'string' ? body : (/<title[^<>]*>([^<]+)/iv.exec(text)?.[1] ?? text);
	const words = hideSecrets((typeof spoken === 'string' ? spoken : whole).trim());
	if (words === '') {
		return undefined;
	}

	return words.length > longestWords ? `${words.slice(0, longestWords)}…` : words;
}
