import {defaultTimeout} from '../service/retry.ts';
import type {CommandHost} from './command-host.ts';
import {exitCode, exitCodesOf, type ExitCode} from './command-error.ts';
import type {ServicesOptions} from '../account/services.ts';
import type {ApplySettings} from '../account/settings.ts';
import type {Skeleton} from '../terminal/skeleton.ts';

/** The values that shell completion offers, besides the choices. */
export type Completes = 'profile' | 'file' | 'id' | 'query' | 'fields' | 'assignment' | 'command';

/** An option: on or off (boolean), or with a text or a number. */
export type Option = {
	readonly type: 'boolean' | 'string' | 'number';
	/** A short form of one letter: `-h`. */
	readonly short?: string | undefined;
	/** The placeholder of the value in help: `NAME`. */
	readonly value?: string;
	/** Whether it can be given several times. */
	readonly isMultiple?: boolean;
	/** The allowed texts, if they are limited. */
	readonly choices?: readonly string[];
	readonly completes?: Completes | undefined;
	/** The key of an option that cannot be combined with this one. */
	readonly conflictsWith?: string;
	/** The smallest and the greatest number; it is a whole one unless `isFraction`. */
	readonly range?: readonly [number, number];
	readonly isFraction?: true;
	readonly default?: number;
	readonly summary: string;
};

/** Options by name in camel case: `baseUrl` is `--base-url`. An option has the same meaning in every command that has it. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O> = O extends {readonly type: 'boolean'}
	? boolean
	: O extends {readonly isMultiple: true}
		? readonly string[]
		: O extends {readonly choices: ReadonlyArray<infer Choice>}
			? Choice | undefined
			: O extends {readonly type: 'string'}
				? string | undefined
				: number | (O extends {readonly default: number} ? never : undefined);

export type OptionValues<O> = {readonly [Name in keyof O]: ValueOf<O[Name]>};

/** The values of the options that every command takes. */
export type GlobalValues = OptionValues<typeof globalOptions>;

/** The access to the machine of a running command, with what is read of its options. */
export type Running<V = GlobalValues> = CommandContext & {readonly options: V};

/** A running command: the values of its options, and its other arguments. */
export type Run<O = unknown> = Running<OptionValues<O> & GlobalValues> & {
	readonly words: readonly string[];
};

export type Argument = {
	/** The name in capitals, as in help. */
	readonly name: string;
	readonly isRepeated?: boolean;
	readonly isRequired?: boolean;
	/** The allowed values, if they are limited. */
	readonly choices?: readonly string[];
	readonly completes?: Completes | undefined;
	readonly summary: string;
	/** The option of `argumentOptions` that gives the same. */
	readonly option?: keyof typeof argumentOptions;
	/** The arguments after it, if they are something else. */
	readonly rest?: Argument;
	/** The argument that the command takes in its place if an option is given: the key of that option. */
	readonly unless?: {readonly option: string; readonly argument: Argument};
};

/** A row of the command table, from which parsing, help, completion and docs/commands.md are derived. */
type CommandDefinition<O> = {
	readonly summary: string;
	/** The argument; if undefined, the command takes none. */
	readonly argument?: Argument;
	/** The options of this command, in addition to those of every command. */
	readonly options?: O & Options;
	/** The options of every command that this one refuses, because they would have no effect. */
	readonly refuses?: readonly GlobalOptionName[];
	/** Additional help, such as the list of faults. */
	readonly details?: () => Promise<string>;
	/** Command lines, each with what it is for. */
	readonly examples: Readonly<Record<string, string>>;
	/** When the command asks for confirmation, to follow the word `asks`. Without a terminal it needs --yes (exit code 6). Undefined if it never asks. */
	readonly asks?: string;
	/** The exit codes besides 0, 1, 2, if it asks 6, and those of `meanings`. */
	readonly exitCodes?: readonly ExitCode[];
	/** Exit codes whose usual meaning does not say it. */
	readonly meanings?: Readonly<Partial<Record<ExitCode, string>>>;
	/**
	Imports the implementation, so that loading the table stays cheap. It returns the exit code, if that can be another than 0.

	@throws CommandError; of these UsageError for a value that only the implementation can check.
	*/
	readonly load: () => Promise<(run: Run<O>) => Promise<number | void> | number | void>;
};

/** A row of the table with any options. */
export type Command = Omit<CommandDefinition<Options>, 'options' | 'exitCodes' | 'load'> & {
	/** The first word of the command line, or the first two: `profile add`. Empty for `chainbell` without a command. */
	readonly name: string;
	readonly options: Options;
	/** The group in help. */
	readonly group?: string;
	/** The possible exit codes with their meanings. */
	readonly exitCodes: Readonly<Record<number, string>>;
	readonly run: (run: Run<Options>) => Promise<number>;
};

/** The argument of a command, and those that follow it or take its place. */
export const argumentsOf = ({argument}: {readonly argument?: Argument | undefined}): readonly Argument[] =>
	[argument, argument?.rest, argument?.unless?.argument].filter(each => each !== undefined);

/** Creates rows of the table, by the names of the commands. What `load` imports receives the typed values of its own options and those of every command. */
export const defineCommands = <T>(rows: {
	readonly [Name in keyof T]: CommandDefinition<T[Name]>;
}): readonly Command[] =>
	Object.entries(rows as object as Readonly<Record<string, CommandDefinition<Options>>>).map(
		([name, {load, exitCodes = [], meanings, ...row}]) => ({
			...row,
			name,
			options: {
				...Object.fromEntries(
					argumentsOf(row).flatMap(({option}) => (option === undefined ? [] : [[option, argumentOptions[option]]])),
				),
				...row.options,
			},
			exitCodes: {
				...exitCodesOf([0, 1, 2, ...(row.asks === undefined ? [] : [exitCode.unconfirmed]), ...exitCodes]),
				...meanings,
			},
			run: async run => (await (await load())(run)) ?? 0,
		}),
	);

/** The options for opening the screens. */
type ScreenOptions = Omit<ServicesOptions, 'clock' | 'onOpen'> &
	Pick<CommandContext, 'skeleton'> & {readonly hasColour: boolean};

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
	/** Checks the settings of the screens as these do. */
	readonly applySettings: ApplySettings;
};

/** An option that is on or off. */
export const flag = (summary: string, short?: string) => ({type: 'boolean', summary, short}) as const;

/** An option with a text. `value`: its placeholder. */
export const text = (value: string, summary: string, completes?: Completes) =>
	({type: 'string', value, summary, completes}) as const;

/** An option with a text that can be repeated. */
export const texts = (value: string, summary: string, completes?: Completes) =>
	({...text(value, summary, completes), isMultiple: true}) as const;

/** The options that give an argument of a command: a script need not know its place. */
export const argumentOptions = {
	query: text('QUERY', 'the same as the argument QUERY', 'query'),
	file: {...texts('FILE', 'the same as the argument FILE', 'file'), short: 'f'},
} satisfies Options;

/** An option with a number. `value`: its placeholder. */
export const number = (value: string, minimum: number, maximum: number, summary: string) =>
	({type: 'number', value, range: [minimum, maximum], summary}) as const;

/** The options that every command accepts, before or after its name. They are ignored where they do not apply. */
export const globalOptions = {
	profile: {...text('NAME', 'use this profile of config.yaml', 'profile'), short: 'p'},
	baseUrl: {...text('URL', 'use this service, with the API key in CHAINBELL_API_KEY'), conflictsWith: 'profile'},
	sandbox: flag('use the embedded sandbox; nothing is watched or delivered'),
	readOnly: flag('refuse to create, edit and delete'),
	timeout: {
		...number('SECONDS', 0.001, 86_400, 'request timeout; for listings without new data, retries included'),
		isFraction: true,
		default: defaultTimeout / 1000,
	},
	json: flag('print one JSON document; errors as JSON, too'),
	quiet: flag('print no progress and no notices', 'q'),
	yes: flag('do not ask for confirmation', 'y'),
	dryRun: flag('say what would be sent, and send nothing', 'n'),
	noWait: flag('do not wait for a listing that proves a change'),
	concurrency: {...number('N', 1, 64, 'requests at a time, where many are sent'), short: 'j'},
	noColor: flag('no colours'),
	help: flag('print help', 'h'),
	version: flag('print the version', 'V'),
} satisfies Options;

export type GlobalOptionName = keyof typeof globalOptions;

/** The output formats. `tsv` has no header. */
export const outputFormats = ['table', 'tsv', 'json', 'jsonl', 'yaml', 'csv'] as const;

export type OutputFormat = (typeof outputFormats)[number];

/** The option that chooses a format. */
export const outputIn = <const Format extends string>(choices: readonly Format[], summary = 'print') =>
	({type: 'string', short: 'o', value: 'FORMAT', choices, summary}) as const;

/** The options of commands that print records. */
export const outputOptions = {
	output: outputIn(outputFormats),
	raw: flag('CSV: leave cells that a spreadsheet would run as they are'),
} satisfies Options;

/** The option of commands that change notifications. */
export const resultOptions = {
	output: outputIn(['json', 'jsonl'], 'print a result for each input, also for what failed'),
} satisfies Options;

/** The number of times that failed items are sent again. */
export const retries = {...number('N', 0, 100, 'send what failed again up to N times'), default: 0} as const;

/** Sends again without undocumented members that the service refuses. They are sent as listed otherwise, although some services refuse what they list. */
export const omitRefused = flag('where the service refuses a member that it does not document, send without it');

/** Sends a value that fails a check, as the form allows. */
export const acceptInvalid = flag(
	"send it although a check of chainbell fails that is not the service's: recipient, checksum, topic, filter",
);

/** Replaces a notification also where nobody knows what its template or topics are. */
export const acceptUnknownTemplate = flag(
	'replace also a template or topics that are unknown on this machine: they are lost',
);

/** Deletes and replaces also what `protect` of config.yaml matches. */
export const unprotect = flag('change also what protect of config.yaml matches');

/** The maximum size of a file with notifications. */
export const maxInput = text('SIZE', 'read a file of up to so many bytes, such as 100MB (default 20MB)');

/** The interval of a watch. */
export const every = {
	...number('SECONDS', 0.1, 86_400, 'how long to wait between two listings'),
	isFraction: true,
	default: 30,
} as const;

/** An argument that is a search. */
export const queryArgument = (summary: string) =>
	({name: 'QUERY', isRepeated: true, completes: 'query', option: 'query', summary}) as const;

/** An argument that is a file. */
export const fileArgument = (summary: string) =>
	({name: 'FILE', isRequired: true, completes: 'file', option: 'file', summary}) as const;

/** The options of `plan` and `apply` that decide what is planned. */
export const planOptions = {
	prune: flag('delete what is in the scope of the files and in none of them'),
	all: flag('with --prune: the whole account is meant'),
	maxDeletes: number('N', 0, 1_000_000, 'with --prune: allow up to N deletions'),
	acceptUnknownTemplate,
	unprotect,
	maxInput,
} as const;

/** The option that puts the account of another profile in place of files. */
export const from = text('PROFILE', 'take the account of another profile in place of files', 'profile');

/** The files that a command reads. */
export const filesArgument = {
	...fileArgument('files of notifications, or folders with them; - is standard input'),
	isRepeated: true,
} as const;

/** The files of a plan, or with --from the account of another profile. */
export const planArgument: Argument = {
	...filesArgument,
	unless: {option: 'from', argument: queryArgument('with --from: only what a search finds, in both accounts')},
};

export type ResultValues = OptionValues<typeof resultOptions> & Pick<GlobalValues, 'json' | 'noColor'>;

/** Whether the command line asks for results as JSON. */
export const printsResults = ({json, output}: ResultValues): boolean => json || output !== undefined;

/** Chooses the format requested by the command line; by default a table on a terminal and tab-separated lines otherwise. `Format`: the formats of the command. */
export function chooseFormat<Format extends string>({
	options: {output, json},
	host,
}: Running<{readonly output: Format | undefined; readonly json: boolean}>): Format | 'json' | 'tsv' | 'table' {
	return json ? 'json' : (output ?? (host.outputColumns() === undefined ? 'tsv' : 'table'));
}

/** Prints lines on stderr that a script can do without. */
export function note(
	{options: {quiet}, printError}: Pick<Running<{readonly quiet: boolean}>, 'options' | 'printError'>,
	...lines: readonly string[]
) {
	for (const line of quiet ? [] : lines) {
		printError(line);
	}
}

/** Whether the terminal would print escape sequences. */
export const isDumb = ({environment}: Pick<CommandHost, 'environment'>): boolean =>
	environment().get('TERM') === 'dumb';

/** Whether output on a terminal has colours. */
export const usesColour = ({noColor}: Pick<GlobalValues, 'noColor'>, host: CommandHost): boolean =>
	host.outputColumns() !== undefined && !noColor && !host.environment().noColour && !isDumb(host);
