/**
Whether a request may have taken effect: `not-sent` (name look-up or connect failed), `rejected` (a well-formed 4xx), `unknown` (anything after the request was written: reset, timeout, 5xx, 3xx, a 2xx that cannot be read).
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

/** One complaint of the service about one field. */
export type FieldIssue = {
	/** Where, in the request body: `['event_details', 'filters', 0, 'value']`; empty for the body as a whole. */
	readonly path: ReadonlyArray<string | number>;
	/** The service's words, as received: sanitise before showing. */
	readonly message: string;
};

/** An expected failure of a request: a value, never thrown. */
export type Failure = {
	readonly kind: FailureKind;
	readonly outcome: Outcome;
	/** One line: what happened. */
	readonly summary: string;
	/** One line: what to do next. */
	readonly nextStep: string;
	readonly status?: number | undefined;
	readonly requestId?: string | undefined;
	/** The service's own words, as received: sanitise before showing. */
	readonly serverMessage?: string | undefined;
	readonly issues?: readonly FieldIssue[] | undefined;
	/** Seconds to wait before another try, where the service said so. */
	readonly retryAfter?: number | undefined;
};

export type Result<T> =
	| {readonly ok: true; readonly value: T}
	| {readonly ok: false; readonly failure: Failure};

export const succeed = <T>(value: T): Result<T> => ({ok: true, value});

export const fail = (failure: Failure): Result<never> => ({ok: false, failure});
