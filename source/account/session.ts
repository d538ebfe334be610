import {type Connection, parseBaseUrl} from '../service/connection.ts';
import type {Profile, ShownProfile} from '../config/profile.ts';
import type {EarlierAccount, AccountIndex} from '../ledger/accounts.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {canonicalForm} from '../notification/equivalence.ts';
import {type ListedRecord, notificationsOf} from '../notification/notification.ts';
import {bestEffort, LedgerError} from '../ledger/ledger-error.ts';
import type {ListingCache} from '../ledger/listing-cache.ts';
import type {ListingStore} from './listing-store.ts';
import type {AccountChanges} from './account-changes.ts';
import type {PendingChanges, PendingChangesOptions} from './pending-changes.ts';
import type {RuleStore} from './settings.ts';
import type {TeamHandle} from './team/team.ts';
import {recordsOf} from './listing-state.ts';
import type {Result} from '../service/failure.ts';
import type {Listing} from '../service/listing/list-notifications.ts';

/** An open account. */
export type Session = {
	/** A number that differs for every API key and service, so that the outcome of a request is not displayed for another key. */
	readonly id: number;
	/** The key of the account in the ledger. It does not change when the API key is renewed. */
	readonly profileKey: string;
	/** The account that was used before with another key, set while it is not known whether both are the same. */
	readonly earlier: EarlierAccount | undefined;
	readonly profile: Profile;
	readonly connection: Connection;
	/** The listing, which has to be started by the code that uses the session. */
	readonly listing: ListingStore;
	readonly changes: AccountChanges;
	readonly pending: PendingChanges;
	/** The rules of config.yaml for changes of the account. */
	readonly rules: RuleStore;
	/** Settles pending changes with a listing that the code using the session has read. Undefined while a change is being made. */
	readonly settle: PendingChangesOptions['settle'];
	/** Milliseconds within which a request takes effect, if it ever does (docs/decisions/evidence.md). */
	readonly settlingTime: number;
	/** The team that shares the account; undefined if none does. */
	readonly team: TeamHandle | undefined;
};

/** The progress of opening an account. */
export type Opening =
	| {readonly state: 'opening'}
	/** No usable profile was found: the connect screen asks for the settings. */
	| {
			readonly state: 'asking';
			readonly problem?: string;
			readonly baseUrl?: string | undefined;
			/** There is no profile of this name. */ readonly isUnknown?: true;
			/** Only the API key is missing. */ readonly isKeyMissing?: boolean;
			/** The advice about the API key. */ readonly keyRemedy?: string | undefined;
			/** The command that failed to print it: `open` runs it again. */ readonly keyCommand?:
				| readonly string[]
				| undefined;
	  }
	| {readonly state: 'open'; readonly session: Session};

export type ConnectResult =
	| {readonly ok: true; readonly session: Session}
	| {readonly ok: false; readonly field: 'baseUrl' | 'apiKey'; readonly problem: string};

/** The name of the account for a sentence: the profile, and the service's host unless the profile is named after it. */
export function placeOf({profile, connection}: Session): string {
	const {host} = new URL(connection.baseUrl);
	if (profile.isSandbox) {
		return 'SANDBOX';
	}

	return profile.name === host ? host : `${sanitise(profile.name)} (${host})`;
}

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

export type KeyDecisionOptions = {
	readonly accounts: AccountIndex;
	readonly listingCache: ListingCache;
	readonly openLedger: () => Promise<AwaitedLedger>;
	/** The profile of config.yaml with this name, without its key; undefined if there is none. */
	readonly profileOf: (name: string) => Promise<Profile | undefined>;
	/** Opens the account again. `keepsListing`: keeps the listing store of the current session, which shows the same account. */
	readonly reopen: (
		change: AccountChange,
		target: {readonly profile: Profile; readonly profileKey: string; readonly keepsListing: boolean},
	) => Session;
};

/** Creates the methods that decide which account a new API key belongs to. */
export function createKeyDecisions({accounts, listingCache, openLedger, profileOf, reopen}: KeyDecisionOptions) {
	const knownRecords = async ({session, earlier}: AccountChange) => {
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

	return {
		/** Compares a listing made with the new key with the earlier account. Returns `unsure` also if the ledger cannot be read, and `same` if there is nothing that could be mixed up. */
		async judge(change: AccountChange, records: readonly ListedRecord[]): Promise<AccountDecision | 'unsure'> {
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
				const {changes} = await openLedger();
				isUnused =
					known.length === 0 && changes.history({profiles: [earlier.account], limit: 1, say: () => ''}).length === 0;
			});
			return isUnused ? 'same' : 'unsure';
		},
		/** Records whether the key belongs to the earlier account or to another one, and opens that account. With a problem, safe to show, nothing was changed. */
		async decide(change: AccountChange, decision: AccountDecision): Promise<OpenedProfile> {
			const {session, connection, earlier, account} = change;
			const profileKey = decision === 'same' ? earlier.account : account;
			const name = decision === 'another' ? change.name : undefined;
			// All settings of that profile apply, read-only among them.
			const other = name === undefined ? undefined : await profileOf(name);
			const parsed = other && parseBaseUrl(other.baseUrl);
			const isThere = parsed?.ok === true && parsed.value === connection.baseUrl;
			const profile = {
				...session.profile,
				...(isThere ? other : {name: name ?? session.profile.name}),
				baseUrl: session.profile.baseUrl,
				apiKey: connection.apiKey,
			};
			const isKeyInUse = connection.apiKey === session.connection.apiKey;
			if (isKeyInUse && session.profileKey !== profileKey) {
				// Changes that were made with the new key before the decision.
				try {
					const {accounts: stored} = await openLedger();
					await stored.merge(session.profileKey, profileKey);
				} catch (error) {
					if (error instanceof LedgerError) {
						return {ok: false, problem: error.message};
					}

					throw error;
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

/** The opened account of a profile. `problem` is one sentence without its full stop; it can quote config.yaml, but no API key. */
export type OpenedProfile =
	| {readonly ok: false; readonly problem: string}
	| {readonly ok: true; readonly session: Session};

/** Whether a profile of config.yaml is the open one: name and base URL are equal. */
export function isOpenProfile({name, baseUrl}: ShownProfile, open: Profile): boolean {
	const parsed = parseBaseUrl(baseUrl);
	return !open.isSandbox && name === open.name && parsed.ok && parsed.value === open.baseUrl;
}

/**
Whether two listings, made with two API keys, are certainly of one account: at least half of the earlier notifications are in the later listing with the same ID and the same content, and no ID has other content.

False means that it is unknown: notifications may have been edited elsewhere, or all deleted.
*/
export function isSameAccount(earlier: readonly ListedRecord[], later: readonly ListedRecord[]): boolean {
	const known = new Map(notificationsOf(earlier).map(record => [record.id, record]));
	const found = notificationsOf(later).flatMap(record => {
		const before = known.get(record.id);
		return before === undefined ? [] : [canonicalForm(before) === canonicalForm(record)];
	});
	return found.length > 0 && found.every(Boolean) && found.length * 2 >= known.size;
}

/** Checks with one listing that the service accepts the base URL and the API key. */
export async function checkAccount(
	{connection}: Pick<Session, 'connection'>,
	signal: AbortSignal,
): Promise<Result<Listing>> {
	const {listNotifications} = await import('../service/listing/list-notifications.ts');
	return listNotifications(connection, {signal});
}
