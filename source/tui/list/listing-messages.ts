import {isKeyRefusal, tryAgainLater, type Failure} from '../../service/failure.ts';
import {repeatedIdsText} from '../../service/listing/read-record.ts';
import type {RetryWait} from '../../service/retry.ts';
import {numberText} from '../../platform/text.ts';
import {previousIsShown, type AccountListing} from '../../account/listing-state.ts';
import {attemptText} from '../../account/status.ts';
import {keyOf} from '../keys/match.ts';
import {isDown} from './listing-status.ts';
import {failureSaid, faint, warning, type Said} from '../ui/line.ts';

/** What is said above the rows. `waiting`: the failure after which the listing is tried again; `isShort`: whether there are few lines, so that the key after a failure comes first; `deleted`: the number of notifications that undo brings back. */
export function listingSaid(
	{listing, progress, isOutdated}: Pick<AccountListing, 'listing' | 'progress' | 'isOutdated'>,
	waiting?: RetryWait,
	isShort = false,
	deleted = 0,
): Said {
	if (listing.state === 'loading') {
		return listing.records.length === 0 && loadingSaid(waiting);
	}

	if (listing.state === 'failed') {
		return progress !== undefined && waiting !== undefined
			? loadingSaid(waiting)
			: failedSaid(listing.failure, 'Nothing is listed.', isShort);
	}

	if (listing.state === 'remembered') {
		return undefined;
	}

	const {records, complete, repeatedIds = 0} = listing.value;
	const part = `Incomplete: ${numberText(records.length)} read.`;
	return [
		listing.state === 'stale' &&
			!isDown(listing) &&
			failedSaid(listing.failure, complete || 'count' in listing ? previousIsShown : part, isShort),
		!complete &&
			listing.state !== 'stale' &&
			warning(`! ${part} ${listing.value.reason}${progress === undefined ? listAgain() : ''}`),
		repeatedIds !== 0 && warning(repeatedIdsText(repeatedIds)),
		records.length === 0 &&
			complete &&
			listing.state === 'ready' &&
			isOutdated !== true &&
			(deleted === 0
				? `No notifications yet. Press ${keyOf('list', 'new')} to create one.`
				: `No notifications. ${keyOf('list', 'undo')} brings back ${numberText(deleted)}.`),
	];
}

/** The key that lists again, at the end of a text. */
const listAgain = (): string => ` ${keyOf('list', 'refresh')} lists again.`;

/** The messages while nothing is listed yet. While the service fails they say so at once, with the next attempt. */
function loadingSaid(waiting: RetryWait | undefined): Said {
	if (waiting?.attempt === undefined) {
		return `Loading notifications … ${keyOf('everywhere', 'back')} stops.`;
	}

	const {
		failure: {kind, summary, nextStep},
		wait,
	} = waiting;
	// The list waits and tries again by itself: advice to do so is left out.
	const isDone = kind === 'rate-limited' || nextStep === tryAgainLater;
	return [
		warning(
			`! ${summary} ${wait === 0 ? 'Trying again …' : `Retrying: ${attemptText(waiting)}.`} ${keyOf('everywhere', 'back')} stops.`,
		),
		!isDone && faint(nextStep),
	];
}

/** The messages where a listing failed. One that the operator stopped is no error. `shown`: what is on the screen instead. */
const failedSaid = (failure: Failure, shown: string, isShort: boolean): Said =>
	failure.kind === 'cancelled' ? `Stopped. ${shown}${listAgain()}` : failureSaid(withRetryKey(failure, isShort));

/** A failure of the listing whose next step names the key that lists again, or whose summary does so where only that has room. */
function withRetryKey(failure: Failure, isShort: boolean): Failure {
	const key = keyOf('list', 'refresh');
	const {summary, nextStep} = failure;
	if (isKeyRefusal(failure)) {
		return failure;
	}

	return isShort
		? {...failure, summary: `${key}: try again · ${summary}`}
		: {...failure, nextStep: `${nextStep === tryAgainLater ? '' : `${nextStep} `}${key} tries again.`};
}
