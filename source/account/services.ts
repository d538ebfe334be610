import {homedir} from 'node:os';
import {createRequestLog} from '../service/request-log.ts';
import {childEnvironment, readEnvironment} from '../config/environment.ts';
import {
	findProfile,
	findShared,
	sandboxProfile,
	shownProfiles,
	type Profile,
	type ProfileRequest,
	type SharedSettings,
} from '../config/profile.ts';
import type {Sandbox} from '../sandbox/server.ts';
import {wrong} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {readTextFile} from '../platform/files.ts';
import type {DesktopOptions} from './desktop.ts';
import {createKeyCommandStatus, createRetryStatus} from './status.ts';
import {createOpenAccounts, type AccountsOptions} from './open-accounts.ts';
import {createSettingsStore, type ApplySettings} from './settings.ts';
import {createSessionLedger} from './session-ledger.ts';
import type {ConnectResult, OpenedProfile, Opening, Session} from './session.ts';
import type {KeyCommandPolicy} from '../config/key-command.ts';

export type ServicesOptions = AccountsOptions & {
	/** Disables create, edit and delete on every account. */
	readonly isReadOnly: boolean;
	/** The account to open; undefined for the sandbox. */
	readonly profile: ProfileRequest | undefined;
	readonly sandboxFile: string;
	/** Whether Node accepts any certificate (NODE_TLS_REJECT_UNAUTHORIZED=0). */
	readonly acceptsAnyCertificate?: boolean;
	/** A shell command: $VISUAL or $EDITOR. */
	readonly editor: string;
	/** Called with the settings for the screens before an account is displayed. */
	readonly applySettings?: ApplySettings;
	/** The desktop for the clipboard and for links; none by default. */
	readonly desktop?: DesktopOptions;
};

/** A desktop without clipboard and links, for commands. */
const noDesktop: DesktopOptions = {platform: 'linux', get: () => undefined, write: () => undefined};

/** The services that the screens use outside React. */
export type Services = ReturnType<typeof createServices>['services'];

/** The profiles of config.yaml. */
export type Profiles = Awaited<ReturnType<Services['profiles']>>;

/** Creates the services that the screens use outside React. Nothing starts before it is used. */
export function createServices(options: ServicesOptions) {
	const {
		clock,
		profile: request,
		isReadOnly,
		configFile,
		sandboxFile,
		ledgerFile,
		editor,
		acceptsAnyCertificate = false,
		applySettings,
		drawn,
		desktop = noDesktop,
	} = options;
	const environment = request?.environment ?? readEnvironment();
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
	const accounts = createOpenAccounts({...options, ledger, requestLog, retryStatus});

	const openOrAsk = (profile: Profile): Opening => {
		const result = accounts.open(profile);
		if (!result.ok) {
			const {name, baseUrl, storage, team, configProblem, keyRemedy} = profile;
			isConnectReadOnly ||= profile.isReadOnly;
			shared = {storage, team, configProblem};
			const isKeyMissing = result.field === 'apiKey';
			const typed = isKeyMissing ? 'CHAINBELL_API_KEY' : baseUrl;
			return {
				state: 'asking',
				problem: `${profile.isConfigured === true ? `Profile ${name}` : typed}: ${result.problem}`,
				isKeyMissing,
				...(isKeyMissing && {baseUrl, keyRemedy}),
			};
		}

		return {state: 'open', session: result.session};
	};

	const openSandbox = async (): Promise<Opening> => {
		try {
			const {startSandbox} = await import('../sandbox/server.ts');
			sandbox ??= startSandbox({file: sandboxFile});
			const [started, {configProblem}] = await Promise.all([sandbox, findShared(configFile, environment)]);
			return openOrAsk(sandboxProfile(started, isReadOnly, configProblem));
		} catch (error) {
			sandbox = undefined;
			return {state: 'asking', problem: `The sandbox cannot start. ${sanitise((error as Error).message)}`};
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

		const found = await findShared(configFile, environment);
		shared = choice.state === 'problem' && choice.team !== undefined ? {...found, team: choice.team} : found;
		accounts.setStorage(shared.storage);
		isConnectReadOnly ||=
			shared.configProblem !== undefined || (choice.state === 'problem' && choice.isReadOnly === true);
		return {...choice, state: 'asking'};
	};

	let first: Promise<Opening> | undefined;
	const services = {
		clock,
		/** The settings for the screens; read before an account or the connect screen is displayed. */
		settings,
		retryStatus,
		/** The last requests of this run, for all accounts. */
		requestLog,
		/** The key command that `open` is waiting for. */
		keyCommand,
		/** Whether certificates are not checked (NODE_TLS_REJECT_UNAUTHORIZED=0): the screens show a warning. */
		acceptsAnyCertificate,
		/** Finds the account to open at the start. It runs once, and again if no account could be opened. */
		async open(): Promise<Opening> {
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
		/** Creates a session for a profile. Nothing is sent. */
		openProfile: accounts.open,
		/** Creates a session from typed values. Their format is checked; nothing is sent. */
		connect: (baseUrl: string, apiKey: string) =>
			accounts.open({
				name: URL.parse(baseUrl)?.host ?? '',
				isSandbox: false,
				baseUrl,
				apiKey,
				isReadOnly: isConnectReadOnly,
				isReadOnlyRun: isReadOnly,
				hasColour: true,
				...shared,
			}),
		/** Checks the format of another API key for an open account; nothing is sent. */
		renewKey: accounts.renewKey,
		/** Runs the command from which the profile of a session takes its API key. `policy`: how to run it. */
		async runKeyCommand({profile: {keyCommand: command = []}}: Session, policy: KeyCommandPolicy) {
			const {runKeyCommand} = await import('../config/key-command.ts');
			return runKeyCommand(command, policy);
		},
		/** Decides which account a new API key belongs to. */
		keyDecisions: accounts.keyDecisions,
		/** Saves a profile to config.yaml. `source`: `$NAME` for an environment variable, or a command, from which the API key is read at every start; empty to save the key itself. Returns what was refused, and why: the name, or the source if it fails or returns another key. */
		async saveProfile(name: string, {baseUrl, apiKey}: Profile, source: string) {
			const [{saveProfile}, {keySource}] = await Promise.all([
				import('../config/profile-file.ts'),
				import('./key-source.ts'),
			]);
			let field: 'name' | 'source' = 'source';
			try {
				const key = await keySource(source, apiKey);
				field = 'name';
				await saveProfile(configFile, name, {baseUrl, ...key});
				return undefined;
			} catch (error) {
				return {field, problem: (error as Error).message};
			}
		},
		/** The profiles of config.yaml. Every method reads the file again; comments in it are kept. */
		async profiles() {
			const {readProfileFile, removeProfile, setDefaultProfile} = await import('../config/profile-file.ts');
			const openWith =
				(open: (profile: Profile) => ConnectResult) =>
				async (name: string, policy: KeyCommandPolicy): Promise<OpenedProfile> => {
					const choice = await findProfile({name, isReadOnly, environment, configFile}, policy);
					if (choice.state !== 'found') {
						return {ok: false, problem: choice.state === 'none' ? `there is no profile ${name}` : choice.problem};
					}

					if (policy.signal?.aborted) {
						return {ok: false, problem: 'cancelled'};
					}

					const result = open(choice.profile);
					return result.ok ? result : {ok: false, problem: `profile ${name}: ${result.problem}`};
				};

			const changeWith = (change: typeof removeProfile) => async (name: string) => {
				try {
					await change(configFile, name);
					return {ok: true} as const;
				} catch (error) {
					return wrong((error as Error).message);
				}
			};

			return {
				async list() {
					const file = await readProfileFile(configFile);
					return file.ok ? ({ok: true, profiles: shownProfiles(file.value)} as const) : file;
				},
				/** Opens the account of a profile. Nothing is sent. `policy`: how to run a key command. */
				open: openWith(accounts.open),
				/** Opens the account of a profile beside the displayed one, whose colours stay. Nothing is sent. `policy`: as for `open`. */
				openBeside: openWith(accounts.openBeside),
				/** Sets the default profile, which is opened when none is named. */
				setDefault: changeWith(setDefaultProfile),
				/** Removes the profile from the file. The data of its account on this machine is kept. */
				remove: changeWith(removeProfile),
			};
		},
		/** Ends all work in progress for an account that is no longer displayed. Requests that were sent stay in the ledger. */
		leave: accounts.leave,
		/** Whether the ledger is so large that to open it takes longer than a key may wait. */
		isLedgerLarge: ledger.isLarge,
		/** Opens the ledger, once. */
		openLedger: ledger.open,
		/** Copies a text to the operator's clipboard. */
		copy: async (text: string) => (await import('./desktop.ts')).copyText(text, desktop),
		/** Opens a link that this program created. Resolves to false if no program can open it, as over SSH. */
		openLink: async (link: string) => (await import('./desktop.ts')).openLink(link, desktop),
		/** Opens a text in $EDITOR. The terminal must be released first. `name`: the name of the file, from which editors tell its syntax. */
		async edit(text: string, name?: string) {
			const {editInEditor} = await import('../terminal/editor.ts');
			return editInEditor(text, editor, childEnvironment(), name);
		},
		/** The files of notifications on this machine, loaded on first use. */
		async files() {
			const {createNotificationFiles} = await import('./account-files.ts');
			return createNotificationFiles({
				home: homedir(),
				editor: {editor, environment: childEnvironment()},
				env: environment.get,
			});
		},
		/** Reads a sample file. Rejects if it does not exist or is too large. */
		readSample: async (file: string) => readTextFile(file),
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
