import type {Connection} from '../api/connection.ts';
import type {Profile} from '../config/profile.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Clock} from '../system/clock.ts';
import type {EditResult} from '../terminal/editor.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {ListingStore} from './listing-store.ts';
import type {AccountOperations} from './operations.ts';
import type {RetryStatus} from './retry-status.ts';

/** An account, and the way to it. */
export type Session = {
	/** Another one for every key and service, so that nothing of one account is shown for another. */
	readonly id: number;
	/** What the ledger knows this account by. */
	readonly profileKey: string;
	readonly profile: Profile;
	readonly connection: Connection;
	/** Started with the session, or, for a connection that is still to be checked, once it is in use. */
	readonly listing: ListingStore;
	readonly operations: AccountOperations;
};

/** How far the program has come on its way to an account. */
export type Opening =
	| {readonly state: 'opening'}
	/** Nothing usable is set up: ask the operator. */
	| {readonly state: 'asking'; readonly problem?: string; readonly baseUrl?: string | undefined}
	| {readonly state: 'open'; readonly session: Session};

/** What the program needs from outside React. */
export type Services = {
	readonly clock: Clock;
	readonly retryStatus: RetryStatus;
	/** Finds the account to open at the start, once. */
	readonly open: () => Promise<Opening>;
	readonly openSandbox: () => Promise<Opening>;
	/** A connection from what an operator typed: the parts are checked, not yet the service. */
	readonly connect: (baseUrl: string, apiKey: string) => ConnectResult;
	/** Writes a profile to the config file. Rejects when it cannot. */
	readonly saveProfile: (name: string, profile: Profile) => Promise<void>;
	/** Opens what this machine remembers, once. */
	readonly openLedger: () => Promise<{readonly ledger: AwaitedLedger; readonly notice: string | undefined}>;
	/** Has a text edited in the operator's editor, on the terminal, which must be given up first. */
	readonly edit: (text: string) => Promise<EditResult>;
	/** A file's text. Rejects when there is none, or it is too large for a sample. */
	readonly readSample: (file: string) => Promise<string>;
};

export type ConnectResult =
	| {readonly ok: true; readonly session: Session}
	| {readonly ok: false; readonly field: 'baseUrl' | 'apiKey'; readonly problem: string};

/** Where something is done, in words: the profile, and the service's host unless that is its name. */
export function placeOf({profile, connection}: Session): string {
	const {host} = new URL(connection.baseUrl);
	if (profile.isSandbox) {
		return 'the SANDBOX';
	}

	return profile.name === host ? host : `${sanitise(profile.name)} (${host})`;
}
