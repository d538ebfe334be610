import type {Failure} from '../api/failure.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import type {Session} from '../session/session.ts';
import type {CommandError} from './command-error.ts';
import {errorOfFailure} from './failure-error.ts';

/** Creates the error for a listing that failed. It changes nothing, and is the first request of every command that uses it. */
function listingError(failure: Failure): CommandError {
	const nothing = 'Nothing was sent.';
	return errorOfFailure({
		...failure,
		outcome: 'not-sent',
		nextStep: failure.nextStep.startsWith(nothing) ? failure.nextStep : `${nothing} ${failure.nextStep}`,
	});
}

/**
Lists the account once, as the screens do: the listing is recorded as known, and pending changes are settled.

@throws CommandError if it cannot be listed. When the signal fires it returns an empty partial listing: call `throwIfInterrupted` afterwards.
*/
export async function listNow({listing}: Session, signal: AbortSignal): Promise<Listing> {
	const {listing: present} = listing.get();
	if (present.state === 'ready') {
		return present.value;
	}

	const {promise, resolve, reject} = Promise.withResolvers<Listing>();
	const stopListening = listing.onListing(sighting => {
		resolve(sighting.listing);
	});
	const unsubscribe = listing.subscribe(() => {
		const {listing: state, progress} = listing.get();
		if (progress === undefined && 'failure' in state) {
			reject(listingError(state.failure));
		}
	});
	const stop = () => {
		listing.stop();
		resolve({records: [], complete: false, reason: 'It was interrupted.'});
	};

	signal.addEventListener('abort', stop, {once: true});
	listing.start();
	try {
		return await promise;
	} finally {
		signal.removeEventListener('abort', stop);
		unsubscribe();
		stopListening();
	}
}
