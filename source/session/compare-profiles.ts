import type {Failure} from '../api/failure.ts';
import type {RetryPolicy} from '../api/retry.ts';
import {listNotifications, type Listing} from '../api/listing/list-notifications.ts';
import type {KeyCommandPolicy, KeyCommandWait} from '../config/key-command.ts';
import {compareAccounts, type Comparison} from '../files/compare-accounts.ts';
import {finishInSlices} from '../platform/time-slices.ts';
import type {OpenedProfile, Session} from './session.ts';

/** One of two compared accounts, as it was listed. */
export type ComparedAccount = {
	/** The name of its profile. */
	readonly name: string;
	readonly session: Session;
	readonly listing: Listing;
};

export type ComparedProfiles =
	| {
			readonly kind: 'compared';
			readonly comparison: Comparison;
			readonly accounts: readonly [ComparedAccount, ComparedAccount];
	  }
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

/** Lists the accounts of two profiles concurrently and compares them. Nothing is changed. `open`: opens the account of a profile. */
export async function compareProfiles(
	open: (name: string, policy: KeyCommandPolicy) => Promise<OpenedProfile>,
	names: readonly [string, string],
	{signal, retry, onWait, onProgress}: CompareOptions,
): Promise<ComparedProfiles> {
	const counts: [number, number] = [0, 0];
	const sessions: Session[] = [];
	for (const name of names) {
		// Opens one after the other, because each may ask for a passphrase.
		const opened = await open(name, {signal, onWait});
		if (signal.aborted) {
			return {kind: 'cancelled'};
		}

		if (!opened.ok) {
			return {kind: 'failed', name, problem: opened.problem};
		}

		sessions.push(opened.session);
	}

	const results = await Promise.all(
		sessions.map(async ({connection}, index) =>
			listNotifications(connection, {
				signal,
				retry,
				onProgress({records}) {
					counts[index] = records.length;
					onProgress([...counts]);
				},
			}),
		),
	);
	const accounts: ComparedAccount[] = [];
	for (const [index, result] of results.entries()) {
		const name = names[index]!;
		if (!result.ok && !signal.aborted) {
			return {kind: 'failed', name, problem: result.failure.summary, failure: result.failure};
		}

		accounts.push(...(result.ok ? [{name, session: sessions[index]!, listing: result.value}] : []));
	}

	const [first, second] = accounts;
	const comparison =
		first === undefined || second === undefined || signal.aborted
			? undefined
			: await finishInSlices(compareAccounts(first.listing.records, second.listing.records), signal);
	return comparison === undefined ? {kind: 'cancelled'} : {kind: 'compared', comparison, accounts: [first!, second!]};
}
