import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createMonotonicClock, type Clock} from '../../source/platform/clock.ts';
import {environmentWith} from './environment.ts';
import type {SandboxOptions} from '../../source/sandbox/server.ts';
import {applySettings} from '../../source/tui/app/start.ts';
import {App} from '../../source/tui/app/app.tsx';
import type {DesktopOptions} from '../../source/account/desktop.ts';
import {createServices} from '../../source/account/services.ts';
import type {HandClock} from './hand-clock.ts';
import {startHoldableSandbox, type HoldableSandbox} from './holdable-sandbox.ts';
import {renderScreen, type Screen} from './screen.tsx';

/** Milliseconds slept so far. */
let slept = 0;

/** A clock that stands still, so that ages on screens do; only what waits for the effect of a request sees time pass. */
export const stillClock: Clock = {
	now: () => Date.UTC(2026, 0, 1),
	every: () => () => undefined,
	async sleep(milliseconds) {
		slept += milliseconds;
	},
	elapsed: createMonotonicClock('test', () => slept),
	withSleep: () => slept,
};

/** A temporary folder, gone afterwards. */
export async function temporaryFolder(): Promise<AsyncDisposable & {readonly path: string}> {
	const folder = await mkdtemp(path.join(tmpdir(), 'chainbell-'));
	return {
		path: folder,
		async [Symbol.asyncDispose]() {
			await rm(folder, {recursive: true, force: true});
		},
	};
}

/** A sandbox of its own, gone afterwards. */
export async function temporarySandbox(
	options: Omit<SandboxOptions, 'file'> = {},
): Promise<AsyncDisposable & HoldableSandbox> {
	const folder = await temporaryFolder();
	const sandbox = await startHoldableSandbox({...options, file: path.join(folder.path, 'sandbox.sqlite')});
	return {
		...sandbox,
		async [Symbol.asyncDispose]() {
			await sandbox.close();
			await folder[Symbol.asyncDispose]();
		},
	};
}

export type AppOptions = {
	readonly size?: string;
	/** The service to open; without one the program's own sandbox. */
	readonly service?: {readonly baseUrl: string; readonly apiKey: string};
	/** Nothing is set up: the program asks. */
	readonly isNew?: boolean;
	readonly isReadOnly?: boolean;
	/** Milliseconds. */
	readonly timeout?: number;
	readonly clock?: Clock;
	/** See `renderScreen`. */
	readonly keyClock?: HandClock;
	/** Milliseconds; shorter than one verification takes unless given. */
	readonly settlingTime?: number;
	readonly acceptsAnyCertificate?: boolean;
	/** A command for the shell. */
	readonly editor?: string;
	/** Where texts are copied to; by default nowhere. */
	readonly desktop?: DesktopOptions;
	/** By default in its home. */
	readonly ledgerFile?: string;
	/** A home to use and keep; by default one of its own, gone afterwards. */
	readonly home?: string;
	/** The account of config.yaml is opened, with these environment variables. */
	readonly variables?: Readonly<Record<string, string>>;
};

/** The whole program on a real server, with a home of its own. */
export async function startApp({
	size,
	service,
	isNew = false,
	isReadOnly = false,
	timeout = 10_000,
	clock = stillClock,
	keyClock,
	settlingTime = 5000,
	editor = 'false',
	home,
	ledgerFile,
	desktop,
	acceptsAnyCertificate = false,
	variables,
}: AppOptions = {}): Promise<Screen & {readonly home: string}> {
	const folder = home === undefined ? await temporaryFolder() : undefined;
	const at = home ?? folder!.path;
	const environment = environmentWith({...service, get: name => variables?.[name]});
	const configFile = path.join(at, 'config.yaml');
	const {services, close} = createServices({
		clock,
		profile:
			service === undefined && variables === undefined && !isNew ? undefined : {environment, configFile, isReadOnly},
		isReadOnly,
		configFile,
		sandboxFile: path.join(at, 'sandbox.sqlite'),
		ledgerFile: ledgerFile ?? path.join(at, 'ledger.sqlite'),
		editor,
		acceptsAnyCertificate,
		applySettings,
		...(desktop && {desktop}),
		timeout,
		settlingTime,
	});
	const screen = renderScreen(<App services={services} />, size, keyClock);

	return {
		...screen,
		home: at,
		async [Symbol.asyncDispose]() {
			await screen[Symbol.asyncDispose]();
			await close();
			await folder?.[Symbol.asyncDispose]();
		},
	};
}
