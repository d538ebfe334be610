import {hideEchoes, hideEchoesIn} from '../terminal/secrets.ts';
import {type HttpResponse, type Method, requestIdOf, retryAfterOf, displayOrigin} from './response.ts';
import type {Connection} from './connection.ts';
import {tryAgainLater, type Failure, type FieldIssue} from './failure.ts';
import {waitText} from './not-before.ts';
import {fieldErrors} from './field-errors/field-errors.ts';
import {serverMessageOf, serverWordsOf, wordsKey} from './server-message.ts';

/** The statuses that are redirects (RFC 9110, section 15.4). A 300 offers a choice, and a 304 says that a cached copy is valid. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

type StatusMeaning = Pick<Failure, 'kind' | 'summary' | 'nextStep'>;

/** The next step if the base URL may be wrong. */
export const checkBaseUrl = 'Check --base-url, or the base URL of this profile.';

/** A failure whose advice to check the base URL names the one in use, where it is known. */
export function withAddressHint(failure: Failure, {addressHint}: Pick<Connection, 'addressHint'>): Failure {
	return addressHint === undefined
		? failure
		: {...failure, nextStep: failure.nextStep.replace(checkBaseUrl, () => addressHint)};
}

/** The next step if the outcome of a request is unknown: a read can be sent again, a write cannot. */
export const nextStepIfUnknown = (method: Method): string =>
	method === 'GET' ? tryAgainLater : 'It may have taken effect: check the listing before sending again.';

/**
Classifies a response other than a 2xx. Only 401 is documented (interface.md, "Errors"); the rest follows RFC 9110, section 15.

A 4xx is `rejected`, except 408, which a proxy may send after the service has read the request. A 3xx or 5xx is `unknown`. `now`: see `retryAfterOf`.

API keys that the response repeats are hidden, whole or in part (`hideEchoes`).
*/
export function classifyResponse(method: Method, received: HttpResponse, now: number): Failure {
	const response = withoutEchoes(received);
	const {status, headers} = response;
	const wait = retryAfterOf(headers, now);
	const words = serverWordsOf(response);
	// A message is shown once: not as an issue if it is in the service's words, and not in those if it is the message of a field.
	const isSaid = saidIn(words);
	const issues = fieldErrors(response.body ?? response.text).filter(
		({path, message}) => path.length > 0 || !isSaid(message),
	);
	const isAtField = saidIn(issues.map(({message}) => message));
	const serverMessage = serverMessageOf(
		response,
		words.filter(text => !isAtField(text)),
		issues.length > 0,
	);
	const {kind, summary, nextStep} = meaningOf(
		method,
		response,
		{wait, now},
		issues.some(({path}) => path.length > 0),
	);
	return {
		kind,
		outcome: status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown',
		summary: `${summary} (${status}).`,
		nextStep,
		status,
		retryAfter: wait,
		method,
		...hideEchoesIn({requestId: requestIdOf(headers), serverMessage}),
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
		nextStep: method === 'GET' ? checkBaseUrl : nextStepIfUnknown(method),
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
	headers: hideEchoesIn(headers),
	text: hideEchoes(text),
	body: hideEchoesIn(body),
});

const saidIn = (words: readonly string[]) => {
	const said = new Set(words.map(text => wordsKey(text)));
	return (text: string): boolean => said.has(wordsKey(text));
};

function meaningOf(
	method: Method,
	response: HttpResponse,
	{wait, now}: {readonly wait: number | undefined; readonly now: number},
	hasFieldIssues: boolean,
): StatusMeaning {
	const {status} = response;
	if (status < 400 && !redirects.has(status)) {
		return {
			kind: 'unreadable',
			summary:
				status === 304
					? 'The service sent no content, only that nothing has changed, which was not asked'
					: 'The service sent a status that is no answer to this request',
			nextStep: method === 'GET' ? checkBaseUrl : nextStepIfUnknown(method),
		};
	}

	if (status < 400) {
		return {
			kind: 'redirected',
			summary: `The service redirected the request to ${redirectTarget(response)}, and chainbell does not follow redirects`,
			nextStep: method === 'GET' ? checkBaseUrl : `${checkBaseUrl} ${nextStepIfUnknown(method)}`,
		};
	}

	if (status >= 500) {
		return {kind: 'server', summary: 'The service failed', nextStep: nextStepIfUnknown(method)};
	}

	switch (status) {
		case 401: {
			return {
				kind: 'unauthorized',
				summary: 'The service rejected the API key',
				nextStep: 'Check CHAINBELL_API_KEY, or the API key of this profile.',
			};
		}

		case 403: {
			return {
				kind: 'forbidden',
				summary: 'This API key is not allowed to do that',
				nextStep: 'Ask the provider what this API key is allowed to do.',
			};
		}

		case 404:
		case 410: {
			return method === 'DELETE'
				? {
						kind: 'not-found',
						summary: 'The service has no such notification',
						nextStep: 'Refresh the listing: it may have been deleted already.',
					}
				: {kind: 'not-found', summary: 'The service has no such endpoint', nextStep: checkBaseUrl};
		}

		case 405: {
			return {
				kind: 'invalid',
				summary: `The service does not allow ${method} on this endpoint`,
				nextStep: checkBaseUrl,
			};
		}

		case 408: {
			return {
				kind: 'timeout',
				summary: 'The service timed out waiting for the request',
				nextStep: nextStepIfUnknown(method),
			};
		}

		case 409: {
			return {
				kind: 'conflict',
				summary: 'The request conflicts with existing data',
				nextStep: 'Refresh the listing before sending again.',
			};
		}

		case 413: {
			return {
				kind: 'invalid',
				summary: 'The request is too large',
				nextStep: 'Shorten the template or remove filters, then send again.',
			};
		}

		case 415: {
			return {kind: 'invalid', summary: 'The service does not accept JSON on this endpoint', nextStep: checkBaseUrl};
		}

		case 429: {
			return {
				kind: 'rate-limited',
				summary: 'Rate limited',
				nextStep: wait === undefined ? 'Wait before trying again.' : `Wait ${waitText(wait, now)} before trying again.`,
			};
		}

		default: {
			return {
				kind: 'invalid',
				summary: 'The service rejected the request',
				nextStep: hasFieldIssues
					? 'Correct the fields that are named, and send again.'
					: "Read the service's message, or ask the provider.",
			};
		}
	}
}

/** The origin of a redirect. The rest of a Location may contain anything, so it is not shown. */
function redirectTarget({headers: {location}, url}: HttpResponse): string {
	if (location === undefined) {
		return 'another address';
	}

	const origin = displayOrigin(location, url);
	return origin === new URL(url).origin ? 'another address on its own origin' : origin;
}
