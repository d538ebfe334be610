import {readFile, stat} from 'node:fs/promises';
import {createRequestLog} from '../api/request-log.ts';
import {childEnvironment, readEnvironment} from '../config/environment.ts';
import {findProfile, findStorage, type Profile, type ProfileRequest} from '../config/profile.ts';
import type {StorageSettings} from '../config/profile-schema.ts';
import type {Clock} from '../system/clock.ts';
import type {Sandbox} from '../sandbox/server.ts';
import {createAccountIndex} from '../storage/accounts.ts';
import {createListingCache} from '../storage/listing-cache.ts';
import {fingerprintKey} from '../storage/profile-key.ts';
import {createAccountChanges} from './account-change.ts';
import {createSession, type SessionOptions} from './create-session.ts';
import type {DesktopOptions} from './desktop.ts';
import {keySource} from './key-source.ts';
import {createKeyCommandStatus} from './key-command-status.ts';
import {toConnection} from './to-connection.ts';
import {createSettingsStore, type ApplySettings} from './settings-store.ts';
import {createSessionLedger} from './session-ledger.ts';
import {createRetryStatus} from './retry-status.ts';
import type {ConnectResult, Opening, Services, Session} from './session.ts';

/** A sample event is small; anything larger is a mistake. In bytes. */
const sampleLimit = 1_048_576;

/** Seconds. */
const defaultSettlingTime = 60;

export type ServicesOptions = {
	readonly clock: Clock;
	/** Disables create, edit and delete on every account. */
	readonly isReadOnly: boolean;
	/** The account to open; undefined for the sandbox. */
	readonly profile: ProfileRequest | undefined;
	readonly configFile: string;
	readonly sandboxFile: string;
	readonly ledgerFile: string;
	/** NODE_TLS_REJECT_UNAUTHORIZED=0: Node accepts any certificate. */
	readonly acceptsAnyCertificate?: boolean;
	/** A command for the shell: $VISUAL or $EDITOR. */
	readonly editor: string;
	/** The request timeout in milliseconds. */
	readonly timeout: number;
	/** Milliseconds; the profile's, or 60 seconds, unless given. */
	readonly settlingTime?: number;
	/** Called with the settings of the screens before an account is shown. */
	readonly applySettings?: ApplySettings;
	/** Where texts are copied to and links opened; by default nowhere. */
	readonly desktop?: DesktopOptions;
	/** Called with each profile that is opened, before it is shown. */
	readonly onOpen?: (profile: Profile) => void;
};

/** Of commands, which neither copy nor open. */
const noDesktop: DesktopOptions = {platform: 'linux', get: () => undefined, write: () => undefined};

export type ServicesHandle = {
	readonly services: Services;
	/** Closes what was opened. */
	readonly close: () => Promise<void>;
};

/** Creates what the screens need from outside React. Nothing starts before it is used. */
export function createServices({clock, profile: request, isReadOnly, configFile, sandboxFile, ledgerFile, editor, timeout, settlingTime, acceptsAnyCertificate = false, onOpen, applySettings, desktop = noDesktop}: ServicesOptions): ServicesHandle {
	let sandbox: Promise<Sandbox> | undefined;
	let serial = 0;
	/** Of config.yaml, once it was read. */
	let storage: StorageSettings | undefined;
	/** Whether an account connected on the connect screen is read-only: also if the profile that could not be opened is. */
	let isConnectReadOnly = isReadOnly;
	const keyCommand = createKeyCommandStatus();
	const settings = createSettingsStore(configFile, applySettings);
	const retryStatus = createRetryStatus(clock);
	const requestLog = createRequestLog(clock.now);
	const listingCache = createListingCache(`${ledgerFile}-listings`, clock.now);
	const sessions = new Set<Session>();
	const ledger = createSessionLedger({file: ledgerFile, clock, onBusy: retryStatus.setLedgerBusy});

	const accounts = createAccountIndex({file: `${ledgerFile}-accounts.json`, ledgerFile, now: clock.now});

	const createNext = (options: Pick<SessionOptions, 'profile' | 'connection' | 'profileKey' | 'earlier' | 'listing'>): Session => {
		serial++;
		const session = createSession({
			...options,
			id: serial,
			clock,
			ledger,
			listingCache,
			retryStatus,
			settlingTime: settlingTime ?? ((options.profile.settlingTime ?? defaultSettlingTime) * 1000),
		});
		sessions.add(session);
		return session;
	};

	const open = (profile: Profile): ConnectResult => {
		const result = toConnection(profile, timeout, requestLog);
		if (!result.ok) {
			return result;
		}

		onOpen?.(profile);
		storage = profile.storage ?? storage;
		ledger.setHistoryDays(storage?.history);
		if (storage?.keepListings === false) {
			listingCache.clear();
		}

		const {connection} = result;
		if (profile.isSandbox) {
			// It is the same account on every port.
			return {ok: true, session: createNext({profile, connection, profileKey: fingerprintKey({...connection, baseUrl: 'sandbox:'})})};
		}

		const credentials = {...connection, name: profile.name};
		const {account, earlier} = accounts.identify(credentials);
		const session = createNext({profile, connection, profileKey: account, earlier});
		if (earlier === undefined) {
			// Only a key that the service accepts says something about the account.
			const stop = session.listing.onListing(() => {
				stop();
				accounts.assign(credentials, account);
			});
		}

		return {ok: true, session};
	};

	const accountChanges = createAccountChanges({
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
	});

	const leave = async (session: Session) => {
		session.pending.close();
		await session.listing.close();
		sessions.delete(session);
	};

	const openOrAsk = (profile: Profile): Opening => {
		const result = open(profile);
		if (!result.ok) {
			isConnectReadOnly ||= profile.isReadOnly;
			return {state: 'asking', problem: `Profile ${profile.name}: ${result.problem}`, isKeyMissing: result.field === 'apiKey'};
		}

		return {state: 'open', session: result.session};
	};

	const openSandbox = async (): Promise<Opening> => {
		try {
			const {startSandbox} = await import('../sandbox/server.ts');
			sandbox ??= startSandbox({file: sandboxFile});
			const {baseUrl, apiKey} = await sandbox;
			return openOrAsk({
				name: 'sandbox', isSandbox: true, baseUrl, apiKey, isReadOnly, hasColour: true,
			});
		} catch (error) {
			sandbox = undefined;
			return {state: 'asking', problem: `The sandbox cannot start: ${String(error)}`};
		}
	};

	const openFirst = async (): Promise<Opening> => {
		if (request === undefined) {
			return openSandbox();
		}

		const choice = await findProfile(request, keyCommand.policy);
		if (choice.state === 'found') {
			return openOrAsk(choice.profile);
		}

		storage = await findStorage(configFile);
		isConnectReadOnly ||= choice.state === 'problem' && choice.isReadOnly === true;
		return choice.state === 'none' ? {state: 'asking'} : {state: 'asking', problem: choice.problem, baseUrl: choice.baseUrl, isKeyMissing: choice.isKeyMissing === true};
	};

	let first: Promise<Opening> | undefined;
	const services: Services = {
		clock,
		settings,
		retryStatus,
		requestLog,
		keyCommand,
		acceptsAnyCertificate,
		async open() {
			first ??= (async () => {
				const [opened] = await Promise.all([openFirst(), settings.load()]);
				return opened;
			})();
			return first;
		},
		openSandbox,
		connect: (baseUrl, apiKey) => open({
			name: URL.canParse(baseUrl) ? new URL(baseUrl).host : '',
			isSandbox: false,
			baseUrl,
			apiKey,
			isReadOnly: isConnectReadOnly,
			hasColour: true,
			storage,
		}),
		renewKey(session, apiKey) {
			const result = toConnection({...session.profile, apiKey}, timeout, requestLog);
			if (!result.ok) {
				return {ok: false, problem: result.problem};
			}

			const {connection} = result;
			const before = session.earlier?.account ?? session.profileKey;
			const {account, name, earlier} = accounts.identify({...connection, name: session.profile.name}, before);
			return {ok: true, change: {session, connection, account, name, earlier: earlier ?? {account: before, usedAt: clock.now()}}};
		},
		accountChanges,
		async saveProfile(name, {baseUrl, apiKey}, source) {
			const {readProfileFile, saveProfile} = await import('../config/profile-file.ts');
			const file = await readProfileFile(configFile);
			if (file.ok && Object.hasOwn(file.value.profiles, name)) {
				throw new Error(`there is a profile ${name} already; choose another name`);
			}

			await saveProfile(configFile, name, {baseUrl, ...await keySource(source, apiKey)});
		},
		async profiles() {
			const {createProfiles} = await import('./profiles.ts');
			return createProfiles({configFile, environment: request?.environment ?? readEnvironment(), isReadOnly, open});
		},
		leave,
		openLedger: ledger.open,
		async copy(text) {
			const {copyText} = await import('./desktop.ts');
			return copyText(text, desktop);
		},
		async openLink(link) {
			const {openLink} = await import('./desktop.ts');
			return openLink(link, desktop);
		},
		async edit(text) {
			const {editInEditor} = await import('../terminal/editor.ts');
			return editInEditor(text, editor, childEnvironment());
		},
		async readSample(file) {
			const found = await stat(file);
			if (!found.isFile()) {
				throw new Error('it is no file');
			}

			if (found.size > sampleLimit) {
				throw new Error(`it is larger than ${sampleLimit / 1024} KiB`);
			}

			return readFile(file, 'utf8');
		},
	};

	return {
		services,
		async close() {
			keyCommand.cancel();
			await first;
			await Promise.all(Array.from(sessions, leave));
			const started = await sandbox?.catch(() => undefined);
			await started?.close();
			await ledger.close();
		},
	};
}
