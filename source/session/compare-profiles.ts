import type {Failure} from '../api/failure.ts';
import type {RetryPolicy} from '../api/retry.ts';
import {listNotifications, type Listing} from '../api/listing/list-notifications.ts';
import type {KeyCommandWait} from '../config/key-command.ts';
import {compareAccounts, type Comparison} from '../domain/compare-accounts.ts';
import {finishInSlices} from '../system/time-slices.ts';
import type {Profiles} from './profiles.ts';

export type ComparedProfiles =
	| {readonly kind: 'compared'; readonly comparison: Comparison; /** The listings that are partial, with the reason. */ readonly partial: ReadonlyArray<{readonly name: string; readonly reason: string}>}
	/** `name`: the profile that could not be listed. `problem`: a sentence without its full stop. */
	| {readonly kind: 'failed'; readonly name: string; readonly problem: string; readonly failure?: Failure | undefined}
	| {readonly kind: 'cancelled'};

export type CompareOptions = {
	readonly signal: AbortSignal;
	readonly retry: RetryPolicy;
	/** See `KeyCommandPolicy`. */
	readonly onWait: (wait: KeyCommandWait | undefined) => void;
	/** Called with the number of records read so far for each account. */
	readonly onProgress: (counts: readonly [number, number]) => void;
};

/** Lists the accounts of two profiles concurrently and compares them. No account is opened, and nothing is saved or changed. */
export async function compareProfiles(profiles: Profiles, names: readonly [string, string], {signal, retry, onWait, onProgress}: CompareOptions): Promise<ComparedProfiles> {
	const counts: [number, number] = [0, 0];
	const connections = [];
	for (const name of names) {
		// Connects one after the other, because each may ask for a passphrase.
		const connected = await profiles.connect(name, {signal, onWait});
		if (signal.aborted) {
			return {kind: 'cancelled'};
		}

		if (!connected.ok) {
			return {kind: 'failed', name, problem: connected.problem};
		}

		connections.push(connected.connection);
	}

	const results = await Promise.all(connections.map(async (connection, index) => listNotifications(connection, {
		signal,
		retry,
		onProgress({records}) {
			counts[index] = records.length;
			onProgress([...counts]);
		},
	})));
	const listings: Listing[] = [];
	for (const [index, result] of results.entries()) {
		if (!result.ok && !signal.aborted) {
			return {kind: 'failed', name: names[index]!, problem: result.failure.summary, failure: result.failure};
		}

		listings.push(...result.ok ? [result.value] : []);
	}

	const [first, second] = listings;
	const comparison = first === undefined || second === undefined || signal.aborted ? undefined : await finishInSlices(compareAccounts(first.records, second.records), signal);
	return comparison === undefined
		? {kind: 'cancelled'}
		: {kind: 'compared', comparison, partial: listings.flatMap((listing, index) => listing.complete ? [] : [{name: names[index]!, reason: listing.reason}])};
}
