import {raiseLimit, sizeText} from '../platform/limits.ts';
import {hideEchoes} from '../terminal/secrets.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Method} from './response.ts';
import {checkBaseUrl, nextStepIfUnknown} from './classify-response.ts';
import type {Failure} from './failure.ts';

/** A request that got no complete response. */
export type RequestAttempt = {
	readonly method: Method;
	readonly url: string;
	/** The timeout of the request in milliseconds. */
	readonly timeout: number;
	/** The reason why this program ended the request; undefined if it did not. */
	readonly stopped?: 'timeout' | 'cancelled' | undefined;
	/** The maximum size of the response's headers in bytes. */
	readonly headerLimit?: number;
};

type Cause = {
	readonly code: string;
	readonly syscall: unknown;
	/** Whether it occurred before the connection was secure. */
	readonly isHandshake: boolean;
	/** The content encoding that is not supported. */
	readonly encoding: unknown;
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
	const {method, stopped} = attempt;
	if (stopped === 'cancelled') {
		return {
			kind: 'cancelled',
			outcome: 'unknown',
			summary: 'The request was cancelled.',
			nextStep: nextStepIfUnknown(method),
		};
	}

	const origin = sanitise(new URL(attempt.url).origin);
	if (stopped === 'timeout') {
		return {
			kind: 'timeout',
			outcome: 'unknown',
			summary: `No complete response from ${origin} within ${attempt.timeout / 1000} s.`,
			nextStep: nextStepIfUnknown(method),
		};
	}

	const causes = [...causesOf(error)];
	for (const {code, syscall, isHandshake} of causes) {
		const reason = notSentReason(code, syscall) ?? (isHandshake ? 'the TLS handshake failed' : undefined);
		if (reason !== undefined) {
			return {
				kind: 'unreachable',
				outcome: 'not-sent',
				summary: `Could not reach ${origin} (${reason}: ${sanitise(code)}).`,
				nextStep: `${method === 'GET' ? '' : 'Nothing was sent. '}${checkBaseUrl} Check your network.`,
			};
		}
	}

	if (attempt.headerLimit !== undefined && causes.some(({code}) => code === 'HPE_HEADER_OVERFLOW')) {
		return {
			kind: 'unreadable',
			outcome: 'unknown',
			summary: `The headers of the response from ${origin} are larger than ${sizeText(attempt.headerLimit)}.`,
			nextStep: `${nextStepIfUnknown(method)} ${raiseLimit('headers')}`,
		};
	}

	const unreadable = unreadableReason(origin, causes);
	if (unreadable !== undefined) {
		return {
			kind: 'unreadable',
			outcome: 'unknown',
			summary: unreadable,
			nextStep: method === 'GET' ? checkBaseUrl : nextStepIfUnknown(method),
		};
	}

	const code = causes.findLast(cause => /^[A-Z][\dA-Z_]+$/v.test(cause.code))?.code ?? 'no error code';
	return {
		kind: 'unreachable',
		outcome: 'unknown',
		summary: `The connection to ${origin} was lost (${sanitise(code)}).`,
		nextStep: nextStepIfUnknown(method),
	};
}

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

/** Returns a sentence about a response that arrived but cannot be read; undefined for any other error. */
function unreadableReason(origin: string, causes: readonly Cause[]): string | undefined {
	for (const {code, encoding} of causes) {
		if (code === 'ERR_CONTENT_ENCODING') {
			return `The response from ${origin} has an unsupported content encoding ("${sanitise(hideEchoes(String(encoding))).slice(0, 40)}"); only gzip and br were offered.`;
		}

		// Z_BUF_ERROR means that the body ended early.
		if (/^Z_(?!BUF_)|^ERR_(?:BROTLI|_ERROR_FORMAT)/v.test(code)) {
			return `The compressed response from ${origin} is damaged (${sanitise(code)}).`;
		}

		if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE' && code !== 'HPE_HEADER_OVERFLOW') {
			return `${origin} does not speak HTTP on this port, or its response is not valid HTTP (${sanitise(code)}).`;
		}
	}

	return undefined;
}

function notSentReason(code: string, syscall: unknown): string | undefined {
	// The same codes can occur on a connection in use, and then the request may have been written.
	if (syscall === 'read' || syscall === 'write') {
		return undefined;
	}

	const otherwise = syscall === 'connect' || syscall === 'getaddrinfo' ? 'connection failed' : undefined;
	return certificateCode.test(code) ? 'certificate not trusted' : (notSentReasons.get(code) ?? otherwise);
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
	yield {
		code: hideEchoes([code, message].find(value => typeof value === 'string') ?? ''),
		syscall,
		isHandshake: isHandshake === true,
		encoding,
	};
	for (const inner of [cause, errors].flat()) {
		yield* causesOf(inner, seen);
	}
}
