import type {Connection} from '../api/connection.ts';
import type {RequestLog} from '../api/request-log.ts';
import type {KeyCommandPolicy, KeyResult} from '../config/key-command.ts';
import type {Profile} from '../config/profile.ts';
import type {EarlierAccount} from '../storage/accounts.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Clock} from '../platform/clock.ts';
import type {EditResult} from '../terminal/editor.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {AccountChange, AccountChanges} from './account-change.ts';
import type {CopyResult} from './desktop.ts';
import type {KeyCommandStatus} from './key-command-status.ts';
import type {ListingStore} from './listing-store.ts';
import type {AccountOperations} from './account-operations.ts';
import type {NotificationFiles} from './notification-files.ts';
import type {PendingChanges, PendingChangesOptions} from './pending-changes.ts';
import type {Profiles} from './profiles.ts';
import type {RetryStatus} from './retry-status.ts';
import type {RuleStore} from './rule-store.ts';
import type {TeamHandle} from './team/team-handle.ts';
import type {SettingsStore} from './settings-store.ts';

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
