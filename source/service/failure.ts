import {namedIssueText, type NamedIssue} from '../notification/operation-texts.ts';
import {joined} from '../platform/text.ts';
import {hideEchoes} from '../terminal/secrets.ts';

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

/** A problem with one field of a request. */
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
	/** One line that says what happened. */
	readonly summary: string;
	/** One line that says what to do next and, for a write of unknown outcome, that it may have taken effect. */
	readonly nextStep: string;
	/** The method of the request, if the service responded to it. */
	readonly method?: Method | undefined;
	readonly status?: number | undefined;
	readonly requestId?: string | undefined;
	/** The service's own message, as received: sanitise before showing. */
	readonly serverMessage?: string | undefined;
	readonly issues?: readonly FieldIssue[] | undefined;
	/** Whether another attempt in this process would fail in the same way. */
	readonly isLasting?: true | undefined;
	/** Seconds to wait before a retry, if the service sent them. */
	readonly retryAfter?: number | undefined;
};

/** Whether the service refused the API key, either entirely (401) or for this request (403). */
export const isKeyRefusal = (failure: Failure | undefined): boolean =>
	failure?.kind === 'unauthorized' || failure?.kind === 'forbidden';

/** The value of a request, or its failure. */
export type Result<T> = {readonly ok: true; readonly value: T} | {readonly ok: false; readonly failure: Failure};

/** A successful result. */
export const succeed = <T>(value: T): Result<T> => ({ok: true, value});

/** A failed result. */
export const fail = (failure: Failure): Result<never> => ({ok: false, failure});

/** The next step after a read that failed for a reason that may pass. */
export const tryAgainLater = 'Try again later.';

/** The maximum length of `serviceWords` in characters. */
const longestWords = 1000;

/** The service's messages about a failure, including those about fields; cut after 1,000 characters, and empty if there are none. Sanitise it before showing it; known secrets are hidden already. */
export function serviceWords({serverMessage = '', issues = []}: Failure): string {
	const texts = [serverMessage, ...issuesOf({issues}).map(issue => namedIssueText(issue))];
	const words = hideEchoes(joined(texts, ' '));
	return words.length > longestWords ? `${words.slice(0, longestWords)}…` : words;
}

/** The problems of a failure with single fields, as received. Sanitise them before showing them. */
export const issuesOf = ({issues = []}: Pick<Failure, 'issues'>): readonly NamedIssue[] =>
	issues.map(({path, message}) => ({field: path.join('.'), message: message.trim()}));

/** A failure in sentences: its summary and the service's messages, as received. Sanitise it before showing it. */
export function failureText(failure: Failure): string {
	return joined([failure.summary, saidText(failure)], ' ');
}

/** What the service said about a failure, as a sentence; empty if it said nothing. Sanitise it before showing it. */
export function saidText(failure: Failure): string {
	const words = serviceWords(failure);
	return words === '' ? '' : `The service said: "${words}"${/[!.?…]$/v.test(words) ? '' : '.'}`;
}

/** The summary of a failure. If the service refused the API key, its messages are included, because they may name the key it requires. Sanitise it before showing it. */
export const failureSentence = (failure: Failure): string =>
	isKeyRefusal(failure) ? failureText(failure) : failure.summary;
