import {raiseLimit, sizeText} from '../platform/limits.ts';
import {hideEchoes, hideEchoesIn} from '../terminal/secrets.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Connection} from './connection.ts';
import {tryAgainLater, type Failure, type FieldIssue} from './failure.ts';
import {fieldErrors} from './field-errors.ts';
import {waitText} from './not-before.ts';
import {type HttpResponse, type Method, requestIdOf, retryAfterOf, displayOrigin} from './response.ts';
import {plainText, serverMessageOf, serverWordsOf, wordsKey} from './server-message.ts';

/** The next step if the base URL may be wrong. */
const checkBaseUrl = 'Check --base-url, or the base URL of this profile.';

/** A failure whose advice to check the base URL names the one in use, where it is known. */
export function withAddressHint(failure: Failure, {addressHint}: Pick<Connection, 'addressHint'>): Failure {
	return addressHint === undefined
		? failure
		: {...failure, nextStep: failure.nextStep.replace(checkBaseUrl, () => addressHint)};
}

/** The next step if the outcome of a request is unknown: a read can be sent again, a write cannot. */
const nextStepIfUnknown = (method: Method): string =>
	method === 'GET' ? tryAgainLater : 'It may have taken effect: check the listing before sending again.';

/** The next step if what arrived is no answer of the service. */
const nextStepIfUnreadable = (method: Method): string => (method === 'GET' ? checkBaseUrl : nextStepIfUnknown(method));

/** The failure of a request that its caller cancelled before it was sent. */
export const cancelledBeforeSending: Failure = {
	kind: 'cancelled',
	outcome: 'not-sent',
	summary: 'The request was cancelled before it was sent.',
	nextStep: 'Send it again when you are ready.',
};

/** The failure of a request for which the environment names an unusable proxy. Sending it without a proxy would reveal to the network what the proxy is to hide. */
export const unusableProxy = (origin: string, problem: string): Failure => ({
	kind: 'unreachable',
	isLasting: true,
	outcome: 'not-sent',
	summary: `Could not reach ${sanitise(origin)}: ${problem}.`,
	nextStep: 'Nothing was sent. Correct the variable, or add the host to NO_PROXY.',
});

/**
Classifies a response other than a 2xx. Only 401 is documented (interface.md, "Errors"); the rest follows RFC 9110, section 15.

A 4xx is `rejected`, except 408, which a proxy may send after the service has read the request. A 3xx or 5xx is `unknown`. `now`: see `retryAfterOf`.

API keys that the response repeats are hidden, whole or in part (`hideEchoes`).
*/
export function classifyResponse(method: Method, received: HttpResponse, now: number): Failure {
	const response = withoutEchoes(received);
	const {status, headers} = response;
	const retryAfter = retryAfterOf(headers, now);
	const words = serverWordsOf(response);
	// A message is shown once: not as an issue if it is in the service's words, and not in those if it is the message of a field.
	const isSaid = saidIn(words);
	const issues = fieldErrors(response.body ?? plainText(response.text)).filter(
		({path, message}) => path.length > 0 || !isSaid(message),
	);
	const isAtField = saidIn(issues.map(({message}) => message));
	const others = words.filter(text => !isAtField(text));
	const {kind, summary, nextStep} = meaningOf(method, response);
	const isRejection = status >= 400 && status < 500 && status !== 408;
	const wait = retryAfter === undefined ? '' : ` ${waitText(retryAfter, now)}`;
	const isAboutField = issues.some(({path}) => path.length > 0);
	const rejectedStep = isAboutField
		? 'Correct the fields that are named, and send again.'
		: "Read the service's message, or ask the provider.";
	return {
		kind,
		outcome: isRejection ? 'rejected' : 'unknown',
		summary: `${summary} (${status}).`,
		nextStep: kind === 'rate-limited' ? `Wait${wait} before trying again.` : (nextStep ?? rejectedStep),
		status,
		retryAfter,
		method,
		...hideEchoesIn({
			requestId: requestIdOf(headers),
			serverMessage: serverMessageOf(response, others, issues.length > 0),
		}),
		...(issues.length > 0 && {
			issues: issues.map(({path, message}) => ({path: hideEchoesInPath(path), message: hideEchoes(message)})),
		}),
	};
}

/** The failure of a 2xx with an unexpected body; API keys are hidden as in `classifyResponse`. `summary` is a sentence without its full stop. */
export function unreadableResponse(method: Method, received: HttpResponse, summary: string): Failure {
	const response = withoutEchoes(received);
	return {
		kind: 'unreadable',
		outcome: 'unknown',
		summary: `${summary} (${response.status}).`,
		nextStep: nextStepIfUnreadable(method),
		status: response.status,
		...hideEchoesIn({
			requestId: requestIdOf(response.headers),
			serverMessage: serverMessageOf(response, serverWordsOf(response)),
		}),
	};
}

/** Hides API keys in the path of a field. If the steps contain one only when joined for display, the path becomes a single step. */
function hideEchoesInPath(path: FieldIssue['path']): FieldIssue['path'] {
	const shown = path.join('.');
	const hidden = hideEchoes(shown);
	return hidden === shown ? path : [hidden];
}

/** Removes API keys from a response. Texts made from it are checked again, because a key may be split between two texts that are then joined. */
const withoutEchoes = ({headers, text, body, ...rest}: HttpResponse): HttpResponse => ({
	...rest,
	...hideEchoesIn({headers, text, body}),
});

const saidIn = (words: readonly string[]) => {
	const said = new Set(words.map(text => wordsKey(text)));
	return (text: string): boolean => said.has(wordsKey(text));
};

/** `nextStep`: undefined if it depends on more than the status. */
type StatusMeaning = Pick<Failure, 'kind' | 'summary'> & {readonly nextStep?: string};

/** The statuses that are redirects (RFC 9110, section 15.4). A 300 offers a choice, and a 304 says that a cached copy is valid. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const noEndpoint: StatusMeaning = {
	kind: 'not-found',
	summary: 'The service has no such endpoint',
	nextStep: checkBaseUrl,
};

const noNotification: StatusMeaning = {
	kind: 'not-found',
	summary: 'The service has no such notification',
	nextStep: 'Refresh the listing: it may have been deleted already.',
};

/** The meanings of rejections with a status of their own. */
const rejections: Readonly<Record<number, StatusMeaning>> = {
	401: {
		kind: 'unauthorized',
		summary: 'The service rejected the API key',
		nextStep: 'Check CHAINBELL_API_KEY, or the API key of this profile.',
	},
	403: {
		kind: 'forbidden',
		summary: 'This API key is not allowed to do that',
		nextStep: 'Ask the provider what this API key is allowed to do.',
	},
	404: noEndpoint,
	409: {
		kind: 'conflict',
		summary: 'The request conflicts with existing data',
		nextStep: 'Refresh the listing before sending again.',
	},
	410: noEndpoint,
	413: {
		kind: 'invalid',
		summary: 'The request is too large',
		nextStep: 'Shorten the template or remove filters, then send again.',
	},
	415: {kind: 'invalid', summary: 'The service does not accept JSON on this endpoint', nextStep: checkBaseUrl},
	429: {kind: 'rate-limited', summary: 'Rate limited'},
};

function meaningOf(method: Method, response: HttpResponse): StatusMeaning {
	const {status} = response;
	const unknown = nextStepIfUnknown(method);
	if (redirects.has(status)) {
		return {
			kind: 'redirected',
			summary: `The service redirected the request to ${redirectTarget(response)}, and chainbell does not follow redirects`,
			nextStep: method === 'GET' ? checkBaseUrl : `${checkBaseUrl} ${unknown}`,
		};
	}

	if (status < 400) {
		const isUnchanged = status === 304;
		return {
			kind: 'unreadable',
			summary: isUnchanged
				? 'The service sent no content, only that nothing has changed, which was not asked'
				: 'The service sent a status that is no answer to this request',
			nextStep: nextStepIfUnreadable(method),
		};
	}

	if (status >= 500) {
		return {kind: 'server', summary: 'The service failed', nextStep: unknown};
	}

	if (status === 405) {
		return {
			kind: 'invalid',
			summary: `The service does not allow ${method} on this endpoint`,
			nextStep: checkBaseUrl,
		};
	}

	if (status === 408) {
		return {kind: 'timeout', summary: 'The service timed out waiting for the request', nextStep: unknown};
	}

	const meaning = rejections[status] ?? {kind: 'invalid', summary: 'The service rejected the request'};
	return method === 'DELETE' && meaning === noEndpoint ? noNotification : meaning;
}

/** The origin of a redirect. The rest of a Location may contain anything, so it is not shown. */
function redirectTarget({headers: {location}, url}: HttpResponse): string {
	if (location === undefined) {
		return 'another address';
	}

	const origin = displayOrigin(location, url);
	return origin === new URL(url).origin ? 'another address on its own origin' : origin;
}

/** A request that got no complete response. */
type RequestAttempt = {
	readonly method: Method;
	readonly url: string;
	/** The timeout of the request in milliseconds. */
	readonly timeout: number;
	/** The reason why this program ended the request; undefined if it did not. */
	readonly stopped?: 'timeout' | 'cancelled' | undefined;
	/** The maximum size of the response's headers in bytes. */
	readonly headerLimit: number;
};

/** The meanings of the error codes that occur before a request is written (Node's documentation of errors, and libuv's of error codes). */
const notSentReasons = new Map([
	['ENOTFOUND', 'unknown host name'],
	['EAI_AGAIN', 'host name lookup failed'],
	['ECONNREFUSED', 'connection refused'],
	['EHOSTUNREACH', 'host unreachable'],
	['ENETUNREACH', 'network unreachable'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'no HTTPS on this port'],
	['ERR_PROXY_TUNNEL', 'the proxy refused the connection'],
]);

/** Matches the verification errors of Node's tls module. An `ERR_SSL_…CERTIFICATE…` is an alert, which may come after the request was written. */
const certificateCode =
	/^(?!ERR_SSL_)\w*CERT\w*$|^UNABLE_TO_\w+$|^CRL_\w+$|^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/v;

/**
Classifies an error thrown while sending a request or reading its response.

Failures of name lookup, connect and certificate check are `not-sent`. After anything else the request may have been written: `unknown`.

@param error - The thrown value, of any type.
@param attempt - The request, and whether a timeout or the caller ended it.
*/
export function classifyError(error: unknown, attempt: RequestAttempt): Failure {
	const {method, stopped, headerLimit} = attempt;
	const unknown = {outcome: 'unknown', nextStep: nextStepIfUnknown(method)} as const;
	if (stopped === 'cancelled') {
		return {...unknown, kind: 'cancelled', summary: 'The request was cancelled.'};
	}

	const origin = sanitise(new URL(attempt.url).origin);
	if (stopped === 'timeout') {
		const summary = `No complete response from ${origin} within ${attempt.timeout / 1000} s.`;
		return {...unknown, kind: 'timeout', summary};
	}

	const causes = [...causesOf(error)];
	for (const cause of causes) {
		const reason = notSentReason(cause);
		if (reason !== undefined) {
			return {
				kind: 'unreachable',
				outcome: 'not-sent',
				summary: `Could not reach ${origin} (${reason}: ${sanitise(cause.code)}).`,
				nextStep: `${method === 'GET' ? '' : 'Nothing was sent. '}${checkBaseUrl} Check your network.`,
			};
		}
	}

	if (causes.some(({code}) => code === 'HPE_HEADER_OVERFLOW')) {
		return {
			...unknown,
			kind: 'unreadable',
			summary: `The headers of the response from ${origin} are larger than ${sizeText(headerLimit)}.`,
			nextStep: `${unknown.nextStep} ${raiseLimit('headers')}`,
		};
	}

	const unreadable = causes.map(cause => unreadableReason(origin, cause)).find(reason => reason !== undefined);
	if (unreadable !== undefined) {
		return {...unknown, kind: 'unreadable', summary: unreadable, nextStep: nextStepIfUnreadable(method)};
	}

	const code = causes.findLast(cause => /^[A-Z][\dA-Z_]+$/v.test(cause.code))?.code ?? 'no error code';
	return {...unknown, kind: 'unreachable', summary: `The connection to ${origin} was lost (${sanitise(code)}).`};
}

type Cause = {
	readonly code: string;
	readonly syscall: unknown;
	/** Whether it occurred before the connection was secure. */
	readonly isHandshake: unknown;
	/** The content encoding that is not supported. */
	readonly encoding: unknown;
};

/** Returns a sentence about a response that arrived but cannot be read; undefined for any other error. */
function unreadableReason(origin: string, {code, encoding}: Cause): string | undefined {
	if (code === 'ERR_CONTENT_ENCODING') {
		return `The response from ${origin} has an unsupported content encoding ("${sanitise(hideEchoes(String(encoding))).slice(0, 40)}"); only gzip and br were offered.`;
	}

	// Z_BUF_ERROR means that the body ended early.
	if (/^Z_(?!BUF_)|^ERR_(?:BROTLI|_ERROR_FORMAT)/v.test(code)) {
		return `The compressed response from ${origin} is damaged (${sanitise(code)}).`;
	}

	return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE'
		? `${origin} does not speak HTTP on this port, or its response is not valid HTTP (${sanitise(code)}).`
		: undefined;
}

function notSentReason({code, syscall, isHandshake}: Cause): string | undefined {
	// The same codes can occur on a connection in use, and then the request may have been written.
	const isInUse = syscall === 'read' || syscall === 'write';
	if (!isInUse && certificateCode.test(code)) {
		return 'certificate not trusted';
	}

	const isConnecting = syscall === 'connect' || syscall === 'getaddrinfo';
	const reason = isInUse ? undefined : (notSentReasons.get(code) ?? (isConnecting ? 'connection failed' : undefined));
	return reason ?? (isHandshake === true ? 'the TLS handshake failed' : undefined);
}

/**
Walks an error and its causes: ofetch wraps the error that has the code, and a connection attempt to several addresses fails with one error each.

@yields The code (or else the message) of each error, its system call, and the details from api/http.ts.
*/
function* causesOf(error: unknown, seen = new Set<unknown>()): Generator<Cause> {
	if (typeof error !== 'object' || error === null || seen.has(error)) {
		return;
	}

	seen.add(error);
	const {code, message, syscall, isHandshake, encoding, cause, errors} = error as Record<string, unknown>;
	const named = [code, message].find(value => typeof value === 'string') ?? '';
	yield {code: hideEchoes(named), syscall, isHandshake, encoding};
	for (const inner of [cause, errors].flat()) {
		yield* causesOf(inner, seen);
	}
}
