/**
Whether a request may have taken effect: `not-sent` (the host name was not found, or no connection was made), `rejected` (a well-formed 4xx), `unknown` (anything after the request was written: a reset, a timeout, a 5xx, a 3xx, a 2xx that cannot be read).
*/
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

export type FailureKind =
	| 'unauthorized'
	| 'forbidden'
	| 'invalid'
	| 'not-found'
	| 'conflict'
	| 'rate-limited'
	| 'server'
	| 'unreachable'
	| 'timeout'
	| 'redirected'
	| 'unreadable'
	| 'cancelled';

/** What is wrong with one field of a request. */
export type FieldIssue = {
	/** The field's path in the request body: `['event_details', 'filters', 0, 'value']`; empty for the body as a whole. */
	readonly path: ReadonlyArray<string | number>;
	/** The service's message, as received: sanitise before showing. */
	readonly message: string;
};

/** A failed request: a value, never thrown. */
export type Failure = {
	readonly kind: FailureKind;
	readonly outcome: Outcome;
	/** One line: what happened. */
	readonly summary: string;
	/** One line: what to do next, and for a write of unknown outcome that it may have taken effect. */
	readonly nextStep: string;
	readonly status?: number | undefined;
	readonly requestId?: string | undefined;
	/** The service's own message, as received: sanitise before showing. */
	readonly serverMessage?: string | undefined;
	readonly issues?: readonly FieldIssue[] | undefined;
	/** Seconds to wait before a retry, where the service said so. */
	readonly retryAfter?: number | undefined;
};

/** The value of a request, or its failure. */
export type Result<T> =
	| {readonly ok: true; readonly value: T}
	| {readonly ok: false; readonly failure: Failure};

/** A successful result. */
export const succeed = <T>(value: T): Result<T> => ({ok: true, value});

/** A failed result. */
export const fail = (failure: Failure): Result<never> => ({ok: false, failure});
