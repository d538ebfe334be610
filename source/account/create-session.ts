import type {Connection} from '../service/connection.ts';
import {type Profile, readOnlyReason} from '../config/profile.ts';
import type {Clock} from '../platform/clock.ts';
import type {EarlierAccount} from '../ledger/accounts.ts';
import {noListingCache, type ListingCache} from '../ledger/listing-cache.ts';
import {recordsOf} from './listing-state.ts';
import {createListingStore, type ListingStore} from './listing-store.ts';
import {createAccountChanges, type ChangeAccount} from './account-changes.ts';
import {createPendingChanges, type PendingChanges} from './pending-changes.ts';
import type {RetryStatus} from './status.ts';
import {noRuleStore, type RuleStore} from './settings.ts';
import type {SessionLedger} from './session-ledger.ts';
import type {Session} from './session.ts';
import {createTeam} from './team/team.ts';

export type SessionOptions = {
	/** A number that differs for every session. */
	readonly id: number;
	/** The key under which all data of the account is stored. */
	readonly profileKey: string;
	/** Set while it is not known whether the API key belongs to this account. */
	readonly earlier?: EarlierAccount | undefined;
	/** The listing store to continue with; a new one by default. */
	readonly listing?: ListingStore | undefined;
	readonly profile: Profile;
	readonly connection: Connection;
	readonly clock: Clock;
	readonly ledger: SessionLedger;
	readonly listingCache: ListingCache;
	readonly retryStatus: RetryStatus;
	/** See `ChangeAccount`. */
	readonly held: Set<number>;
	/** Milliseconds. */
	readonly settlingTime: number;
	/** None by default. */
	readonly rules?: RuleStore;
};

const uncertainText =
	'It is not known yet whether this API key belongs to the account that the team of config.yaml shares. Run chainbell without a command to answer that.';

/** Opens an account for the screens. Nothing is sent until its listing is displayed or a change is made. */
export function createSession({
	id,
	profileKey,
	earlier,
	listing: present,
	profile,
	connection,
	clock,
	ledger,
	listingCache,
	retryStatus: {retry},
	held,
	settlingTime,
	rules = noRuleStore,
}: SessionOptions): Session {
	// While the account is uncertain, its listing is neither read from the cache nor saved there.
	const remembered = earlier === undefined && profile.storage?.keepListings !== false ? listingCache : noListingCache;
	const needsProof = () => changes.isRunning() || pending.get().count > 0;
	present?.rebind({connection, profileKey, remembered, needsProof});
	const listing = present ?? createListingStore({connection, profileKey, clock, retry, remembered, needsProof});
	const openLedger = async (signal?: AbortSignal) => {
		const opened = await ledger.open(signal);
		return opened.ledger;
	};

	const listed = async () => {
		if (listing.get().listing.state !== 'ready') {
			await listing.listAfresh(new AbortController().signal);
		}

		const {listing: current} = listing.get();
		return current.state === 'ready' && current.value.complete ? current.value.records : undefined;
	};

	const onReceived = () => {
		pending.update();
	};

	const team =
		profile.team === undefined || earlier !== undefined
			? undefined
			: createTeam({team: profile.team, profileKey, settlingTime, clock, openLedger, listed, onReceived});

	const account: ChangeAccount = {
		profileKey,
		connection,
		readOnly:
			readOnlyReason(profile) ??
			(earlier !== undefined && profile.team?.isRequired === true ? uncertainText : undefined),
		listing,
		openLedger,
		rules,
		team,
		createContext: ({changes, sent}, signal) => ({
			connection,
			profile: profileKey,
			profileName: profile.name,
			changes,
			sent,
			retry,
			now: clock.now,
			elapsed: clock.elapsed,
			settlingTime,
			listed: () => recordsOf(listing.get().listing),
			displayed: listing.latest,
			signal,
		}),
		held,
		onEnd() {
			listing.expectChange();
			pending.update();
		},
	};
	const changes = createAccountChanges(account);
	const settle: Session['settle'] = async look => {
		const settled = await changes.settle(look);
		void team?.push();
		return settled;
	};

	const pending: PendingChanges = createPendingChanges({profileKey, clock, listing, openLedger, settle});

	return {
		id,
		profileKey,
		earlier,
		profile: {...profile, apiKey: connection.apiKey, baseUrl: connection.baseUrl},
		connection,
		listing,
		changes,
		pending,
		rules,
		settle,
		settlingTime,
		team,
	};
}
