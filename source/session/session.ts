import type {Connection} from '../api/connection.ts';
import type {RequestLog} from '../api/request-log.ts';
import type {KeyCommandPolicy, KeyResult} from '../config/key-command.ts';
import type {Profile} from '../config/profile.ts';
import type {EarlierAccount} from '../storage/accounts.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Clock} from '../system/clock.ts';
import type {EditResult} from '../terminal/editor.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {AccountChange, AccountChanges} from './account-change.ts';
import type {CopyResult} from './desktop.ts';
import type {KeyCommandStatus} from './key-command-status.ts';
import type {ListingStore} from './listing-store.ts';
import type {AccountOperations} from './account-operations.ts';
import type {PendingChanges} from './pending-changes.ts';
import type {Profiles} from './profiles.ts';
import type {RetryStatus} from './retry-status.ts';
import type {SettingsStore} from './settings-store.ts';

/** An open account. */
export type Session = {
	/** Different for every API key and service, so that the outcome of a request is not shown for another key. */
	readonly id: number;
	/** Identifies the account in the ledger; the same after its API key was renewed. */
	readonly profileKey: string;
	/** Set while it is not known whether the account is this one, which was used with another key. */
	readonly earlier: EarlierAccount | undefined;
	readonly profile: Profile;
	readonly connection: Connection;
	/** Whoever puts the session to use starts it. */
	readonly listing: ListingStore;
	readonly operations: AccountOperations;
	readonly pending: PendingChanges;
};

/** The progress of opening an account. */
export type Opening =
	| {readonly state: 'opening'}
	/** No usable profile: the connect screen asks. */
	| {readonly state: 'asking'; readonly problem?: string; readonly baseUrl?: string | undefined; /** The API key alone is missing. */ readonly isKeyMissing?: boolean; /** What to do about the API key. */ readonly keyRemedy?: string | undefined; /** The command that failed to print it: `open` runs it again. */ readonly keyCommand?: readonly string[] | undefined}
	| {readonly state: 'open'; readonly session: Session};

/** What the screens need from outside React. */
export type Services = {
	readonly clock: Clock;
	/** The settings of the screens; read once an account, or the question for one, can be shown. */
	readonly settings: SettingsStore;
	readonly retryStatus: RetryStatus;
	/** The last requests of this run, of every account. */
	readonly requestLog: Pick<RequestLog, 'get'>;
	/** Certificates are not checked (NODE_TLS_REJECT_UNAUTHORIZED=0): the screens warn of it. */
	readonly acceptsAnyCertificate: boolean;
	/** What `open` waits for. */
	readonly keyCommand: KeyCommandStatus;
	/** Finds the account to open at the start, once; again after none could be opened. */
	readonly open: () => Promise<Opening>;
	readonly openSandbox: () => Promise<Opening>;
	/** Creates a session from typed values. They are checked for form; nothing is sent yet. */
	readonly connect: (baseUrl: string, apiKey: string) => ConnectResult;
	/** Checks the form of another API key for an open account; nothing is sent yet. */
	readonly renewKey: (session: Session, apiKey: string) => RenewResult;
	/** Runs the command from which the profile of a session takes its API key. `policy`: how. */
	readonly runKeyCommand: (session: Pick<Session, 'profile'>, policy: KeyCommandPolicy) => Promise<KeyResult>;
	/** To which account a new API key belongs. */
	readonly accountChanges: AccountChanges;
	/** Saves a profile to config.yaml. `source`: `$NAME` for an environment variable, or a command, that gives the API key at every start; empty to store the key itself. Rejects if that fails, or gives another key. */
	readonly saveProfile: (name: string, profile: Profile, source: string) => Promise<void>;
	/** The profiles of config.yaml, loaded when they are first asked for. */
	readonly profiles: () => Promise<Profiles>;
	/** Ends everything under way of an account that is no longer shown. What was sent stays in the ledger. */
	readonly leave: (session: Session) => Promise<void>;
	/** Opens the ledger, once. */
	readonly openLedger: () => Promise<{readonly ledger: AwaitedLedger; readonly notice: string | undefined}>;
	/** Puts a text on the operator's clipboard. */
	readonly copy: (text: string) => Promise<CopyResult>;
	/** Opens a link that this program made. Resolves to false where nothing can open it, as over SSH. */
	readonly openLink: (link: string) => Promise<boolean>;
	/** Opens a text in $EDITOR. The terminal must be released first. */
	readonly edit: (text: string) => Promise<EditResult>;
	/** Reads a sample file. Rejects if it does not exist or is too large. */
	readonly readSample: (file: string) => Promise<string>;
};

export type ConnectResult =
	| {readonly ok: true; readonly session: Session}
	| {readonly ok: false; readonly field: 'baseUrl' | 'apiKey'; readonly problem: string};

export type RenewResult =
	| {readonly ok: true; readonly change: AccountChange}
	| {readonly ok: false; readonly problem: string};

/** Names the account in a sentence: the profile, and the service's host unless the profile is named after it. */
export function placeOf({profile, connection}: Pick<Session, 'profile' | 'connection'>): string {
	const {host} = new URL(connection.baseUrl);
	if (profile.isSandbox) {
		return 'SANDBOX';
	}

	return profile.name === host ? host : `${sanitise(profile.name)} (${host})`;
}
