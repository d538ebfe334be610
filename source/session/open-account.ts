import {checkApiKey, parseBaseUrl, type Connection} from '../api/connection.ts';
import type {Profile} from '../config/profile.ts';
import {createInMemoryLog} from '../operations/in-memory-log.ts';
import type {ListingCache} from '../storage/listing-cache.ts';
import {profileKey as profileKeyOf} from '../storage/profile-key.ts';
import type {Clock} from '../system/clock.ts';
import {keepSecret} from '../terminal/secrets.ts';
import {createListingStore} from './listing-store.ts';
import type {SessionLedger} from './open-ledger.ts';
import {createAccountOperations} from './operations.ts';
import type {RetryStatus} from './retry-status.ts';
import type {Session} from './session.ts';

export type ConnectionResult =
	| {readonly ok: true; readonly connection: Connection}
	/** `problem`: one line, safe to show. */
	| {readonly ok: false; readonly field: 'baseUrl' | 'apiKey'; readonly problem: string};

/** The connection of a profile, once its base URL and API key are found to be well-formed. Nothing is sent. From then on the key is hidden in all output. */
export function toConnection({baseUrl: text, apiKey: untrimmed}: Pick<Profile, 'baseUrl' | 'apiKey'>, timeout: number): ConnectionResult {
	const baseUrl = parseBaseUrl(text);
	if (!baseUrl.ok) {
		return {ok: false, field: 'baseUrl', problem: baseUrl.problem};
	}

	const apiKey = untrimmed.trim();
	const problem = checkApiKey(apiKey);
	if (problem !== undefined) {
		return {ok: false, field: 'apiKey', problem};
	}

	keepSecret(apiKey);
	return {ok: true, connection: {baseUrl: baseUrl.value, apiKey, timeout}};
}

export type OpenAccountOptions = {
	/** Tells sessions apart. */
	readonly id: number;
	readonly profile: Profile;
	readonly connection: Connection;
	readonly clock: Clock;
	readonly ledger: SessionLedger;
	readonly listingCache: ListingCache;
	readonly retryStatus: RetryStatus;
};

/** Opens an account. Nothing is sent before its listing is looked at, or an operation is started. */
export function openAccount({id, profile, connection, clock, ledger, listingCache, retryStatus: {retry}}: OpenAccountOptions): Session {
	// The sandbox is the same account on every port.
	const profileKey = profileKeyOf({baseUrl: profile.isSandbox ? 'sandbox:' : connection.baseUrl, apiKey: connection.apiKey});
	const listing = createListingStore({connection, profileKey, clock, retry, remembered: listingCache});

	return {
		id,
		profileKey,
		profile: {...profile, apiKey: connection.apiKey, baseUrl: connection.baseUrl},
		connection,
		listing,
		operations: createAccountOperations({
			profileKey,
			isReadOnly: profile.isReadOnly,
			listing,
			async openLedger(signal) {
				const opened = await ledger.open(signal);
				return opened.ledger;
			},
			createContext: ({isWritable, journal, sent}, signal) => ({
				connection,
				profile: profileKey,
				profileName: profile.name,
				log: isWritable ? journal : createInMemoryLog(),
				sent,
				isLogPersistent: isWritable,
				retry,
				now: clock.now,
				signal,
			}),
		}),
	};
}
