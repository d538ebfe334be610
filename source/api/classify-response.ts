import {
	type HttpResponse,
	type Method,
	requestIdOf,
	retryAfterOf,
	displayOrigin,
	serverMessageOf,
} from './response.ts';
import type {Failure} from './failure.ts';
import {fieldErrors} from './field-errors/field-errors.ts';

type Reading = Pick<Failure, 'kind' | 'summary' | 'nextStep'>;

const checkBaseUrl = 'Check the base URL of this profile.';

/** What to do next when nobody knows whether the request took effect: a read may be sent again, a write may not. */
export const nextStepIfUnknown = (method: Method): string => method === 'GET'
	? 'Try again in a while.'
	: 'It may have taken effect: look at the listing before sending again.';

/**
The failure that an answer other than a 2xx stands for. Only 401 is documented (interface.md, "Errors"); the rest follows RFC 9110, section 15.

Any 4xx is `rejected`, save 408 (a part of the service may have read it all the same); 3xx and 5xx are `unknown`. A Retry-After date counts from `now`, in milliseconds since the epoch.
*/
export function classifyResponse(method: Method, answer: HttpResponse, now: number): Failure {
	const {status, headers} = answer;
	const wait = retryAfterOf(headers, now);
	const serverMessage = serverMessageOf(answer);
	// What the words say already is not said again; they are cut at 500 characters.
	const issues = fieldErrors(answer.body ?? answer.text)
		.filter(({path, message}) => path.length > 0 || serverMessage?.startsWith(message.trim().slice(0, 500)) !== true);
	const {kind, summary, nextStep} = readStatus(method, answer, wait);
	return {
		kind,
		outcome: status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown',
		summary: `${summary} (${status}).`,
		nextStep,
		status,
		requestId: requestIdOf(headers),
		serverMessage,
		...(issues.length > 0 && {issues}),
		retryAfter: wait,
	};
}

/** The failure of a 2xx that does not hold what it should. `what` is a sentence without its full stop. */
export function unreadableResponse(method: Method, answer: HttpResponse, summary: string): Failure {
	return {
		kind: 'unreadable',
		outcome: 'unknown',
		summary: `${summary} (${answer.status}).`,
		nextStep: method === 'GET' ? checkBaseUrl : nextStepIfUnknown(method),
		status: answer.status,
		requestId: requestIdOf(answer.headers),
		serverMessage: serverMessageOf(answer),
	};
}

function readStatus(method: Method, answer: HttpResponse, wait: number | undefined): Reading {
	const {status} = answer;
	if (status < 400) {
		return {
			kind: 'redirected',
			summary: `The service sends this request on to ${targetOf(answer)}, which is not followed`,
			nextStep: method === 'GET' ? checkBaseUrl : `${checkBaseUrl} ${nextStepIfUnknown(method)}`,
		};
	}

	if (status >= 500) {
		return {kind: 'server', summary: 'The service failed', nextStep: nextStepIfUnknown(method)};
	}

	switch (status) {
		case 401: {
			return {kind: 'unauthorized', summary: 'The service does not accept the API key', nextStep: 'Check the API key of this profile.'};
		}

		case 403: {
			return {kind: 'forbidden', summary: 'The service does not allow this to the API key', nextStep: 'Ask the provider what this API key may do.'};
		}

		case 404:
		case 410: {
			return method === 'DELETE'
				? {kind: 'not-found', summary: 'The service has no such notification', nextStep: 'Refresh the listing: it may be gone already.'}
				: {kind: 'not-found', summary: 'The service has nothing at this address', nextStep: checkBaseUrl};
		}

		case 405: {
			return {kind: 'invalid', summary: `The service does not allow ${method} at this address`, nextStep: checkBaseUrl};
		}

		case 408: {
			return {kind: 'timeout', summary: 'The service gave up waiting for the request', nextStep: nextStepIfUnknown(method)};
		}

		case 409: {
			return {kind: 'conflict', summary: 'The request contradicts what the service holds', nextStep: 'Refresh the listing, then decide whether to send it again.'};
		}

		case 413: {
			return {kind: 'invalid', summary: 'The request is larger than the service takes', nextStep: 'Shorten it (the template, the filters), then send it again.'};
		}

		case 415: {
			return {kind: 'invalid', summary: 'The service does not take JSON at this address', nextStep: checkBaseUrl};
		}

		case 429: {
			return {
				kind: 'rate-limited',
				summary: 'The service asks for fewer requests',
				nextStep: wait === undefined ? 'Wait a while, then try again.' : `Wait ${wait} s, then try again.`,
			};
		}

		default: {
			return {
				kind: 'invalid',
				summary: 'The service rejected the request',
				nextStep: method === 'POST' ? 'Correct what it names, then send it again.' : 'Read what it says, or ask the provider.',
			};
		}
	}
}

/** Only the origin: the rest of a Location may hold anything. */
function targetOf({headers, url}: HttpResponse): string {
	const location = headers.get('location');
	if (location === null) {
		return 'another address';
	}

	const origin = displayOrigin(location, url);
	return origin === new URL(url).origin ? 'another address of its own' : origin;
}
