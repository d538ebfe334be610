import type {Readable} from 'node:stream';
import type {Environment} from '../config/environment.ts';
import type {Paths} from '../config/paths.ts';
import type {ServicesOptions} from '../session/services.ts';
import type {Clock} from '../system/clock.ts';
import type {Skeleton} from '../terminal/skeleton.ts';
import type {GlobalOptionName, globalOptions} from './global-options.ts';

/** What shell completion offers for a value, beside its choices. */
export type Completes = 'profile' | 'file' | 'id' | 'query' | 'command';

/** An option that is on or off. */
export type BooleanOption = {
	readonly type: 'boolean';
	/** One letter: `-h`. */
	readonly short?: string;
	readonly summary: string;
};

/** An option with a text value. */
export type StringOption = {
	readonly type: 'string';
	readonly short?: string;
	/** The placeholder of the value in help: `NAME`. */
	readonly value: string;
	/** Can be given several times. */
	readonly isMultiple?: boolean;
	/** The only values. */
	readonly choices?: readonly string[];
	readonly completes?: Completes;
	/** The key of an option that cannot be given together with this one. */
	readonly conflictsWith?: string;
	readonly summary: string;
};

/** An option with a number as its value. */
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

/** Options by name in camel case: `baseUrl` is `--base-url`. An option means the same in every command that has it. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> =
	O extends BooleanOption ? boolean
		: O extends {readonly isMultiple: true} ? readonly string[]
			: O extends {readonly choices: ReadonlyArray<infer Choice>} ? Choice | undefined
				: O extends StringOption ? string | undefined
					: O extends {readonly default: number} ? number : number | undefined;

/** The values of options, after parsing. */
export type OptionValues<O extends Options> = {readonly [Name in keyof O]: ValueOf<O[Name]>};

/** The values of the options that every command takes. */
export type GlobalValues = OptionValues<typeof globalOptions>;

/** What a command line gives a command. */
export type CommandInput<O extends Options> = {
	readonly options: OptionValues<O> & GlobalValues;
	/** The arguments that are not options. */
	readonly words: readonly string[];
};

export type Argument = {
	/** In capitals, as help shows it. */
	readonly name: string;
	readonly isRepeated?: boolean;
	readonly isRequired?: boolean;
	/** The only values. */
	readonly choices?: readonly string[];
	readonly completes?: Completes;
	readonly summary: string;
};

export type Example = {readonly line: string; readonly summary: string};

/** One row of the command table. Parsing, help, completion and docs/commands.md are made from it. */
export type CommandDefinition<O extends Options> = {
	/** The first word of the command line, or the first two: `profile add`. Empty for `chainbell` alone. */
	readonly name: string;
	readonly summary: string;
	/** Without it, the command takes no arguments. */
	readonly argument?: Argument;
	/** Its own, beside those of every command. */
	readonly options: O;
	/** Options of every command that it does not take, because it could not do what they say. */
	readonly refuses?: readonly GlobalOptionName[];
	/** Further help, such as the list of faults. */
	readonly details?: () => Promise<string>;
	readonly examples: readonly Example[];
	/** When it asks on a terminal, after the word `asks`; where there is none to ask on, it needs --yes (exit code 6). False for a command that asks nothing. */
	readonly asks: string | false;
	/** The exit codes that it can return, with their meanings: see `exitCodesOf`. */
	readonly exitCodes: Readonly<Record<number, string>>;
	/**
	Imports the implementation, so that loading the table stays cheap, and runs it.

	@returns The exit code.
	@throws CommandError; of these UsageError for a value that only the implementation can check.
	*/
	readonly run: (input: CommandInput<O>, context: CommandContext) => Promise<number>;
};

/** A row of the table, whatever its options are. */
export type Command = Omit<CommandDefinition<Options>, 'run'> & {
	readonly run: (input: CommandInput<Options>, context: CommandContext) => Promise<number>;
};

/** Makes a row of the table; `run` gets the values of its own options and of those of every command, typed. */
export function defineCommand<const O extends Options>(definition: CommandDefinition<O>): Command {
	return {...definition, run: async (input, context) => definition.run(input as CommandInput<O>, context)};
}

/** What the screens are opened with. */
export type ScreenOptions = Omit<ServicesOptions, 'clock' | 'onOpen'> & {
	readonly hasColour: boolean;
	/** The picture that is on the terminal while the program loads. */
	readonly skeleton: Skeleton | undefined;
};

/** What commands take from the machine. Nothing is read before it is asked for. */
export type CommandHost = {
	readonly environment: () => Environment;
	readonly paths: () => Paths;
	readonly clock: Clock;
	/** Milliseconds; the profile's, or 60 seconds, unless given. */
	readonly settlingTime?: number;
	/** Columns of the terminal that standard output is; undefined if it is none. */
	readonly outputColumns: () => number | undefined;
	/** The same of standard error. */
	readonly errorColumns: () => number | undefined;
	/** Whether standard input is a terminal. */
	readonly isInputTerminal: () => boolean;
	/** Standard input. */
	readonly input: () => Readable;
	/** Calls a listener with SIGINT and SIGTERM, which then do not end the program. Returns a function that stops it. */
	readonly onSignal: (listener: (signal: 'SIGINT' | 'SIGTERM') => void) => () => void;
	/** Ends the program at once, as the signal does by itself. */
	readonly endBySignal: (signal: 'SIGINT' | 'SIGTERM') => void;
};

/** What commands share with the entry file. */
export type CommandContext = {
	/** The whole table. */
	readonly commands: readonly Command[];
	readonly host: CommandHost;
	/** Writes a line to standard output. The program ends once it is written. */
	readonly print: (line: string) => void;
	/** Writes text to standard output; resolves to false when the reader has closed the pipe. */
	readonly write: (text: string | Uint8Array) => Promise<boolean>;
	/** Writes a line to standard error. */
	readonly printError: (line: string) => void;
	/** Writes text to standard error: a question, or progress. */
	readonly writeError: (text: string) => void;
	/** The picture that is on the terminal while the program loads. */
	readonly skeleton: Skeleton | undefined;
	/** Loads the screens and runs them until the operator quits; resolves to the exit code. */
	readonly openScreens: (options: ScreenOptions) => Promise<number>;
};
