import {failureText, type Failure} from '../service/failure.ts';
import {lowerFirst} from '../platform/text.ts';
import type {RequestEntry} from '../storage/journal/operation.ts';

/** The sentences for requests whose outcome is not known, not yet safe to show: `Not known whether it was created: the service failed (500).` `failure`: that of the request just sent. */
export function unknownText(what: string, requests: readonly RequestEntry[], failure: Failure | undefined): string {
	if (failure !== undefined && failure.outcome !== 'unknown') {
		// An earlier request may still have taken effect.
		return `${failureText(failure)} ${unknownText(what, requests, undefined)}`;
	}

	return `Not known whether ${what}: ${lowerFirst(unknownReason(requests, failure))}`;
}

/** The reason why the outcome of requests is not known: that of the request just sent, or else of the last one that may have taken effect. */
function unknownReason(requests: readonly RequestEntry[], failure: Failure | undefined): string {
	const {summary = 'no response was recorded.'} =
		requests.findLast(({outcome}) => outcome === 'unknown' || outcome === 'sent') ?? requests.at(-1) ?? {};
	return failure === undefined ? summary : failureText(failure);
}

/** The reason why no listing decides, to be said after `unknownText`: what that says already is not repeated. */
export const listingProblem = (
	problem: string | undefined,
	requests: readonly RequestEntry[],
	failure: Failure | undefined,
): string | undefined =>
	problem !== undefined && unknownReason(requests, failure).includes(problem)
		? 'The listing failed in the same way.'
		: problem;
