import type {Connection} from '../api/connection.ts';
import type {Profile} from '../config/profile.ts';
import {createInMemoryLog} from '../operations/in-memory-log.ts';
import type {ListingCache} from '../storage/listing-cache.ts';
import {profileKey as profileKeyOf} from '../storage/profile-key.ts';
import type {Clock} from '../system/clock.ts';
import {createListingStore} from './listing-store.ts';
import type {SessionLedger} from './session-ledger.ts';
import {createAccountOperations, type AccountOperations} from './operations.ts';
import {createPendingChanges, type PendingChanges} from './pending-changes.ts';
import type {RetryStatus} from './retry-status.ts';
import type {Session} from './session.ts';

export type SessionOptions = {
	/** Tells sessions apart. */
	readonly id: number;
	readonly profile: Profile;
	readonly connection: Connection;
	readonly clock: Clock;
	readonly ledger: SessionLedger;
	readonly listingCache: ListingCache;
	readonly retryStatus: RetryStatus;
	/** Milliseconds. */
	readonly settlingTime: number;
};

/** Opens an account for the screens. Nothing is sent before its listing is looked at, or an operation is started. */
export function createSession({id, profile, connection, clock, ledger, listingCache, retryStatus: {retry}, settlingTime}: SessionOptions): Session {
	// The sandbox is the same account on every port.
	const profileKey = profileKeyOf({baseUrl: profile.isSandbox ? 'sandbox:' : connection.baseUrl, apiKey: connection.apiKey});
	const listing = createListingStore({connection, profileKey, clock, retry, remembered: listingCache});
	const openLedger = async (signal?: AbortSignal) => {
		const opened = await ledger.open(signal);
		return opened.ledger;
	};

	const operations: AccountOperations = createAccountOperations({
		profileKey,
		isReadOnly: profile.isReadOnly,
		listing,
		openLedger,
		createContext: ({isWritable, journal, sent}, signal) => ({
			connection,
			profile: profileKey,
			profileName: profile.name,
			log: isWritable ? journal : createInMemoryLog(),
			sent,
			isLogPersistent: isWritable,
			retry,
			now: clock.now,
			elapsed: clock.elapsed,
			settlingTime,
			knownSince: listing.knownSince,
			listingSince: listing.listingSince,
			signal,
		}),
		onEnd() {
			pending.update();
		},
	});
	const pending: PendingChanges = createPendingChanges({profileKey, clock, listing, openLedger, settle: operations.settlePending});

	return {
		id,
		profileKey,
		profile: {...profile, apiKey: connection.apiKey, baseUrl: connection.baseUrl},
		connection,
		listing,
		operations,
		pending,
	};
}
