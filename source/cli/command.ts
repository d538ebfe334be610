import type {ServicesOptions} from '../session/services.ts';
import type {Skeleton} from '../terminal/skeleton.ts';

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
			: O extends StringOption ? string | undefined
				: O extends {readonly default: number} ? number : number | undefined;

/** The values of a command's options, after parsing. */
export type OptionValues<O extends Options> = {readonly [Name in keyof O]: ValueOf<O[Name]>};

/** What a command line gives a command. */
export type CommandInput<O extends Options> = {
	readonly options: OptionValues<O>;
	/** The arguments that are not options. */
	readonly words: readonly string[];
};

export type Argument = {
	/** In capitals, as help shows it. */
	readonly name: string;
	readonly isRepeated?: boolean;
	/** Whether `-word` is an argument rather than an unknown option. */
	readonly canStartWithDash?: boolean;
	readonly summary: string;
};

export type Example = {readonly line: string; readonly summary: string};

/** One row of the command table. Parsing, help and docs/commands.md are made from it. */
export type CommandDefinition<O extends Options> = {
	/** The first word of the command line; empty for `chainbell` alone. */
	readonly name: string;
	readonly summary: string;
	/** Optional arguments. Without it, the command takes none. */
	readonly argument?: Argument;
	readonly options: O;
	/** Further help, such as the list of faults. */
	readonly details?: () => Promise<string>;
	readonly examples: readonly Example[];
	/** The exit codes that it can return, with their meanings. */
	readonly exitCodes: Readonly<Record<number, string>>;
	/**
	Imports the implementation, so that loading the table stays cheap, and runs it.

	@returns The exit code.
	@throws UsageError for a value that only the implementation can check.
	*/
	readonly run: (input: CommandInput<O>, context: CommandContext) => Promise<number>;
};

/** A row of the table, whatever its options are. */
export type Command = Omit<CommandDefinition<Options>, 'run'> & {
	readonly run: (input: CommandInput<Options>, context: CommandContext) => Promise<number>;
};

/** Makes a row of the table; `run` gets the values of its own options, typed. */
export function defineCommand<const O extends Options>(definition: CommandDefinition<O>): Command {
	return {...definition, run: async (input, context) => definition.run(input as CommandInput<O>, context)};
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
	/** Whose help to point to; that of the running command unless given. */
	readonly command: Command | undefined;

	constructor(message: string, command?: Command) {
		super(message);
		this.command = command;
	}
}

/** What the screens are opened with. */
export type ScreenOptions = Omit<ServicesOptions, 'clock' | 'onOpen'> & {
	readonly hasColour: boolean;
	/** The picture that is on the terminal while the program loads. */
	readonly skeleton: Skeleton | undefined;
};

/** What commands share with the entry file. */
export type CommandContext = {
	/** The whole table. */
	readonly commands: readonly Command[];
	/** Writes a line to standard output. The program ends once it is written. */
	readonly print: (line: string) => void;
	/** Writes text to standard output; resolves to false when the reader has closed the pipe. */
	readonly write: (text: string | Uint8Array) => Promise<boolean>;
	/** Writes a line to standard error. */
	readonly printError: (line: string) => void;
	/** The picture that is on the terminal while the program loads. */
	readonly skeleton: Skeleton | undefined;
	/** Loads the screens and runs them until the operator quits; resolves to the exit code. */
	readonly openScreens: (options: ScreenOptions) => Promise<number>;
};
