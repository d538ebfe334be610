import type {Readable} from 'node:stream';
import type {Environment} from '../config/environment.ts';
import type {Paths} from '../platform/own-folders.ts';
import type {ServicesOptions} from '../session/services.ts';
import type {Clock} from '../platform/clock.ts';
import type {Skeleton} from '../terminal/skeleton.ts';
import {defaultTimeout} from '../api/connection.ts';

/** The values that shell completion offers, besides the choices. */
export type Completes = 'profile' | 'file' | 'id' | 'query' | 'fields' | 'command';

/** An option that is on or off. */
export type BooleanOption = {
	readonly type: 'boolean';
	/** A short form of one letter: `-h`. */
	readonly short?: string;
	readonly summary: string;
};

/** An option with a text value. */
export type StringOption = {
	readonly type: 'string';
	readonly short?: string;
	/** The placeholder of the value in help: `NAME`. */
	readonly value: string;
	/** Whether it can be given several times. */
	readonly isMultiple?: boolean;
	/** The allowed values, if they are limited. */
	readonly choices?: readonly string[];
	readonly completes?: Completes;
	/** The key of an option that cannot be combined with this one. */
	readonly conflictsWith?: string;
	readonly summary: string;
};

/** An option with a number value. */
export type NumberOption = {
	readonly type: 'number';
	readonly short?: string;
	readonly value: string;
	readonly minimum: number;
	readonly maximum: number;
	readonly isInteger?: boolean;
	readonly default?: number;
	readonly summary: string;
};

export type Option = BooleanOption | StringOption | NumberOption;

/** Options by name in camel case: `baseUrl` is `--base-url`. An option has the same meaning in every command that has it. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends BooleanOption
	? boolean
	: O extends {readonly isMultiple: true}
		? readonly string[]
		: O extends {readonly choices: ReadonlyArray<infer Choice>}
			? Choice | undefined
			: O extends StringOption
				? string | undefined
				: O extends {readonly default: number}
					? number
					: number | undefined;

export type OptionValues<O extends Options> = {readonly [Name in keyof O]: ValueOf<O[Name]>};

/** The values of the options that every command takes. */
export type GlobalValues = OptionValues<typeof globalOptions>;

/** The input of a command from the command line. */
export type CommandInput<O extends Options = Record<never, never>> = {
	readonly options: OptionValues<O> & GlobalValues;
	/** The arguments other than options. */
	readonly words: readonly string[];
};

export type Argument = {
	/** The name in capitals, as in help. */
	readonly name: string;
	readonly isRepeated?: boolean;
	readonly isRequired?: boolean;
	/** The allowed values, if they are limited. */
	readonly choices?: readonly string[];
	readonly completes?: Completes;
	readonly summary: string;
	/** The arguments after it, if they are something else. */
	readonly rest?: Argument;
	/** The argument that the command takes in its place if an option is given: the key of that option. */
	readonly unless?: {readonly option: string; readonly argument: Argument};
};

export type Example = {readonly line: string; readonly summary: string};

/** A row of the command table, from which parsing, help, completion and docs/commands.md are derived. */
export type CommandDefinition<O extends Options> = {
	/** The first word of the command line, or the first two: `profile add`. Empty for `chainbell` without a command. */
	readonly name: string;
	readonly summary: string;
	/** The argument; if undefined, the command takes none. */
	readonly argument?: Argument;
	/** The options of this command, in addition to those of every command. */
	readonly options?: O;
	/** The options of every command that this one refuses, because they would have no effect. */
	readonly refuses?: readonly GlobalOptionName[];
	/** Additional help, such as the list of faults. */
	readonly details?: () => Promise<string>;
	readonly examples: readonly Example[];
	/** When the command asks for confirmation, to follow the word `asks`. Without a terminal it needs --yes (exit code 6). Undefined if it never asks. */
	readonly asks?: string;
	/** The possible exit codes with their meanings: see `exitCodesOf`. */
	readonly exitCodes: Readonly<Record<number, string>>;
	/**
	Imports the implementation, so that loading the table stays cheap, and runs it.

	@returns The exit code.
	@throws CommandError; of these UsageError for a value that only the implementation can check.
	*/
	readonly run: (input: CommandInput<O>, context: CommandContext) => number | Promise<number>;
};

/** A row of the table with any options. */
export type Command = Omit<CommandDefinition<Options>, 'options' | 'run'> & {
	readonly options: Options;
	readonly run: (input: CommandInput<Options>, context: CommandContext) => Promise<number>;
};

/** Creates a row of the table. `run` receives the typed values of its own options and those of every command. */
export const defineCommand = <const O extends Options = Record<never, never>>(
	definition: CommandDefinition<O>,
): Command => ({
	options: {},
	...definition,
	run: async (input, context) => definition.run(input as CommandInput<O>, context),
});

/** The options for opening the screens. */
export type ScreenOptions = Omit<ServicesOptions, 'clock' | 'onOpen'> & {
	readonly hasColour: boolean;
	/** The placeholder drawn on the terminal while the program loads. */
	readonly skeleton: Skeleton | undefined;
};

/** The access of commands to the machine. Nothing is read before it is used. */
export type CommandHost = {
	readonly environment: () => Environment;
	readonly paths: () => Paths;
	readonly clock: Clock;
	/** Milliseconds; by default that of the profile, or 60 seconds. */
	readonly settlingTime?: number;
	/** The number of columns of standard output; undefined if it is not a terminal. */
	readonly outputColumns: () => number | undefined;
	/** The number of rows of standard output; undefined if it is not a terminal. */
	readonly outputRows: () => number | undefined;
	/** The number of columns of standard error; undefined if it is not a terminal. */
	readonly errorColumns: () => number | undefined;
	readonly isInputTerminal: () => boolean;
	readonly input: () => Readable;
	/** Calls a listener on each ending signal, which then does not end the program. Returns a function that removes the listener. */
	readonly onSignal: (listener: (signal: EndingSignal) => void) => () => void;
	/** Ends the program immediately, as the signal does by default. */
	readonly endBySignal: (signal: EndingSignal) => void;
};

/** The signals by which a terminal, a person or a service manager ends a command. */
export type EndingSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

/** The context that the entry file provides to commands. */
export type CommandContext = {
	readonly commands: readonly Command[];
	readonly host: CommandHost;
	/** Writes a line to standard output. The program ends only after it is written. */
	readonly print: (line: string) => void;
	/** Writes text to standard output; resolves to false when the reader has closed the pipe. */
	readonly write: (text: string | Uint8Array) => Promise<boolean>;
	/** Writes a line to standard error. */
	readonly printError: (line: string) => void;
	/** Writes text to standard error: a question, or progress. */
	readonly writeError: (text: string) => void;
	/** The placeholder drawn on the terminal while the program loads. */
	readonly skeleton: Skeleton | undefined;
	/** Loads the screens and runs them until the operator quits; resolves to the exit code. */
	readonly openScreens: (options: ScreenOptions) => Promise<number>;
};

/** The options that every command accepts, before or after its name. They are ignored where they do not apply. */
export const globalOptions = {
	profile: {
		type: 'string',
		short: 'p',
		value: 'NAME',
		completes: 'profile',
		summary: 'use this profile of config.yaml',
	},
	baseUrl: {
		type: 'string',
		value: 'URL',
		conflictsWith: 'profile',
		summary: 'use this service, with the API key in CHAINBELL_API_KEY',
	},
	sandbox: {type: 'boolean', summary: 'use the embedded sandbox; nothing is watched or delivered'},
	readOnly: {type: 'boolean', summary: 'refuse to create, edit and delete'},
	timeout: {
		type: 'number',
		value: 'SECONDS',
		minimum: 0.001,
		maximum: 86_400,
		default: defaultTimeout / 1000,
		summary: 'request timeout; for listings without new data, retries included',
	},
	json: {type: 'boolean', summary: 'print one JSON document; errors as JSON, too'},
	quiet: {type: 'boolean', short: 'q', summary: 'print no progress and no notices'},
	yes: {type: 'boolean', short: 'y', summary: 'do not ask for confirmation'},
	dryRun: {type: 'boolean', short: 'n', summary: 'say what would be sent, and send nothing'},
	noWait: {type: 'boolean', summary: 'do not wait for a listing that proves a change'},
	concurrency: {
		type: 'number',
		short: 'j',
		value: 'N',
		minimum: 1,
		maximum: 64,
		isInteger: true,
		summary: 'requests at a time, of a batch',
	},
	noColor: {type: 'boolean', summary: 'no colours'},
	help: {type: 'boolean', short: 'h', summary: 'print help'},
	version: {type: 'boolean', short: 'v', summary: 'print the version'},
} as const satisfies Options;

export type GlobalOptionName = keyof typeof globalOptions;
