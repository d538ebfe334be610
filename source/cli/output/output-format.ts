import {UsageError} from '../command-error.ts';
import type {CommandHost, GlobalValues, OptionValues, Options} from '../command.ts';

/** The output formats. `tsv` has no header. */
export const outputFormats = ['table', 'tsv', 'json', 'jsonl', 'yaml', 'csv'] as const;

export type OutputFormat = (typeof outputFormats)[number];

/** The options of commands that print records. */
export const outputOptions = {
	output: {type: 'string', short: 'o', value: 'FORMAT', choices: outputFormats, summary: 'print'},
	raw: {type: 'boolean', summary: 'CSV: leave cells that a spreadsheet would run as they are'},
} as const satisfies Options;

/** The values of the options that choose a format. */
export type OutputValues = OptionValues<typeof outputOptions> & Pick<GlobalValues, 'json' | 'noColor'>;

/**
Chooses the format requested by the command line; by default a table on a terminal and tab-separated lines otherwise.

@throws UsageError for --json with another format.
*/
export function chooseFormat({output, json}: Pick<OutputValues, 'output' | 'json'>, host: Pick<CommandHost, 'outputColumns'>): OutputFormat {
	if (json && output !== undefined && output !== 'json') {
		throw new UsageError(`--json cannot be combined with -o ${output}.`);
	}

	return json ? 'json' : output ?? (host.outputColumns() === undefined ? 'tsv' : 'table');
}
