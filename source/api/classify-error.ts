import {sanitise} from '../terminal/sanitise.ts';
import type {Method} from './response.ts';
import {nextStepIfUnknown} from './classify-response.ts';
import type {Failure} from './failure.ts';

/** A request that got no whole answer. */
export type RequestAttempt = {
	readonly method: Method;
	readonly url: string;
	/** Milliseconds the request was allowed to take. */
	readonly timeout: number;
	/** What ended it, when it was not the network. */
	readonly stopped?: 'timeout' | 'cancelled' | undefined;
};

/** Failures from before a request is written, by code. */
const beforeSending = new Map([
	['ENOTFOUND', 'its name is not known'],
	['EAI_AGAIN', 'its name could not be looked up'],
	['ECONNREFUSED', 'it refuses the connection'],
	['EHOSTUNREACH', 'there is no way to it'],
	['ENETUNREACH', 'there is no way to it'],
	['UND_ERR_CONNECT_TIMEOUT', 'it does not take the connection'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak https on this port'],
]);

/** The verification errors of Node's tls module. An `ERR_SSL_…CERTIFICATE…` is an alert, which may come after the request was written. */
const certificate = /^(?!ERR_SSL_)\w*CERT\w*$|^UNABLE_TO_\w+$|^CRL_\w+$|^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/v;

/**
The failure that an error thrown by fetch, or while reading a body, stands for.

Name look-up, connect and certificate failures are `not-sent`; whatever else happened, the request may have been written, so it is `unknown`.
*/
export function classifyError(error: unknown, attempt: RequestAttempt): Failure {
	const {method, stopped} = attempt;
	if (stopped === 'cancelled') {
		return {
			kind: 'cancelled', outcome: 'unknown', summary: 'The request was cancelled.', nextStep: nextStepIfUnknown(method),
		};
	}

	const origin = sanitise(new URL(attempt.url).origin);
	const causes = [...causesOf(error)];
	if (stopped === 'timeout' || causes.some(({code}) => code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')) {
		return {
			kind: 'timeout', outcome: 'unknown', summary: `No whole answer from ${origin} within ${attempt.timeout / 1000} s.`, nextStep: nextStepIfUnknown(method),
		};
	}

	for (const {code, syscall} of causes) {
		const why = whyNotSent(code, syscall);
		if (why !== undefined) {
			return {
				kind: 'unreachable',
				outcome: 'not-sent',
				summary: `Cannot reach ${origin}: ${why} (${sanitise(code)}).`,
				nextStep: 'Check the base URL of this profile, and the network.',
			};
		}
	}

	const code = causes.findLast(cause => /^[A-Z][\dA-Z_]+$/v.test(cause.code))?.code ?? 'no code';
	return {
		kind: 'unreachable',
		outcome: 'unknown',
		summary: `The connection to ${origin} broke before the whole answer arrived (${sanitise(code)}).`,
		nextStep: nextStepIfUnknown(method),
	};
}

/** The failure of a request that its caller cancelled before it was sent. */
export const cancelledBeforeSending: Failure = {
	kind: 'cancelled', outcome: 'not-sent', summary: 'The request was cancelled before it was sent.', nextStep: 'Send it again when ready.',
};

function whyNotSent(code: string, syscall: unknown): string | undefined {
	// A connection in use can meet the same codes, and then the request may have been written.
	if (syscall === 'read' || syscall === 'write') {
		return undefined;
	}

	const anyOther = syscall === 'connect' || syscall === 'getaddrinfo' ? 'no connection could be made' : undefined;
	return certificate.test(code) ? 'its certificate is not trusted' : (beforeSending.get(code) ?? anyOther);
}

/**
Walks an error and whatever caused it: fetch wraps the error that tells, and a connect to several addresses fails with one for each.

@yields The code, or else the message, and the system call, of each.
*/
function * causesOf(error: unknown, seen = new Set<unknown>()): Generator<{code: string; syscall: unknown}> {
	if (typeof error !== 'object' || error === null || seen.has(error)) {
		return;
	}

	seen.add(error);
	const {code, message, syscall, cause, errors} = error as Record<string, unknown>;
	yield {code: [code, message].find(value => typeof value === 'string') ?? '', syscall};
	for (const inner of [cause, errors].flat()) {
		yield * causesOf(inner, seen);
	}
}
