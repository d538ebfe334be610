import type {Connection} from '../api/connection.ts';
import type {Profile} from '../config/profile.ts';
import type {ListedRecord} from '../domain/notification.ts';
import type {AccountIndex, EarlierAccount} from '../storage/accounts.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import {bestEffort} from '../storage/best-effort.ts';
import {LedgerError} from '../storage/ledger-error.ts';
import type {ListingCache} from '../storage/listing-cache.ts';
import {recordsOf} from './listing-state.ts';
import {isSameAccount} from './same-account.ts';
import type {Session} from './session.ts';

/** An API key that may or may not belong to the account that was used before. */
export type AccountChange = {
	/** The session that is open now. */
	readonly session: Session;
	/** The connection with the new key. */
	readonly connection: Connection;
	/** The account that was used before. */
	readonly earlier: EarlierAccount;
	/** The `profileKey` of the key's account, if it is not the earlier account. */
	readonly account: string;
	/** The profile that used this key before; undefined if the key was never used. */
	readonly name: string | undefined;
};

/** Whether a new API key belongs to the account that was used before. */
export type AccountDecision = 'same' | 'another';

export type DecisionResult =
	| {readonly ok: true; readonly session: Session}
	/** Nothing was changed. `problem`: a message for the operator, safe to show. */
	| {readonly ok: false; readonly problem: string};

export type AccountChangeOptions = {
	readonly accounts: AccountIndex;
	readonly listingCache: ListingCache;
	readonly openLedger: () => Promise<AwaitedLedger>;
	/** Opens the account again. `keepsListing`: keeps the listing store of the current session, which shows the same account. */
	readonly reopen: (
		change: AccountChange,
		target: {readonly profile: Profile; readonly profileKey: string; readonly keepsListing: boolean},
	) => Session;
};

export type AccountChanges = {
	/** Compares a listing made with the new key with the earlier account. Returns `unsure` also if the ledger cannot be read, and `same` if there is nothing that could be mixed up. */
	readonly judge: (change: AccountChange, records: readonly ListedRecord[]) => Promise<AccountDecision | 'unsure'>;
	/** Records whether the key belongs to the earlier account or to another one, and opens that account. */
	readonly decide: (change: AccountChange, decision: AccountDecision) => Promise<DecisionResult>;
};

/** Creates the methods that decide which account a new API key belongs to. */
export function createAccountChanges({
	accounts,
	listingCache,
	openLedger,
	reopen,
}: AccountChangeOptions): AccountChanges {
	const knownRecords = async ({session, earlier}: AccountChange): Promise<readonly ListedRecord[]> => {
		if (session.profileKey === earlier.account) {
			return recordsOf(session.listing.get().listing);
		}

		const cached = listingCache.open(earlier.account);
		const records = [...(cached?.firstRecords ?? [])];
		for await (const piece of cached?.remainingRecords() ?? []) {
			records.push(...piece);
		}

		return records;
	};

	/** Moves changes that were made with the new key before the decision. Returns the reason if that was not possible. */
	const moveAll = async (from: string, to: string): Promise<string | undefined> => {
		try {
			const {accounts: stored} = await openLedger();
			await stored.merge(from, to);
			return undefined;
		} catch (error) {
			if (error instanceof LedgerError) {
				return error.message;
			}

			throw error;
		}
	};

	return {
		async judge(change, records) {
			const {earlier, account, name} = change;
			if (name !== undefined) {
				return account === earlier.account ? 'same' : 'another';
			}

			const known = await knownRecords(change);
			if (isSameAccount(known, records)) {
				return 'same';
			}

			let isUnused = false;
			await bestEffort(async () => {
				const {journal} = await openLedger();
				isUnused = known.length === 0 && journal.history({profile: earlier.account, limit: 1}).length === 0;
			});
			return isUnused ? 'same' : 'unsure';
		},
		async decide(change, decision) {
			const {session, connection, earlier, account} = change;
			const profileKey = decision === 'same' ? earlier.account : account;
			const profile = {
				...session.profile,
				apiKey: connection.apiKey,
				...(decision === 'another' && change.name !== undefined && {name: change.name}),
			};
			const isKeyInUse = connection.apiKey === session.connection.apiKey;
			if (isKeyInUse && session.profileKey !== profileKey) {
				const problem = await moveAll(session.profileKey, profileKey);
				if (problem !== undefined) {
					return {ok: false, problem};
				}
			}

			if (!profile.isSandbox) {
				accounts.assign({...connection, name: profile.name}, profileKey);
			}

			return {
				ok: true,
				session: reopen(change, {profile, profileKey, keepsListing: isKeyInUse || session.profileKey === profileKey}),
			};
		},
	};
}
