import type {Argument, CommandHost, GlobalValues, OptionValues, Options} from './command.ts';

/** An option that is on or off. */
export const flag = (summary: string) => ({type: 'boolean', summary}) as const;

/** An option with a text. `value`: its placeholder. */
export const text = (value: string, summary: string) => ({type: 'string', value, summary}) as const;

/** An option with a text that can be repeated. */
export const texts = (value: string, summary: string) => ({...text(value, summary), isMultiple: true}) as const;

/** The output formats. `tsv` has no header. */
export const outputFormats = ['table', 'tsv', 'json', 'jsonl', 'yaml', 'csv'] as const;

export type OutputFormat = (typeof outputFormats)[number];

/** The options of commands that print records. */
export const outputOptions = {
	output: {type: 'string', short: 'o', value: 'FORMAT', choices: outputFormats, summary: 'print'},
	raw: flag('CSV: leave cells that a spreadsheet would run as they are'),
} as const satisfies Options;

/** The option of commands that change notifications. */
export const resultOptions = {
	output: {
		type: 'string',
		short: 'o',
		value: 'FORMAT',
		choices: ['json', 'jsonl'],
		summary: 'print a result for each input, also for what failed',
	},
} as const satisfies Options;

/** The number of times that a bulk operation sends failed items again. */
export const retriesOption = {
	type: 'number',
	value: 'N',
	minimum: 0,
	maximum: 100,
	isInteger: true,
	default: 0,
	summary: 'send what failed again up to N times',
} as const;

/** Sends again without undocumented members that the service refuses. They are sent as listed otherwise, although some services refuse what they list. */
export const omitRefusedOption = flag('where the service refuses a member that it does not document, send without it');

/** Sends a value that fails a check, as the form allows. */
export const acceptInvalidOption = flag(
	"send it although a check of chainbell fails that is not the service's: recipient, checksum, topic, filter",
);

/** Replaces a notification also where nobody knows what its template or topics are. */
export const acceptUnknownTemplateOption = flag(
	'replace also a template or topics that are unknown on this machine: they are lost',
);

/** Deletes and replaces also what `protect` of config.yaml matches. */
export const unprotectOption = flag('change also what protect of config.yaml matches');

/** The maximum size of a file with notifications. */
export const maxInputOption = text('SIZE', 'read a file of up to so many bytes, such as 100MB (default 20MB)');

/** The interval of a watch. */
export const everyOption = {
	type: 'number',
	value: 'SECONDS',
	minimum: 0.1,
	maximum: 86_400,
	default: 30,
	summary: 'how long to wait between two listings',
} as const;

/** The files that a command reads. */
export const filesArgument = {
	name: 'FILE',
	isRepeated: true,
	completes: 'file',
	summary: 'files of notifications, or folders with them; - is standard input',
} as const;

/** The options of `plan` and `apply` that decide what is planned. */
export const planOptions = {
	prune: flag('delete what is in the scope of the files and in none of them'),
	all: flag('with --prune: the whole account is meant'),
	maxDeletes: {
		type: 'number',
		value: 'N',
		minimum: 0,
		maximum: 1_000_000,
		isInteger: true,
		summary: 'with --prune: allow up to N deletions',
	},
	acceptUnknownTemplate: acceptUnknownTemplateOption,
	unprotect: unprotectOption,
	maxInput: maxInputOption,
} as const;

/** The option that puts the account of another profile in place of files. */
export const fromOption = {
	...text('PROFILE', 'take the account of another profile in place of files'),
	completes: 'profile',
} as const;

/** The argument in place of files if `--from` is given: a query. */
export const withFrom: NonNullable<Argument['unless']> = {
	option: 'from',
	argument: {
		name: 'QUERY',
		isRepeated: true,
		completes: 'query',
		summary: 'with --from: only what a search finds, in both accounts',
	},
};

export type ResultValues = OptionValues<typeof resultOptions> & Pick<GlobalValues, 'json' | 'noColor'>;

/** Whether the command line asks for results as JSON. */
export const printsResults = ({json, output}: ResultValues): boolean => json || output !== undefined;

/** The values of the options that choose a format. */
export type OutputValues = OptionValues<typeof outputOptions> & Pick<GlobalValues, 'json' | 'noColor'>;

/** Chooses the format requested by the command line; by default a table on a terminal and tab-separated lines otherwise. `Format`: the formats of the command. */
export function chooseFormat<Format extends string>(
	{output, json}: {readonly output: Format | undefined; readonly json: boolean},
	host: Pick<CommandHost, 'outputColumns'>,
): Format | 'json' | 'tsv' | 'table' {
	return json ? 'json' : (output ?? (host.outputColumns() === undefined ? 'tsv' : 'table'));
}

/** Whether the terminal would print escape sequences. */
export const isDumb = ({environment}: Pick<CommandHost, 'environment'>): boolean =>
	environment().get('TERM') === 'dumb';

/** Whether output on a terminal has colours. */
export const usesColour = (
	{noColor}: Pick<GlobalValues, 'noColor'>,
	host: Pick<CommandHost, 'outputColumns' | 'environment'>,
): boolean => host.outputColumns() !== undefined && !noColor && !host.environment().noColour && !isDumb(host);
