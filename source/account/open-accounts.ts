import type {Clock} from '../platform/clock.ts';
import type {RequestLog} from '../service/request-log.ts';
import type {Profile} from '../config/profile.ts';
import type {StorageSettings} from '../config/profile-file.ts';
import {createAccountIndex, fingerprintKey} from '../ledger/accounts.ts';
import {createListingCache} from '../ledger/listing-cache.ts';
import {createKeyDecisions, type ConnectResult, type RenewResult, type Session} from './session.ts';
import {createSession, type SessionOptions} from './create-session.ts';
import type {RetryStatus} from './status.ts';
import {createRuleStore} from './settings.ts';
import type {SessionLedger} from './session-ledger.ts';
import {toConnection} from './to-connection.ts';

/** The default settling time in seconds. */
const defaultSettlingTime = 60;

/** What opening accounts needs. */
export type AccountsOptions = {
	readonly clock: Clock;
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
	configFile,
	requestLog,
	retryStatus,
	timeout,
	settlingTime,
	onOpen,
	drawn,
}: OpenAccountsOptions) {
	let serial = 0;
	let storage: StorageSettings | undefined;
	const sessions = new Set<Session>();
	const held = new Set<number>();
	const listingCache = createListingCache(`${ledgerFile}-listings`, clock.now);
	const accounts = createAccountIndex({file: `${ledgerFile}-accounts.json`, now: clock.now});

	const createNext = (
		options: Pick<SessionOptions, 'profile' | 'connection' | 'profileKey' | 'earlier' | 'listing'>,
	): Session => {
		serial++;
		const session = createSession({
			...options,
			id: serial,
			clock,
			ledger,
			listingCache,
			retryStatus,
			held,
			rules: createRuleStore(configFile, options.profile.isConfigured === true ? options.profile.name : undefined),
			settlingTime: settlingTime ?? (options.profile.settlingTime ?? defaultSettlingTime) * 1000,
		});
		void session.rules.load();
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
				session: createNext({profile, connection, profileKey: fingerprintKey({...connection, baseUrl: 'sandbox:'})}),
			};
		}

		const credentials = {...connection, name: profile.name};
		const {account, earlier} = accounts.identify(credentials);
		const session = createNext({profile, connection, profileKey: account, earlier});
		if (earlier === undefined) {
			// The key is assigned only after the service has accepted it.
			const stop = session.listing.onListing(() => {
				stop();
				void (async () => {
					await drawn;
					accounts.assign(credentials, account);
				})();
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
		renewKey(session: Session, apiKey: string): RenewResult {
			const result = toConnection({...session.profile, apiKey, keyRemedy: undefined}, timeout, {
				elapsed: clock.elapsed,
				requestLog,
			});
			if (!result.ok) {
				return {ok: false, problem: result.problem};
			}

			const {connection} = result;
			const before = session.earlier?.account ?? session.profileKey;
			const {account, name, earlier} = accounts.identify({...connection, name: session.profile.name}, before);
			return {
				ok: true,
				change: {session, connection, account, name, earlier: earlier ?? {account: before, usedAt: clock.now()}},
			};
		},
		keyDecisions: createKeyDecisions({
			accounts,
			listingCache,
			async openLedger() {
				const opened = await ledger.open();
				return opened.ledger;
			},
			reopen({session, connection}, {profile, profileKey, keepsListing}) {
				session.pending.close();
				if (!keepsListing) {
					void session.listing.close();
				}

				return createNext({
					profile,
					connection,
					profileKey,
					listing: keepsListing ? session.listing : undefined,
				});
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
