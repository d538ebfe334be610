import type {Listing} from '../api/listing/list-notifications.ts';
import type {Notification} from '../domain/notification.ts';
import {parseQuery} from '../domain/query/parse-query.ts';
import {createMatcher, searchTextOf} from '../domain/query/search.ts';
import type {Session} from '../session/session.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {CommandError, invalidInput} from './command-error.ts';
import {errorOfFailure} from './failure-error.ts';
import {exitCode} from './exit-codes.ts';

/**
Lists the account once, as the screens do, so that what was listed counts as known, and pending changes are settled.

@throws CommandError when it cannot be listed. When the signal fires it returns an empty partial listing: call `throwIfInterrupted` afterwards.
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
			reject(errorOfFailure(state.failure));
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

/** Which notifications a command is about: the IDs, or else all that a query finds. */
export type TargetRequest = {readonly ids: readonly string[]; readonly query: string | undefined};

/**
The notifications that a command is about.

@throws CommandError when an ID is not listed (exit code 5), and when the listing is partial (3) and so may lack an ID, or one that the query would find.
*/
export function findTargets({records, ...listing}: Listing, {ids, query}: TargetRequest): Notification[] {
	const partial = (what: string) => new CommandError({
		exitCode: exitCode.incomplete, kind: 'partial', message: `Nothing was sent: ${what} ${'reason' in listing ? listing.reason : ''}`.trimEnd(), hint: 'Try again, or name the IDs.',
	});
	if (query !== undefined) {
		if (!listing.complete) {
			throw partial('the listing is partial, so it may lack some of what the query finds.');
		}

		const isMatching = createMatcher(parseQuery(query));
		return records.filter(record => record.kind === 'notification').filter(record => isMatching(record, searchTextOf(record)));
	}

	const byId = new Map(records.filter(record => record.kind === 'notification').map(record => [record.id, record]));
	const missing = [...new Set(ids)].filter(id => !byId.has(id)).map(id => sanitise(id));
	if (missing.length > 0) {
		throw listing.complete
			? invalidInput(`Nothing was sent: no notification has the ID ${missing.join(', ')}.`, 'Run chainbell list to see the IDs.')
			: partial(`the listing is partial, and does not show ${missing.join(', ')}.`);
	}

	return [...new Set(ids)].map(id => byId.get(id)!);
}
