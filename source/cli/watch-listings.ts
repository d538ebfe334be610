import {failureText} from '../api/failure.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createWatchedListing, pauseAfter} from '../session/watch.ts';
import {longestRetryAfter} from '../platform/clock.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {formatTime} from '../terminal/time.ts';
import type {AccountOptions} from './account-request.ts';
import {openAccount} from './account.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {createListingComparison} from './compare-listing.ts';
import {errorOfFailure} from './failure-error.ts';
import {exitCode} from './exit-codes.ts';
import {createInterrupt} from './interrupt.ts';

export type WatchListingsOptions = {
	readonly options: AccountOptions & Pick<GlobalValues, 'quiet'>;
	/** The interval in seconds. */
	readonly every: number;
	/** Called with the records of each complete listing and of the one before; false ends the watch, because the reader has closed the pipe. A record that was received unchanged is the same object, and where all were, so are the records. `isChecked`: the service only said that nothing has changed (304). */
	readonly onListing: (
		records: readonly ListedRecord[],
		before: readonly ListedRecord[] | undefined,
		isChecked: boolean,
	) => Promise<boolean>;
	/** Called with a sentence, safe to show, about a listing that failed or is partial. */
	readonly onProblem: (text: string) => unknown;
};

const nothing: readonly ListedRecord[] = [];

/**
Lists an account periodically. After a failure the next listing waits longer; a partial listing is not used.

@returns The exit code: 0 when the reader closed the pipe, 129, 130 or 143 after a signal.
@throws CommandError if the API key is refused.
*/
export async function watchListings(
	{options, every, onListing, onProblem}: WatchListingsOptions,
	context: CommandContext,
): Promise<number> {
	const {host} = context;
	const account = await openAccount(options, context);
	const comparison = createListingComparison(account, options, context);
	using interrupt = createInterrupt(context);
	const {signal} = interrupt;
	const watched = createWatchedListing(host.clock, comparison.isAwaited);
	let before: readonly ListedRecord[] | undefined;
	const shown = () => before ?? nothing;
	let failures = 0;

	try {
		while (!signal.aborted) {
			const startedAt = host.clock.elapsed.now();
			const result = await watched.list(account.connection, {signal, shown, isWatched: true});
			const failure = result.ok ? undefined : result.failure;
			if (failure?.kind === 'unauthorized') {
				throw errorOfFailure(failure);
			}

			if (result.ok) {
				const {value} = result;
				const listing: Listing = value.kind === 'listed' ? value.listing : {records: before!, complete: true};
				if (!listing.complete) {
					await onProblem(sanitise(`A listing was partial and is not used. ${listing.reason}`));
				} else if (!(await onListing(listing.records, before, value.kind === 'unchanged'))) {
					return exitCode.done;
				}

				before = listing.complete ? listing.records : before;
				if (value.kind === 'listed' && !value.isPartlyHeld) {
					await comparison.compare({listing, startedAt});
				}
			}

			failures = failure === undefined ? 0 : failures + 1;
			const pause = pauseAfter(failure, every, failures);
			if (failure !== undefined && failure.kind !== 'cancelled') {
				await onProblem(
					sanitise(
						`${failureText(failure)} The next listing is ${pause > longestRetryAfter ? `at ${formatTime(host.clock.now() + pause * 1000)}` : `in ${Math.round(pause)} s`}.`,
					),
				);
			}

			await host.clock.sleep(pause * 1000, signal).catch(() => undefined);
		}

		return interrupt.exitCode()!;
	} finally {
		await comparison[Symbol.asyncDispose]();
		await account.close();
	}
}
