import type {Clock} from '../platform/clock.ts';
import type {RequestLog} from '../service/request-log.ts';
import {findProfile, type Profile, type ProfileRequest, readOnlyReason} from '../config/profile.ts';
import type {StorageSettings} from '../config/profile-file.ts';
import {createAccountIndex, fingerprintKey} from '../ledger/accounts.ts';
import {createListingCache, noListingCache} from '../ledger/listing-cache.ts';
import {createKeyDecisions, type ConnectResult, type Session} from './session.ts';
import type {RetryStatus} from './status.ts';
import {createRuleStore} from './settings.ts';
import type {SessionLedger} from './session-ledger.ts';
import {toConnection} from './to-connection.ts';
import {recordsOf} from './listing-state.ts';
import {createListingStore} from './listing-store.ts';
import {createAccountChanges} from './account-changes.ts';
import {createPendingChanges, type PendingChanges} from './pending-changes.ts';
import {createTeam} from './team/team.ts';

/** The default settling time in seconds. */
const defaultSettlingTime = 60;

const uncertainText =
	'It is not known yet whether this API key belongs to the account that the team of config.yaml shares. Run chainbell without a command to answer that.';

/** What opening accounts needs. */
export type AccountsOptions = {
	readonly clock: Clock;
	/** The profile requested at the start; undefined for the sandbox. */
	readonly profile?: ProfileRequest | undefined;
	readonly configFile: string;
	readonly ledgerFile: string;
	/** The request timeout in milliseconds. */
	readonly timeout: number;
	/** Milliseconds; by default that of the profile, or 60 seconds. */
	readonly settlingTime?: number | undefined;
	/** Called with each profile that is opened, before it is displayed. */
	readonly onOpen?: ((profile: Profile) => void) | undefined;
	/** Resolves when the screens are drawn and have answered the keys that waited. Opening the ledger, and saving to which account the API key belongs, wait for it. By default nothing waits. */
	readonly drawn?: Promise<void> | undefined;
};

type OpenAccountsOptions = AccountsOptions & {
	readonly ledger: SessionLedger;
	readonly requestLog: RequestLog;
	readonly retryStatus: RetryStatus;
};

/** Opens accounts and keeps track of the open ones. */
export function createOpenAccounts({
	clock,
	ledger,
	ledgerFile,
	profile: request,
	configFile,
	requestLog,
	retryStatus: {retry},
	timeout,
	settlingTime: givenSettlingTime,
	onOpen,
	drawn,
}: OpenAccountsOptions) {
	let serial = 0;
	let storage: StorageSettings | undefined;
	const sessions = new Set<Session>();
	const held = new Set<number>();
	const listingCache = createListingCache(`${ledgerFile}-listings`, clock.now);
	const accounts = createAccountIndex({file: `${ledgerFile}-accounts.json`, now: clock.now});

	const openLedger = async (signal?: AbortSignal) => {
		const opened = await ledger.open(signal);
		return opened.ledger;
	};

	/** Opens an account for the screens. Nothing is sent until its listing is displayed or a change is made. `earlier`: set while it is not known whether the API key belongs to this account. `listing`: the store to continue with; a new one by default. */
	const createSession = ({
		profile,
		connection,
		profileKey,
		earlier,
		listing: present,
	}: Pick<Session, 'profile' | 'connection' | 'profileKey'> &
		Partial<Pick<Session, 'earlier' | 'listing'>>): Session => {
		const settlingTime = givenSettlingTime ?? (profile.settlingTime ?? defaultSettlingTime) * 1000;
		const rules = createRuleStore(configFile, profile.isConfigured === true ? profile.name : undefined);
		// While the account is uncertain, its listing is neither read from the cache nor saved there.
		const remembered = earlier === undefined && profile.storage?.keepListings !== false ? listingCache : noListingCache;
		const needsProof = () => changes.isRunning() || pending.get().count > 0;
		present?.rebind({connection, profileKey, remembered, needsProof});
		const listing = present ?? createListingStore({connection, profileKey, clock, retry, remembered, needsProof});
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
		const changes = createAccountChanges({
			profileKey,
			connection,
			readOnly:
				readOnlyReason(profile) ??
				(earlier !== undefined && profile.team?.isRequired === true ? uncertainText : undefined),
			listing,
			openLedger,
			rules,
			team,
			createContext: (opened, signal) => ({
				connection,
				profile: profileKey,
				profileName: profile.name,
				changes: opened.changes,
				sent: opened.sent,
				retry,
				now: clock.now,
				elapsed: clock.elapsed,
				settlingTime,
				listed: () => recordsOf(listing.get().listing),
				everListed: () => listing.get().shown,
				displayed: listing.latest,
				signal,
			}),
			held,
			onEnd() {
				listing.expectChange();
				pending.update();
			},
		});
		const settle: Session['settle'] = async look => {
			const settled = await changes.settle(look);
			void team?.push();
			return settled;
		};

		const pending: PendingChanges = createPendingChanges({profileKey, clock, listing, openLedger, settle});
		const session = {
			id: ++serial,
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
		void rules.load();
		sessions.add(session);
		return session;
	};

	const leave = async (session: Session) => {
		session.pending.close();
		await Promise.all([session.listing.close(), session.team?.close()]);
		sessions.delete(session);
	};

	const openBeside = (profile: Profile): ConnectResult => {
		const result = toConnection(profile, timeout, {elapsed: clock.elapsed, requestLog});
		if (!result.ok) {
			return result;
		}

		storage = profile.storage ?? storage;
		ledger.setHistoryDays(storage?.history);
		if (storage?.keepListings === false) {
			listingCache.clear();
		}

		const {connection} = result;
		if (profile.isSandbox) {
			// The sandbox account is the same on every port.
			return {
				ok: true,
				session: createSession({profile, connection, profileKey: fingerprintKey({...connection, baseUrl: 'sandbox:'})}),
			};
		}

		const credentials = {...connection, name: profile.name};
		const {account, earlier} = accounts.identify(credentials);
		const session = createSession({profile, connection, profileKey: account, earlier});
		if (earlier === undefined) {
			// The key is assigned only after the service has accepted it.
			const stop = session.listing.onListing(async () => {
				stop();
				await drawn;
				accounts.assign(credentials, account);
			});
		}

		return {ok: true, session};
	};

	return {
		/** Opens the account of a profile. Nothing is sent. */
		open(profile: Profile) {
			const opened = openBeside(profile);
			if (opened.ok) {
				onOpen?.(profile);
			}

			return opened;
		},
		/** Like `open`, for an account that is shown beside the displayed one: `onOpen` is not called. */
		openBeside,
		renewKey(session: Session, apiKey: string) {
			const result = toConnection({...session.profile, apiKey, keyRemedy: undefined}, timeout, {
				elapsed: clock.elapsed,
				requestLog,
			});
			if (!result.ok) {
				return result;
			}

			const {connection} = result;
			const before = session.earlier?.account ?? session.profileKey;
			const {account, name, earlier} = accounts.identify({...connection, name: session.profile.name}, before);
			return {
				ok: true,
				change: {session, connection, account, name, earlier: earlier ?? {account: before, usedAt: clock.now()}},
			} as const;
		},
		keyDecisions: createKeyDecisions({
			accounts,
			listingCache,
			openLedger,
			async profileOf(name) {
				const choice = request && (await findProfile({...request, name, baseUrl: undefined, isAddressOnly: true}));
				return choice?.state === 'found' ? choice.profile : undefined;
			},
			reopen({session, connection}, {profile, profileKey, keepsListing}) {
				session.pending.close();
				if (!keepsListing) {
					void session.listing.close();
				}

				return createSession({profile, connection, profileKey, ...(keepsListing && {listing: session.listing})});
			},
		}),
		leave,
		/** Sets the storage settings of config.yaml, for accounts that have none. */
		setStorage(settings: StorageSettings | undefined) {
			storage = settings;
		},
		async close() {
			await Promise.all(Array.from(sessions, leave));
		},
	};
}
