import type {CommandHost, GlobalValues, OptionValues, Options} from '../command.ts';

/** The output formats. `tsv` has no header. */
export const outputFormats = ['table', 'tsv', 'json', 'jsonl', 'yaml', 'csv'] as const;

export type OutputFormat = (typeof outputFormats)[number];

/** The options of commands that print records. */
export const outputOptions = {
	output: {type: 'string', short: 'o', value: 'FORMAT', choices: outputFormats, summary: 'print'},
	raw: {type: 'boolean', summary: 'CSV: leave cells that a spreadsheet would run as they are'},
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
