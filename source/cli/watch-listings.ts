import {failureText} from '../api/failure.ts';
import {listNotifications} from '../api/listing/list-notifications.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {reuseRecords} from '../session/reuse-records.ts';
import {pauseAfter} from '../session/watch.ts';
import {longestRetryAfter} from '../system/backoff.ts';
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
	/** Called with the records of each complete listing and of the one before; false ends the watch, because the reader has closed the pipe. A record that was received unchanged is the same object. */
	readonly onListing: (records: readonly ListedRecord[], before: readonly ListedRecord[] | undefined) => Promise<boolean>;
	/** Called with a sentence, safe to show, about a listing that failed or is partial. */
	readonly onProblem: (text: string) => unknown;
};

/**
Lists an account periodically. After a failure the next listing waits longer; a partial listing is not used.

@returns The exit code: 0 when the reader closed the pipe, 130 or 143 after a signal.
@throws CommandError if the API key is refused.
*/
export async function watchListings({options, every, onListing, onProblem}: WatchListingsOptions, context: CommandContext): Promise<number> {
	const {host} = context;
	const account = await openAccount(options, context);
	const comparison = createListingComparison(account, options, context);
	using interrupt = createInterrupt(context);
	const {signal} = interrupt;
	let before: readonly ListedRecord[] | undefined;
	let failures = 0;

	try {
		while (!signal.aborted) {
			const startedAt = host.clock.elapsed.now();
			const result = await listNotifications(account.connection, {signal, before});
			const failure = result.ok ? undefined : result.failure;
			if (failure?.kind === 'unauthorized') {
				throw errorOfFailure(failure);
			}

			if (result.ok) {
				const {complete} = result.value;
				const records = complete ? await reuseRecords(before ?? [], result.value.records) : result.value.records;
				if (!complete) {
					await onProblem(sanitise(`A listing was partial and is not used. ${result.value.reason}`));
				} else if (!await onListing(records, before)) {
					return exitCode.done;
				}

				before = complete ? records : before;
				await comparison.compare({listing: {...result.value, records}, startedAt});
			}

			failures = failure === undefined ? 0 : failures + 1;
			const pause = pauseAfter(failure, every, failures);
			if (failure !== undefined && failure.kind !== 'cancelled') {
				await onProblem(sanitise(`${failureText(failure)} The next listing is ${pause > longestRetryAfter ? `at ${formatTime(host.clock.now() + (pause * 1000))}` : `in ${Math.round(pause)} s`}.`));
			}

			await host.clock.sleep(pause * 1000, signal).catch(() => undefined);
		}

		return interrupt.exitCode()!;
	} finally {
		await comparison[Symbol.asyncDispose]();
		await account.close();
	}
}
