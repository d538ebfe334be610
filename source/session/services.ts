import {homedir} from 'node:os';
import {createRequestLog} from '../service/request-log.ts';
import {childEnvironment, readEnvironment} from '../config/environment.ts';
import {
	findProfile,
	findShared,
	sandboxProfile,
	type Profile,
	type ProfileRequest,
	type SharedSettings,
} from '../config/profile.ts';
import type {Clock} from '../platform/clock.ts';
import type {Sandbox} from '../sandbox/server.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {readTextFile} from '../platform/files.ts';
import type {DesktopOptions} from './desktop.ts';
import {createKeyCommandStatus} from './key-command-status.ts';
import {createOpenAccounts} from './open-accounts.ts';
import {createSettingsStore, type ApplySettings} from './settings-store.ts';
import {createSessionLedger} from './session-ledger.ts';
import {createRetryStatus} from './retry-status.ts';
import {createProfiles, type Opening, type Services} from './session.ts';

export type ServicesOptions = {
	readonly clock: Clock;
	/** Disables create, edit and delete on every account. */
	readonly isReadOnly: boolean;
	/** The account to open; undefined for the sandbox. */
	readonly profile: ProfileRequest | undefined;
	readonly configFile: string;
	readonly sandboxFile: string;
	readonly ledgerFile: string;
	/** Whether Node accepts any certificate (NODE_TLS_REJECT_UNAUTHORIZED=0). */
	readonly acceptsAnyCertificate?: boolean;
	/** A shell command: $VISUAL or $EDITOR. */
	readonly editor: string;
	/** The request timeout in milliseconds. */
	readonly timeout: number;
	/** Milliseconds; by default that of the profile, or 60 seconds. */
	readonly settlingTime?: number;
	/** Called with the settings for the screens before an account is displayed. */
	readonly applySettings?: ApplySettings;
	/** The desktop for the clipboard and for links; none by default. */
	readonly desktop?: DesktopOptions;
	/** Called with each profile that is opened, before it is displayed. */
	readonly onOpen?: (profile: Profile) => void;
	/** Resolves when the screens are drawn and have answered the keys that waited. Opening the ledger, and saving to which account the API key belongs, wait for it. By default nothing waits. */
	readonly drawn?: Promise<void>;
};

/** A desktop without clipboard and links, for commands. */
const noDesktop: DesktopOptions = {platform: 'linux', get: () => undefined, write: () => undefined};

type ServicesHandle = {
	readonly services: Services;
	readonly close: () => Promise<void>;
};

/** Creates the services that the screens use outside React. Nothing starts before it is used. */
export function createServices({
	clock,
	profile: request,
	isReadOnly,
	configFile,
	sandboxFile,
	ledgerFile,
	editor,
	timeout,
	settlingTime,
	acceptsAnyCertificate = false,
	onOpen,
	applySettings,
	drawn,
	desktop = noDesktop,
}: ServicesOptions): ServicesHandle {
	let sandbox: Promise<Sandbox> | undefined;
	/** Whether an account opened on the connect screen is read-only. It is, too, if the profile that could not be opened is read-only. */
	let isConnectReadOnly = isReadOnly;
	/** The settings of config.yaml for an account opened on the connect screen. */
	let shared: SharedSettings = {};
	const keyCommand = createKeyCommandStatus();
	const settings = createSettingsStore(configFile, applySettings);
	const retryStatus = createRetryStatus(clock);
	const requestLog = createRequestLog(clock.now);
	const ledger = createSessionLedger({file: ledgerFile, clock, onBusy: retryStatus.setLedgerBusy, after: drawn});
	const accounts = createOpenAccounts({
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
	});

	const openOrAsk = (profile: Profile): Opening => {
		const result = accounts.open(profile);
		if (!result.ok) {
			isConnectReadOnly ||= profile.isReadOnly;
			shared = {storage: profile.storage, team: profile.team, configProblem: profile.configProblem};
			return {
				state: 'asking',
				problem: `Profile ${profile.name}: ${result.problem}`,
				isKeyMissing: result.field === 'apiKey',
				...(result.field === 'apiKey' && {baseUrl: profile.baseUrl, keyRemedy: profile.keyRemedy}),
			};
		}

		return {state: 'open', session: result.session};
	};

	const openSandbox = async (): Promise<Opening> => {
		try {
			const {startSandbox} = await import('../sandbox/server.ts');
			sandbox ??= startSandbox({file: sandboxFile});
			return openOrAsk(sandboxProfile(await sandbox, isReadOnly));
		} catch (error) {
			sandbox = undefined;
			return {
				state: 'asking',
				problem: `The sandbox cannot start. ${sanitise(error instanceof Error ? error.message : String(error))}`,
			};
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

		const found = await findShared(configFile, request.environment);
		shared = choice.state === 'problem' && choice.team !== undefined ? {...found, team: choice.team} : found;
		accounts.setStorage(shared.storage);
		isConnectReadOnly ||=
			shared.configProblem !== undefined || (choice.state === 'problem' && choice.isReadOnly === true);
		return choice.state === 'none'
			? {state: 'asking'}
			: {
					state: 'asking',
					problem: choice.problem,
					baseUrl: choice.baseUrl,
					isKeyMissing: choice.isKeyMissing === true,
					...(choice.keyRemedy !== undefined && {keyRemedy: choice.keyRemedy, keyCommand: choice.keyCommand}),
				};
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
				if (opened.state === 'asking') {
					first = undefined;
				}

				return opened;
			})();
			return first;
		},
		openSandbox,
		openProfile: accounts.open,
		connect: (baseUrl, apiKey) =>
			accounts.open({
				name: URL.canParse(baseUrl) ? new URL(baseUrl).host : '',
				isSandbox: false,
				baseUrl,
				apiKey,
				isReadOnly: isConnectReadOnly,
				isReadOnlyRun: isReadOnly,
				hasColour: true,
				...shared,
			}),
		renewKey: accounts.renewKey,
		async runKeyCommand({profile: {keyCommand: command = []}}, policy) {
			const {runKeyCommand} = await import('../config/key-command.ts');
			return runKeyCommand(command, policy);
		},
		accountChanges: accounts.accountChanges,
		async saveProfile(name, {baseUrl, apiKey}, source) {
			const [{saveProfile}, {keySource}] = await Promise.all([
				import('../config/profile-file.ts'),
				import('./key-source.ts'),
			]);
			await saveProfile(configFile, name, {baseUrl, ...(await keySource(source, apiKey))});
		},
		async profiles() {
			return createProfiles({
				configFile,
				environment: request?.environment ?? readEnvironment(),
				isReadOnly,
				open: accounts.open,
				openBeside: accounts.openBeside,
			});
		},
		leave: accounts.leave,
		isLedgerLarge: ledger.isLarge,
		openLedger: ledger.open,
		async copy(text) {
			const {copyText} = await import('./desktop.ts');
			return copyText(text, desktop);
		},
		async openLink(link) {
			const {openLink} = await import('./desktop.ts');
			return openLink(link, desktop);
		},
		async edit(text, name) {
			const {editInEditor} = await import('../terminal/editor.ts');
			return editInEditor(text, editor, childEnvironment(), name);
		},
		async files() {
			const {createNotificationFiles} = await import('./notification-files.ts');
			return createNotificationFiles({
				home: homedir(),
				editor: {editor, environment: childEnvironment()},
				env: (request?.environment ?? readEnvironment()).get,
			});
		},
		async readSample(file) {
			return readTextFile(file);
		},
	};

	return {
		services,
		async close() {
			keyCommand.cancel();
			await first;
			await accounts.close();
			const started = await sandbox?.catch(() => undefined);
			await started?.close();
			await ledger.close();
		},
	};
}
