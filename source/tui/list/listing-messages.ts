import {isKeyRefusal, tryAgainLater, type Failure} from '../../api/failure.ts';
import {repeatedIdsText} from '../../api/listing/repeated-ids.ts';
import type {RetryWait} from '../../api/retry.ts';
import {previousIsShown, type AccountListing} from '../../session/listing-state.ts';
import {attemptText} from '../../session/retry-status.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {failureMessages, messages, type Message} from '../shared/message.ts';

/** The messages above the rows, as lines of at most `columns`. `waiting`: the failure after which the listing is tried again; `isShort`: whether there are few lines, so that what to do next comes first. */
export function listingMessages(
	{listing, progress, isOutdated}: Pick<AccountListing, 'listing' | 'progress' | 'isOutdated'>,
	columns: number,
	waiting?: RetryWait,
	isShort = false,
): Message[] {
	if (listing.state === 'loading') {
		return listing.records.length === 0 ? loadingMessages(waiting, columns) : [];
	}

	if (listing.state === 'failed') {
		return progress !== undefined && waiting !== undefined
			? loadingMessages(waiting, columns)
			: failedMessages(listing.failure, 'Nothing is listed.', columns, isShort);
	}

	if (listing.state === 'remembered') {
		return [];
	}

	const {records, complete, repeatedIds = 0} = listing.value;
	const part = `Incomplete: ${numberText(records.length)} read.`;
	return [
		...(listing.state === 'stale'
			? failedMessages(listing.failure, complete || 'count' in listing ? previousIsShown : part, columns, isShort)
			: []),
		...(complete || listing.state === 'stale'
			? []
			: messages(
					'warning',
					`! ${progress === undefined ? withListKey(`${part} ${listing.value.reason}`, isShort) : `${part} ${listing.value.reason}`}`,
					columns,
				)),
		...(repeatedIds === 0 ? [] : messages('warning', repeatedIdsText(repeatedIds), columns)),
		// A listing from before a create, even a failed one, does not prove the account empty.
		...(records.length === 0 && complete && listing.state === 'ready' && isOutdated !== true
			? messages('plain', `No notifications yet. Press ${keyOf('list', 'new')} to create one.`, columns)
			: []),
	];
}

/** A text with the key that lists again: where there are few lines, the key comes first. */
function withListKey(text: string, isShort: boolean): string {
	const key = keyOf('list', 'refresh');
	return isShort ? `${key}: list again · ${text}` : `${text} ${key} lists again.`;
}

/** The messages while nothing is listed yet. While the service fails they say so at once, with the next attempt. */
function loadingMessages(waiting: RetryWait | undefined, columns: number): Message[] {
	if (waiting?.attempt === undefined) {
		return messages('plain', `Loading notifications … ${keyOf('everywhere', 'back')} stops.`, columns);
	}

	const {
		failure: {kind, summary, nextStep},
		wait,
	} = waiting;
	// The list waits and tries again by itself: advice to do so is left out.
	const isDone = kind === 'rate-limited' || nextStep === tryAgainLater;
	return [
		...messages(
			'warning',
			`! ${summary} ${wait === 0 ? 'Trying again …' : `Retrying: ${attemptText(waiting)}.`} ${keyOf('everywhere', 'back')} stops.`,
			columns,
		),
		...(isDone ? [] : messages('faint', nextStep, columns)),
	];
}

/** The messages where a listing failed. One that the operator stopped is no error. `shown`: what is on the screen instead. */
function failedMessages(failure: Failure, shown: string, columns: number, isShort: boolean): Message[] {
	if (failure.kind === 'cancelled') {
		return messages('plain', withListKey(`Stopped. ${shown}`, isShort), columns);
	}

	return failureMessages(
		isShort && !isKeyRefusal(failure) ? withRetryKeyFirst(failure) : withRetryKey(failure),
		columns,
	);
}

/** A failure of the listing whose summary begins with the key that lists again. */
const withRetryKeyFirst = (failure: Failure): Failure => ({
	...failure,
	summary: `${keyOf('list', 'refresh')}: try again · ${failure.summary}`,
	nextStep: failure.nextStep === tryAgainLater ? '' : failure.nextStep,
});

/** A failure of the listing whose next step names the key that lists again. */
function withRetryKey(failure: Failure): Failure {
	const key = keyOf('list', 'refresh');
	const {nextStep} = failure;
	if (nextStep === tryAgainLater) {
		return {...failure, nextStep: `${key} tries again.`};
	}

	if (nextStep === previousIsShown) {
		return {...failure, nextStep: `${nextStep} ${key} lists again.`};
	}

	return nextStep.startsWith('Check ')
		? {...failure, nextStep: `${nextStep.replace(/\.(?: Check your network\.)?$/v, '')}, then press ${key}.`}
		: failure;
}
