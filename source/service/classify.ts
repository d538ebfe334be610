import process from 'node:process';
import {member} from '../platform/json.ts';
import {raiseLimit, sizeText} from '../platform/limits.ts';
import {joined} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideEchoes, hideEchoesIn} from '../terminal/secrets.ts';
import {
	tryAgainLater,
	type Failure,
	type FieldIssue,
	type HttpResponse,
	type Method,
	type ResponseHeaders,
} from './failure.ts';
import {fieldErrors} from './field-errors.ts';
import {waitText} from './retry.ts';

/** The next step if the base URL may be wrong. */
export const checkBaseUrl = 'Check --base-url, or the base URL of this profile.';

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
	const rejectedStep = issues.some(({path}) => path.length > 0)
		? 'Correct the fields that are named, and send again.'
		: "Read the service's message, or ask the provider.";
	const otherStep = nextStep ?? (isRejection ? rejectedStep : nextStepIfUnknown(method));
	return {
		kind,
		outcome: isRejection ? 'rejected' : 'unknown',
		nextStep: kind === 'rate-limited' ? `Wait${wait} before trying again.` : otherStep,
		retryAfter,
		method,
		...answered(response, summary, others, issues),
	};
}

/** The failure of a 2xx with an unexpected body; API keys are hidden as in `classifyResponse`. `summary` is a sentence without its full stop. */
export function unreadableResponse(method: Method, received: HttpResponse, summary: string): Failure {
	const response = withoutEchoes(received);
	const nextStep = nextStepIfUnreadable(method);
	return {kind: 'unreadable', outcome: 'unknown', nextStep, ...answered(response, summary, serverWordsOf(response))};
}

/** What a failure has of its response. */
const answered = (
	response: HttpResponse,
	summary: string,
	words: readonly string[],
	issues: readonly FieldIssue[] = [],
) => ({
	summary: `${summary} (${response.status}).`,
	status: response.status,
	...hideEchoesIn({
		requestId: requestIdOf(response.headers),
		serverMessage: serverMessageOf(response, words, issues.length > 0),
		...(issues.length > 0 && {issues}),
	}),
});

/** Removes API keys from a response. Texts made from it are checked again, because a key may be split between two texts that are then joined. */
const withoutEchoes = ({headers, text, body, ...rest}: HttpResponse): HttpResponse => ({
	...rest,
	...hideEchoesIn({headers, text, body}),
});

/** `nextStep`: undefined if it depends on more than the status. */
type StatusMeaning = Pick<Failure, 'kind' | 'summary'> & {readonly nextStep?: string};

/** The statuses that are redirects (RFC 9110, section 15.4). A 300 offers a choice, and a 304 says that a cached copy is valid. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const noEndpoint: StatusMeaning = {
	kind: 'not-found',
	summary: 'The service has no such endpoint',
	nextStep: checkBaseUrl,
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
	405: {kind: 'invalid', summary: 'The service does not allow this method on this endpoint', nextStep: checkBaseUrl},
	408: {kind: 'timeout', summary: 'The service timed out waiting for the request'},
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
	429: {kind: 'rate-limited', summary: 'Rate limited'},
};

function meaningOf(method: Method, response: HttpResponse): StatusMeaning {
	const {status, headers, url} = response;
	if (redirects.has(status)) {
		return {
			kind: 'redirected',
			summary: `The service redirected the request to ${displayOrigin(headers.location ?? 'about:blank', url)}, and chainbell does not follow redirects`,
			nextStep: method === 'GET' ? checkBaseUrl : `${checkBaseUrl} ${nextStepIfUnknown(method)}`,
		};
	}

	if (status < 400) {
		return {
			kind: 'unreadable',
			summary: 'The service sent a status that is no answer to this request',
			nextStep: nextStepIfUnreadable(method),
		};
	}

	if (status >= 500) {
		return {kind: 'server', summary: 'The service failed'};
	}

	const meaning = rejections[status] ?? {kind: 'invalid', summary: 'The service rejected the request'};
	return method === 'DELETE' && meaning === noEndpoint
		? {
				kind: 'not-found',
				summary: 'The service has no such notification',
				nextStep: 'Refresh the listing: it may have been deleted already.',
			}
		: meaning;
}

/**
The origin of a URL from the service, safe to show; "another address" if it has none. A URL that contains a secret is not shown, because a lower-case host name would disguise the secret.
*/
export function displayOrigin(written: string, base: string): string {
	const origin = hideEchoes(written) === written ? URL.parse(written, base)?.origin : undefined;
	return origin === undefined || origin === 'null' ? 'another address' : sanitise(origin);
}

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

/**
Reads Retry-After, as seconds or as a date in any of its three forms (RFC 9110, sections 10.2.3 and 5.6.7). A date counts from the Date of the response, which is by the same clock; without one from `now`, in milliseconds since the epoch.

@returns Seconds, rounded up, 0 for a date in the past; undefined if the header is missing or malformed.
*/
export function retryAfterOf(headers: ResponseHeaders, now: number): number | undefined {
	const value = headers['retry-after'] ?? '';
	const from = parseDate(headers.date) ?? now;
	const seconds = /^\d+$/v.test(value) ? Number(value) : Math.ceil(((parseDate(value) ?? NaN) - from) / 1000);
	return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), longestWait);
}

/** The milliseconds of an HTTP date since the epoch. `Date.parse` alone accepts too much. The asctime form names no time zone, but is in GMT. */
function parseDate(text = ''): number | undefined {
	const isDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/iv.test(text);
	const date = isDate ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;
	return Number.isNaN(date) ? undefined : date;
}

/** The target of the Link header's `rel="next"`, as written (RFC 8288, section 3); undefined if there is none. */
export const nextLink = ({link = ''}: ResponseHeaders): string | undefined =>
	link
		.split(/,\s*(?=<)/v)
		.map(each => /^\s*<([^<>]*)>(.*)$/v.exec(each))
		.find(each => /;\s*rel\s*=(?:[^;]*[\s"])?next(?:[\s";]|$)/iv.test(each?.[2] ?? ''))?.[1];

/** The members that contain a service's messages (interface.md, "Errors"; RFC 9457; RFC 6750, section 3; and other common names), in the order in which they are shown. */
const memberNames = ['title', 'error', 'message', 'detail', 'error_description', 'reason'];

/** The members of an object under one of those names that contain a message. */
const innerNames = ['message', 'detail', 'description', 'error_description'];

/** Matches a parameter of a challenge that describes the problem (RFC 6750, section 3); a quoted string may contain commas (RFC 9110, section 11.2). */
const challengePattern = /\berror(?:_description)?\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s",]+))/giv;

/** The maximum length of a message in characters. */
const longestMessage = 500;

/** Returns a key that is equal for two messages that differ only in case, a full stop or surrounding spaces. */
const wordsKey = (text: string): string => text.trim().replace(/\.$/v, '').toLowerCase();

const saidIn = (words: readonly string[]) => {
	const said = new Set(words.map(text => wordsKey(text)));
	return (text: string): boolean => said.has(wordsKey(text));
};

/** Whether a message is only the reason phrase of a status, which NestJS, Spring and Fastify send beside the message. */
const isReasonPhrase = (message: string): boolean =>
	Object.values(process.getBuiltinModule('node:http').STATUS_CODES).some(
		phrase => phrase?.toLowerCase() === message.toLowerCase(),
	);

/**
The service's messages about a failed request, each once: in the body's members for messages, in a body that is not JSON, and in WWW-Authenticate. A reason phrase ("Unauthorized") counts only if there is nothing else.
*/
function serverWordsOf({body, text, headers}: HttpResponse): string[] {
	const members = memberNames
		.map(name => member(body, name))
		.flatMap(value => [value, ...innerNames.map(name => member(value, name))]);
	const challenges = (headers['www-authenticate'] ?? '').matchAll(challengePattern);
	const found = [
		...(body === undefined ? [plainText(text)] : [body, ...members]),
		...challenges.map(({groups}) => groups!.quoted?.replaceAll(/\\(.)/gv, '$1') ?? groups!.token),
	]
		.filter(part => typeof part === 'string')
		.map(part => part.trim());
	const keys = found.map(part => wordsKey(part));
	const words = found.filter((part, index) => part !== '' && keys.indexOf(keys[index]!) === index);
	const explanations = words.filter(part => !isReasonPhrase(part));
	return explanations.length > 0 ? explanations : words;
}

/**
The service's own message, at most about 500 characters: its words or, if it has none, the whole body. Undefined if there is nothing, or if the issues of the body say it.

Sanitise it before showing it.
*/
function serverMessageOf({text}: HttpResponse, words: readonly string[], hasIssues = false): string | undefined {
	const isSaid = hasIssues && words.every(part => isReasonPhrase(part));
	const said = words
		.map((part, index) => (index === words.length - 1 || /\p{Punctuation}$/v.test(part) ? part : `${part}:`))
		.join(' ');
	const whole = words.length > 0 ? said : text.trim();
	const shown = whole.length > longestMessage ? `${whole.slice(0, longestMessage)}…` : whole;
	return isSaid || whole === '' ? undefined : shown;
}

/** The text of a body that is not JSON. Of an HTML or XML page it is all words outside of scripts, each piece once. Each character is read once, so that a hostile page costs no time. */
export function plainText(text: string): string {
	if (!/^\s*<(?:[!?]|(?:html|head|body|title|center|div|h1|p|pre)\b)/iv.test(text)) {
		return text;
	}

	const pieces = text
		.replaceAll(/<(?:script|style)\b[^<]*(?:<(?!\/(?:script|style)\b)[^<]*)*/giv, '')
		.split(/<[^<>]*(?:>|$)/v)
		.map(piece => plain(piece));
	return joined([...new Set(pieces)], ' ');
}

const entities: Readonly<Record<string, string>> = {lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&'};

const plain = (text: string): string =>
	text
		.replaceAll(/&(lt|gt|quot|#39|amp);/gv, (_, name: string) => entities[name]!)
		.replaceAll(/\s+/gv, ' ')
		.trim();

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
		return `The response from ${origin} has an unsupported content encoding ("${sanitise(hideEchoes(String(encoding))).slice(0, 40)}"); only gzip was offered.`;
	}

	// Z_BUF_ERROR means that the body ended early.
	if (/^Z_(?!BUF_)/v.test(code)) {
		return `The compressed response from ${origin} is damaged (${sanitise(code)}).`;
	}

	return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE'
		? `${origin} does not speak HTTP on this port, or its response is not valid HTTP (${sanitise(code)}).`
		: undefined;
}

function notSentReason({code, syscall, isHandshake}: Cause): string | undefined {
	// The same codes can occur on a connection in use, and then the request may have been written.
	if (isHandshake !== true && (syscall === 'read' || syscall === 'write')) {
		return undefined;
	}

	const other = isHandshake === true ? 'the TLS handshake failed' : undefined;
	const unconnected = syscall === 'connect' || syscall === 'getaddrinfo' ? 'connection failed' : other;
	return certificateCode.test(code) ? 'certificate not trusted' : (notSentReasons.get(code) ?? unconnected);
}

/**
Walks an error and its causes: ofetch wraps the error that has the code, and a connection attempt to several addresses fails with one error each.

@yields The code (or else the message) of each error, its system call, and the details from service/http.ts.
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
