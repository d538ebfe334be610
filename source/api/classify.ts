import {
	type Answer,
	type Method,
	requestId,
	retryAfter,
	shownOrigin,
	wordsOf,
} from './answer.ts';
import type {Failure} from './failure.ts';
import {fieldErrors} from './field-errors.ts';

type Reading = Pick<Failure, 'kind' | 'what' | 'advice'>;

const checkBaseUrl = 'Check the base URL of this profile.';

/** What to do next when nobody knows whether the request took effect: a read may be sent again, a write may not. */
export const whenUnknown = (method: Method): string => method === 'GET'
	? 'Try again in a while.'
	: 'It may have taken effect: look at the listing before sending again.';

/**
The failure that an answer other than a 2xx stands for. Only 401 is documented (interface.md, "Errors"); the rest follows RFC 9110, section 15.

Any 4xx is `rejected`, save 408 (a part of the service may have read it all the same); 3xx and 5xx are `unknown`. A Retry-After date counts from `now`, in milliseconds since the epoch.
*/
export function classifyAnswer(method: Method, answer: Answer, now: number): Failure {
	const {status, headers} = answer;
	const wait = retryAfter(headers, now);
	const words = wordsOf(answer);
	// What the words say already is not said again; they are cut at 500 characters.
	const issues = fieldErrors(answer.body ?? answer.text)
		.filter(({path, message}) => path.length > 0 || words?.startsWith(message.trim().slice(0, 500)) !== true);
	const {kind, what, advice} = readStatus(method, answer, wait);
	return {
		kind,
		outcome: status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown',
		what: `${what} (${status}).`,
		advice,
		status,
		requestId: requestId(headers),
		words,
		...(issues.length > 0 && {issues}),
		retryAfter: wait,
	};
}

/** The failure of a 2xx that does not hold what it should. `what` is a sentence without its full stop. */
export function classifyUnreadable(method: Method, answer: Answer, what: string): Failure {
	return {
		kind: 'unreadable',
		outcome: 'unknown',
		what: `${what} (${answer.status}).`,
		advice: method === 'GET' ? checkBaseUrl : whenUnknown(method),
		status: answer.status,
		requestId: requestId(answer.headers),
		words: wordsOf(answer),
	};
}

function readStatus(method: Method, answer: Answer, wait: number | undefined): Reading {
	const {status} = answer;
	if (status < 400) {
		return {
			kind: 'redirected',
			what: `The service sends this request on to ${targetOf(answer)}, which is not followed`,
			advice: method === 'GET' ? checkBaseUrl : `${checkBaseUrl} ${whenUnknown(method)}`,
		};
	}

	if (status >= 500) {
		return {kind: 'server', what: 'The service failed', advice: whenUnknown(method)};
	}

	switch (status) {
		case 401: {
			return {kind: 'unauthorized', what: 'The service does not accept the API key', advice: 'Check the API key of this profile.'};
		}

		case 403: {
			return {kind: 'forbidden', what: 'The service does not allow this to the API key', advice: 'Ask the provider what this API key may do.'};
		}

		case 404:
		case 410: {
			return method === 'DELETE'
				? {kind: 'not-found', what: 'The service has no such notification', advice: 'Refresh the listing: it may be gone already.'}
				: {kind: 'not-found', what: 'The service has nothing at this address', advice: checkBaseUrl};
		}

		case 405: {
			return {kind: 'invalid', what: `The service does not allow ${method} at this address`, advice: checkBaseUrl};
		}

		case 408: {
			return {kind: 'timeout', what: 'The service gave up waiting for the request', advice: whenUnknown(method)};
		}

		case 409: {
			return {kind: 'conflict', what: 'The request contradicts what the service holds', advice: 'Refresh the listing, then decide whether to send it again.'};
		}

		case 413: {
			return {kind: 'invalid', what: 'The request is larger than the service takes', advice: 'Shorten it (the template, the filters), then send it again.'};
		}

		case 415: {
			return {kind: 'invalid', what: 'The service does not take JSON at this address', advice: checkBaseUrl};
		}

		case 429: {
			return {
				kind: 'rate-limited',
				what: 'The service asks for fewer requests',
				advice: wait === undefined ? 'Wait a while, then try again.' : `Wait ${wait} s, then try again.`,
			};
		}

		default: {
			return {
				kind: 'invalid',
				what: 'The service rejected the request',
				advice: method === 'POST' ? 'Correct what it names, then send it again.' : 'Read what it says, or ask the provider.',
			};
		}
	}
}

/** Only the origin: the rest of a Location may hold anything. */
function targetOf({headers, url}: Answer): string {
	const location = headers.get('location');
	if (location === null) {
		return 'another address';
	}

	const origin = shownOrigin(location, url);
	return origin === new URL(url).origin ? 'another address of its own' : origin;
}
