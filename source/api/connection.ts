/** Where the service is, and on whose behalf this program speaks to it. */
export type Connection = {
	/** Ends with a slash: a value of `parseBaseUrl`. */
	readonly baseUrl: string;
	/** Fits a header: `checkApiKey` found no problem with it. */
	readonly apiKey: string;
	/** Milliseconds for a whole request, its body read to the end; `defaultTimeout` unless the operator says otherwise. */
	readonly timeout: number;
};

/** Milliseconds. */
export const defaultTimeout = 30_000;

const loopback = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/v;

/**
Reads the base address of a service as an operator writes it (interface.md, "Base address"), with or without the last slash, with or without a path prefix.

@returns The address with its last slash, or one line on what is wrong and what to write instead; that line never repeats the text.
*/
export function parseBaseUrl(text: string): {ok: true; value: string} | {ok: false; problem: string} {
	const trimmed = text.trim();
	// The URL parser would drop line ends and tabs in silence.
	const url = /[\s\p{Control}]/v.test(trimmed) ? null : URL.parse(trimmed);
	if (url === null || !['http:', 'https:'].includes(url.protocol)) {
		return {ok: false, problem: 'Write the base URL in full, such as https://api.example.com/.'};
	}

	if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
		return {ok: false, problem: 'Use https://: over http:// the API key could be read on the way (only loopback may use it).'};
	}

	if (url.username !== '' || url.password !== '') {
		return {ok: false, problem: 'Remove the user name and password from the base URL: the API key is all the service asks for.'};
	}

	return /[#?]/v.test(url.href)
		? {ok: false, problem: 'Remove everything from the ? or # on: a base URL has neither.'}
		: {ok: true, value: url.href.endsWith('/') ? url.href : `${url.href}/`};
}

/**
Checks that an API key fits the Authorization header: visible ASCII characters only (RFC 9110, section 5.5), and at least one. Trim it first.

@returns One line on what is wrong and what to do, which never repeats the key; undefined when all is well.
*/
export function checkApiKey(text: string): string | undefined {
	return /^[\u{21}-\u{7E}]+$/v.test(text)
		? undefined
		: 'Paste the API key alone, without "Bearer": it is one word, and has no spaces, line ends or characters beyond ASCII.';
}
