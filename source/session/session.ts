import {type Connection, parseBaseUrl} from '../service/connection.ts';
import type {RequestLog} from '../service/request-log.ts';
import type {KeyCommandPolicy, KeyResult} from '../config/key-command.ts';
import {type Profile, findProfile, shownProfiles, type ShownProfile} from '../config/profile.ts';
import type {EarlierAccount, AccountIndex} from '../ledger/accounts.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {Clock} from '../platform/clock.ts';
import type {EditResult} from '../terminal/editor.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {ListedRecord} from '../notification/notification.ts';
import {bestEffort} from '../ledger/best-effort.ts';
import {LedgerError} from '../ledger/ledger-error.ts';
import type {ListingCache} from '../ledger/listing-cache.ts';
import type {Environment} from '../config/environment.ts';
import type {CopyResult} from './desktop.ts';
import type {KeyCommandStatus} from './key-command-status.ts';
import type {ListingStore} from './listing-store.ts';
import type {AccountOperations} from './operations.ts';
import type {NotificationFiles} from './notification-files.ts';
import type {PendingChanges, PendingChangesOptions} from './pending-changes.ts';
import type {RetryStatus} from './retry-status.ts';
import type {RuleStore} from './rule-store.ts';
import type {TeamHandle} from './team/team.ts';
import type {SettingsStore} from './settings-store.ts';
import {recordsOf} from './listing-state.ts';
import {isSameAccount} from './same-account.ts';

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
	readonly operations: AccountOperations;
	readonly pending: PendingChanges;
	/** The rules of config.yaml for changes of the account. */
	readonly rules: RuleStore;
	/** Settles pending changes with a listing that the code using the session has read. Undefined while an operation is running. */
	readonly settle: PendingChangesOptions['settle'];
	/** Milliseconds within which a request takes effect, if it ever does (docs/decisions/settling-time.md). */
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
			/** Only the API key is missing. */ readonly isKeyMissing?: boolean;
			/** The advice about the API key. */ readonly keyRemedy?: string | undefined;
			/** The command that failed to print it: `open` runs it again. */ readonly keyCommand?:
				| readonly string[]
				| undefined;
	  }
	| {readonly state: 'open'; readonly session: Session};

/** The services that the screens use outside React. */
export type Services = {
	readonly clock: Clock;
	/** The settings for the screens; read before an account or the connect screen is displayed. */
	readonly settings: SettingsStore;
	readonly retryStatus: RetryStatus;
	/** The last requests of this run, for all accounts. */
	readonly requestLog: Pick<RequestLog, 'get'>;
	/** Whether certificates are not checked (NODE_TLS_REJECT_UNAUTHORIZED=0): the screens show a warning. */
	readonly acceptsAnyCertificate: boolean;
	/** The key command that `open` is waiting for. */
	readonly keyCommand: KeyCommandStatus;
	/** Finds the account to open at the start. It runs once, and again if no account could be opened. */
	readonly open: () => Promise<Opening>;
	readonly openSandbox: () => Promise<Opening>;
	/** Creates a session for a profile. Nothing is sent. */
	readonly openProfile: (profile: Profile) => ConnectResult;
	/** Creates a session from typed values. Their format is checked; nothing is sent. */
	readonly connect: (baseUrl: string, apiKey: string) => ConnectResult;
	/** Checks the format of another API key for an open account; nothing is sent. */
	readonly renewKey: (session: Session, apiKey: string) => RenewResult;
	/** Runs the command from which the profile of a session takes its API key. `policy`: how to run it. */
	readonly runKeyCommand: (session: Pick<Session, 'profile'>, policy: KeyCommandPolicy) => Promise<KeyResult>;
	/** Decides which account a new API key belongs to. */
	readonly accountChanges: AccountChanges;
	/** Saves a profile to config.yaml. `source`: `$NAME` for an environment variable, or a command, from which the API key is read at every start; empty to save the key itself. Rejects if the source fails or returns another key. */
	readonly saveProfile: (name: string, profile: Profile, source: string) => Promise<void>;
	/** The profiles of config.yaml, loaded on first use. */
	readonly profiles: () => Promise<Profiles>;
	/** Ends all work in progress for an account that is no longer displayed. Requests that were sent stay in the ledger. */
	readonly leave: (session: Session) => Promise<void>;
	/** Whether the ledger is so large that to open it takes longer than a key may wait. */
	readonly isLedgerLarge: () => boolean;
	/** Opens the ledger, once. */
	readonly openLedger: () => Promise<{readonly ledger: AwaitedLedger; readonly notice: string | undefined}>;
	/** Copies a text to the operator's clipboard. */
	readonly copy: (text: string) => Promise<CopyResult>;
	/** Opens a link that this program created. Resolves to false if no program can open it, as over SSH. */
	readonly openLink: (link: string) => Promise<boolean>;
	/** Opens a text in $EDITOR. The terminal must be released first. `name`: the name of the file, from which editors tell its syntax. */
	readonly edit: (text: string, name?: string) => Promise<EditResult>;
	/** The files of notifications on this machine, loaded on first use. */
	readonly files: () => Promise<NotificationFiles>;
	/** Reads a sample file. Rejects if it does not exist or is too large. */
	readonly readSample: (file: string) => Promise<string>;
};

export type ConnectResult =
	| {readonly ok: true; readonly session: Session}
	| {readonly ok: false; readonly field: 'baseUrl' | 'apiKey'; readonly problem: string};

export type RenewResult =
	| {readonly ok: true; readonly change: AccountChange}
	| {readonly ok: false; readonly problem: string};

/** The name of the account for a sentence: the profile, and the service's host unless the profile is named after it. */
export function placeOf({profile, connection}: Pick<Session, 'profile' | 'connection'>): string {
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

type DecisionResult =
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

type AccountChanges = ReturnType<typeof createAccountChanges>;

/** Creates the methods that decide which account a new API key belongs to. */
export function createAccountChanges({accounts, listingCache, openLedger, reopen}: AccountChangeOptions) {
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
				const {journal} = await openLedger();
				isUnused = known.length === 0 && journal.history({profile: earlier.account, limit: 1}).length === 0;
			});
			return isUnused ? 'same' : 'unsure';
		},
		/** Records whether the key belongs to the earlier account or to another one, and opens that account. */
		async decide(change: AccountChange, decision: AccountDecision): Promise<DecisionResult> {
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

/** A failure. `problem` is one sentence without its full stop; it can quote config.yaml, but no API key. */
type Problem = {readonly ok: false; readonly problem: string};

/** The opened account of a profile. */
export type OpenedProfile = Problem | {readonly ok: true; readonly session: Session};

type ProfilesOptions = {
	readonly configFile: string;
	/** The environment in which `apiKeyEnv` is looked up. */
	readonly environment: Environment;
	/** Opens every account read-only. */
	readonly isReadOnly: boolean;
	readonly open: (profile: Profile) => ConnectResult;
	readonly openBeside: (profile: Profile) => ConnectResult;
};

/** The profiles of config.yaml. Every method reads the file again. */
export type Profiles = ReturnType<typeof createProfiles>;

/** Creates the access of the screens to the profiles of a config.yaml. Comments in the file are kept. */
export function createProfiles({configFile, environment, isReadOnly, open, openBeside}: ProfilesOptions) {
	const find = async (
		name: string,
		policy: KeyCommandPolicy,
	): Promise<Problem | {readonly ok: true; readonly profile: Profile}> => {
		const choice = await findProfile({name, isReadOnly, environment, configFile}, policy);
		if (choice.state !== 'found') {
			return {ok: false, problem: choice.state === 'none' ? `there is no profile ${name}` : choice.problem};
		}

		return policy.signal?.aborted ? {ok: false, problem: 'cancelled'} : {ok: true, profile: choice.profile};
	};

	const use = async <Result extends Problem | {readonly ok: true}>(
		name: string,
		policy: KeyCommandPolicy,
		act: (profile: Profile) => Result,
	): Promise<Problem | Result> => {
		const found = await find(name, policy);
		if (!found.ok) {
			return found;
		}

		const result = act(found.profile);
		return result.ok ? result : {ok: false, problem: `profile ${name}: ${result.problem}`};
	};

	return {
		async list(): Promise<Problem | {readonly ok: true; readonly profiles: readonly ShownProfile[]}> {
			const {readProfileFile} = await import('../config/profile-file.ts');
			const file = await readProfileFile(configFile);
			return file.ok ? {ok: true, profiles: shownProfiles(file.value)} : file;
		},
		/** Opens the account of a profile. Nothing is sent. `policy`: how to run a key command. */
		open: async (name: string, policy: KeyCommandPolicy) => use(name, policy, open),
		/** Opens the account of a profile beside the displayed one, whose colours stay. Nothing is sent. `policy`: as for `open`. */
		openBeside: async (name: string, policy: KeyCommandPolicy) => use(name, policy, openBeside),
		/** Sets the default profile, which is opened when none is named. */
		async setDefault(name: string): Promise<Problem | {readonly ok: true}> {
			const {setDefaultProfile} = await import('../config/profile-file.ts');
			return changed(setDefaultProfile(configFile, name));
		},
		/** Removes the profile from the file. The data of its account on this machine is kept. */
		async remove(name: string): Promise<Problem | {readonly ok: true}> {
			const {removeProfile} = await import('../config/profile-file.ts');
			return changed(removeProfile(configFile, name));
		},
	};
}

/** Whether a profile of config.yaml is the open one: name and base URL are equal. */
export function isOpenProfile({name, baseUrl}: ShownProfile, open: Profile): boolean {
	const parsed = parseBaseUrl(baseUrl);
	return !open.isSandbox && name === open.name && parsed.ok && parsed.value === open.baseUrl;
}

async function changed(change: Promise<void>): Promise<Problem | {readonly ok: true}> {
	try {
		await change;
		return {ok: true};
	} catch (error) {
		return {ok: false, problem: error instanceof Error ? error.message : String(error)};
	}
}
