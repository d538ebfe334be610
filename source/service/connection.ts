import type {Limits} from '../platform/limits.ts';
import {isLoopback} from '../platform/proxy.ts';
import type {NotBefore} from './retry.ts';
import type {RequestLog} from './request-log.ts';

/** The address of a service, its API key, and how to send requests to it. */
export type Connection = {
	/** The base URL from `parseBaseUrl`, which ends with a slash. */
	readonly baseUrl: string;
	/** An API key that passes `checkApiKey`, so that it fits a header. */
	readonly apiKey: string;
	/** The timeout of a whole request, or of a listing without new data, in milliseconds; by default `defaultTimeout`. */
	readonly timeout: number;
	/** The size limits of a response; by default `defaultLimits`. */
	readonly limits?: Limits | undefined;
	/** A sentence that says what to do if the service refuses the API key; safe to show. */
	readonly keyRemedy?: string | undefined;
	/** A sentence that says where the base URL comes from, to check it; safe to show. */
	readonly addressHint?: string | undefined;
	/** Delays requests while the service asks to wait. */
	readonly notBefore?: NotBefore | undefined;
	/** Records the last requests, for the screen that shows them. */
	readonly requestLog?: RequestLog | undefined;
};

/**
Parses the base URL of a service (interface.md, "Base address") as typed: with or without the last slash, with or without a path prefix.

@returns The URL with its last slash, or one line that says what to correct and never repeats the text.
*/
export function parseBaseUrl(text: string): {ok: true; value: string} | {ok: false; problem: string} {
	const trimmed = text.trim();
	// The URL parser would silently drop line breaks and tabs.
	// Spaces and control characters are written out, because a set based on a Unicode property takes longer to compile.
	const url = /[\s\u{0}-\u{1F}\u{7F}-\u{9F}]/v.test(trimmed) ? null : URL.parse(trimmed);
	if (url === null || !['http:', 'https:'].includes(url.protocol)) {
		return {ok: false, problem: 'Enter the full base URL, such as https://api.example.com/.'};
	}

	if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
		return {
			ok: false,
			problem: 'Use https://. Over http:// the API key is not encrypted, so it is allowed for loopback addresses only.',
		};
	}

	if (url.username !== '' || url.password !== '') {
		return {
			ok: false,
			problem: 'Remove the user name and password from the base URL. The service needs only the API key.',
		};
	}

	return /[#?]/v.test(url.href)
		? {ok: false, problem: 'Remove the query (?) or fragment (#) from the base URL.'}
		: {ok: true, value: url.href.replace(/\/?$/v, '/')};
}

/**
Checks that an API key fits the Authorization header: one or more visible ASCII characters (RFC 9110, section 5.5). Trim it first.

@returns One line that says what to correct and never repeats the key; undefined if there is no problem.
*/
export function checkApiKey(text: string): string | undefined {
	if (text === '') {
		return 'Enter the API key.';
	}

	return /^[\u{21}-\u{7E}]+$/v.test(text)
		? undefined
		: 'Enter the API key alone, without "Bearer". It must not contain spaces, line breaks or non-ASCII characters.';
}

/** The collection's path under the base address, with its last slash (interface.md, "Endpoints"). */
export const notificationsPath = 'api/v1/service/notifications/';
