import {Buffer} from 'node:buffer';
import path from 'node:path';
import {PassThrough, Readable} from 'node:stream';
import type {Command} from '../../source/cli/command.ts';
import type {CommandHost, EndingSignal} from '../../source/cli/command-host.ts';
import {commands} from '../../source/cli/commands.ts';
import {runCommandLine} from '../../source/cli/run-command-line.ts';
import {splitCommand} from '../../source/config/key-command.ts';
import {systemClock, type Clock} from '../../source/platform/clock.ts';

export type CommandOptions = {
	/** Config, ledger and sandbox are in this folder. */
	readonly home: string;
	/** By default in that folder. */
	readonly ledgerFile?: string;
	/** The environment; nothing of the real one is seen. */
	readonly env?: Readonly<Record<string, string>>;
	/** Standard input: text, or a stream that a test writes to. */
	readonly input?: string | Readable;
	/** Columns of a terminal on standard output and on standard error; none unless given. */
	readonly columns?: {readonly output?: number; readonly errors?: number};
	/** The rows of that terminal. */
	readonly rows?: number;
	readonly isInputTerminal?: boolean;
	/** Standard input and standard error are a terminal, on which this line is typed. */
	readonly typed?: string;
	readonly clock?: Clock;
	/** Milliseconds. */
	readonly settlingTime?: number;
	/** Called with each text that is written to standard output; false closes the pipe. */
	readonly onWrite?: (text: string) => boolean | undefined;
	/** Called with what is written to standard output by `write`, as bytes. */
	readonly onBytes?: (bytes: Uint8Array) => void;
	/** Called with each text that is written to standard error. */
	readonly onError?: (text: string) => void;
	/** Gets a function that sends a signal to the command. */
	readonly onSignals?: (send: (signal: EndingSignal) => void) => void;
	readonly table?: readonly Command[];
};

/** A command as it is typed, with quotes around a value of several words, or its words. */
export type CommandLine = string | readonly string[];

/** The words of a command. */
export const wordsOf = (command: CommandLine): readonly string[] =>
	typeof command === 'string' ? splitCommand(command)! : command;

export type CommandRun = {
	readonly exitCode: number;
	/** Standard output, and its lines. */
	readonly stdout: string;
	readonly lines: readonly string[];
	/** The lines of standard error. */
	readonly errors: readonly string[];
	/** Standard error. */
	readonly stderr: string;
	/** Whether a second signal ended the program. */
	readonly isEnded: boolean;
};

/** Runs a command line in this process, as the built program would: the whole way from its arguments to its exit code. */
export async function runCommand(
	command: CommandLine,
	{
		home,
		ledgerFile = path.join(home, 'ledger.sqlite'),
		env = {},
		typed,
		input = typed === undefined ? '' : `${typed}\n`,
		columns = typed === undefined ? {} : {errors: 80},
		rows = 24,
		isInputTerminal = typed !== undefined,
		clock = systemClock,
		settlingTime,
		onWrite,
		onBytes,
		onError,
		onSignals,
		table = commands,
	}: CommandOptions,
): Promise<CommandRun> {
	let stdout = '';
	let stderr = '';
	let isEnded = false;
	const get = (name: string) => (env[name] === '' ? undefined : env[name]);
	const collect = (text: string) => {
		stdout += text;
		return onWrite?.(text) ?? true;
	};

	const writeError = (text: string): void => {
		stderr += text;
		onError?.(text);
	};

	const host: CommandHost = {
		environment: () => ({
			baseUrl: get('CHAINBELL_BASE_URL'),
			apiKey: get('CHAINBELL_API_KEY'),
			profile: get('CHAINBELL_PROFILE'),
			noColour: get('NO_COLOR') !== undefined,
			editor: get('EDITOR'),
			get,
		}),
		paths: () => ({
			configFile: path.join(home, 'config.yaml'),
			sandboxFile: path.join(home, 'sandbox.sqlite'),
			ledgerFile,
			compiledFolder: path.join(home, 'compiled'),
		}),
		clock,
		...(settlingTime !== undefined && {settlingTime}),
		outputColumns: () => columns.output,
		outputRows: () => (columns.output === undefined ? undefined : rows),
		errorColumns: () => columns.errors,
		isInputTerminal: () => isInputTerminal,
		input: () => (typeof input === 'string' ? Readable.from([Buffer.from(input)]).pipe(new PassThrough()) : input),
		onSignal(listener) {
			onSignals?.(listener);
			return () => {
				onSignals?.(() => undefined);
			};
		},
		endBySignal() {
			isEnded = true;
		},
	};
	const exitCode = await runCommandLine(wordsOf(command), {
		commands: table,
		host,
		skeleton: undefined,
		print(line) {
			collect(`${line}\n`);
		},
		async write(text) {
			const bytes = Buffer.from(text);
			onBytes?.(bytes);
			return collect(bytes.toString());
		},
		printError(line) {
			writeError(`${line}\n`);
		},
		writeError,
		async openScreens() {
			throw new Error('No test opens the screens.');
		},
		async applySettings(loaded) {
			const screens = await import('../../source/tui/app/start.ts');
			return screens.applySettings(loaded);
		},
	});
	return {
		exitCode,
		stdout,
		lines: stdout.split('\n').slice(0, -1),
		errors: stderr.split('\n').slice(0, -1),
		stderr,
		isEnded,
	};
}

/** An option of a command, and what sends a signal to it. */
export function signals() {
	let sendTo: (signal: EndingSignal) => void = () => undefined;
	return {
		onSignals(sender: typeof sendTo) {
			sendTo = sender;
		},
		send(signal: EndingSignal) {
			sendTo(signal);
		},
	};
}

/** The environment that opens a service, with an API key of its own unless given. */
export const environmentOf = ({
	baseUrl,
	apiKey = 'key-for-the-test',
}: {
	readonly baseUrl: string;
	readonly apiKey?: string;
}) => ({CHAINBELL_BASE_URL: baseUrl, CHAINBELL_API_KEY: apiKey});
