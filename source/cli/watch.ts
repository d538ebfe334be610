import {Buffer} from 'node:buffer';
import {isDeepStrictEqual} from 'node:util';
import {failureText} from '../service/failure.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import {type ListedRecord, type Notification, rawOf} from '../notification/notification.ts';
import {longestRetryAfter} from '../platform/clock.ts';
import {joined} from '../platform/text.ts';
import {finishInSlices} from '../platform/time-slices.ts';
import {compareRecords, notificationChanges} from '../query/changes.ts';
import {createWatchedListing, pauseAfter} from '../account/watch.ts';
import {safeJson, sanitise} from '../terminal/sanitise.ts';
import {hideSecretsInJson} from '../terminal/secrets.ts';
import {formatTime} from '../terminal/time.ts';
import {openAccount} from './account.ts';
import {errorOfFailure, exitCode} from './command-error.ts';
import {note, type Run} from './command.ts';
import type {watchOptions} from './commands/read.ts';
import {createInterrupt} from './confirm.ts';
import {createListingComparison, findMatches, readQuery} from './listing.ts';
import {printedJson} from './output/notification-output.ts';

/**
Lists periodically, and prints notifications that appeared, vanished or changed since the previous listing. Changes are printed from the second complete listing on.

@returns The exit code: 0 when the reader closed the pipe, 129, 130 or 143 after a signal.
@throws CommandError if the API key is refused; UsageError for an invalid query.
*/
export async function runWatch(run: Run<typeof watchOptions>) {
	const {options, words, host, write} = run;
	const query = readQuery(words.join(' '));
	const isJson = options.json || host.outputColumns() === undefined;
	return watchListings(
		{
			async onListing(records, before) {
				const changes = before === undefined || before === records ? [] : await describeChanges(before, records);
				const found = new Set(
					findMatches(
						changes.flatMap(({notification, old}) => (old === undefined ? [notification] : [notification, old])),
						query,
					),
				);
				for (const change of changes) {
					const {notification, old = notification} = change;
					if (!found.has(notification) && !found.has(old)) {
						continue;
					}

					const at = new Date(host.clock.now());
					// Each line is written separately, so that the reader receives it immediately.
					if (
						!(await write(isJson ? changeJson(change, at, host.outputColumns() !== undefined) : changeLine(change, at)))
					) {
						return false;
					}
				}

				return true;
			},
			onProblem(problem) {
				note(run, problem);
			},
		},
		run,
	);
}

/** A change in the listing. `old`: the changed notification before the change. */
type Change = {
	readonly change: 'appeared' | 'vanished' | 'changed';
	readonly notification: Notification;
	readonly old?: Notification;
};

/** The changes between two listings. Vanished notifications come first, so that a replaced one is removed before its successor is added; those whose content is the same, in another order of members, are none. */
async function describeChanges(before: readonly ListedRecord[], after: readonly ListedRecord[]) {
	const {appeared, vanished, changed} = notificationChanges(await finishInSlices(compareRecords(before, after)));
	return [
		...vanished.map((notification): Change => ({change: 'vanished', notification})),
		...appeared.map((notification): Change => ({change: 'appeared', notification})),
		...changed
			.filter(({old, notification}) => !isDeepStrictEqual(rawOf(old), rawOf(notification)))
			.map((change): Change => ({change: 'changed', ...change})),
	];
}

function changeJson({change, notification}: Change, at: Date, isTerminal: boolean) {
	const record = Buffer.from(printedJson(notification)).toString();
	const line = `{"time":"${at.toISOString()}","change":"${change}","notification":${record}}\n`;
	return isTerminal ? safeJson(hideSecretsInJson(line)) : line;
}

function changeLine({change, notification}: Change, at: Date) {
	const {id, name, channel, userId, recipient} = notification;
	const sign = {appeared: '+', vanished: '-', changed: '~'}[change];
	const about = [id, name, channel, userId, recipient].map(word => sanitise(word));
	return `${joined([at.toLocaleTimeString('sv-SE'), sign, change, ...about], '  ')}\n`;
}

type WatchListingsOptions = {
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
Lists an account periodically, as often as --every says. After a failure the next listing waits longer; a partial listing is not used.

@returns The exit code: 0 when the reader closed the pipe, 129, 130 or 143 after a signal.
@throws CommandError if the API key is refused.
*/
export async function watchListings(
	{onListing, onProblem}: WatchListingsOptions,
	run: Run<typeof watchOptions>,
): Promise<number> {
	const {host, options} = run;
	await using account = await openAccount(run);
	await using comparison = createListingComparison(account, run);
	using interrupt = createInterrupt(run);
	const {signal} = interrupt;
	const watched = createWatchedListing(host.clock, comparison.isAwaited);
	let before: readonly ListedRecord[] | undefined;
	const shown = () => before ?? nothing;
	let failures = 0;

	while (!signal.aborted) {
		const startedAt = host.clock.elapsed.now();
		const result = await watched.list(account.connection, {signal, shown, isWatched: true});
		const failure = result.ok ? undefined : result.failure;
		if (failure?.kind === 'unauthorized') {
			throw errorOfFailure(failure);
		}

		if (result.ok) {
			const {value} = result;
			const listing: Listing = value === 'unchanged' ? {records: before!, complete: true} : value;
			if (!listing.complete) {
				await onProblem(sanitise(`A listing was partial and is not used. ${listing.reason}`));
			} else if (!(await onListing(listing.records, before, value === 'unchanged'))) {
				return exitCode.done;
			}

			before = listing.complete ? listing.records : before;
			if (value !== 'unchanged') {
				await comparison.compare({listing, startedAt});
			}
		}

		failures = failure === undefined ? 0 : failures + 1;
		const pause = pauseAfter(failure, options.every, failures);
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
}
