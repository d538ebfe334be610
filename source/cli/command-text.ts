import type {Argument, Command, Option, Options} from './command.ts';
import {globalOptions, type GlobalOptionName} from './global-options.ts';
import {longForm} from './option-names.ts';

/** The descriptions of the environment variables, for help and docs/commands.md. */
export const environmentVariables = {
	CHAINBELL_API_KEY: 'the API key for --base-url or CHAINBELL_BASE_URL',
	CHAINBELL_BASE_URL: 'as --base-url',
	CHAINBELL_PROFILE: 'as --profile',
	NO_COLOR: 'no colours',
} as const;

/** The usage line of a command: `chainbell list [QUERY…] [options]`. */
export function usageOf(command: Command): string {
	return `chainbell ${command.name}`.trimEnd() + `${argumentText(command)} [options]`;
}

/** The argument of a command in its usage: ` [QUERY…]`. */
export function argumentText({argument}: Command): string {
	if (argument === undefined) {
		return '';
	}

	const name = `${argument.name}${argument.isRepeated ? '…' : ''}`;
	return argument.isRequired ? ` ${name}` : ` [${name}]`;
}

/** The global options that a command accepts. */
export function globalOptionsOf({refuses = []}: Pick<Command, 'refuses'>): Options {
	return Object.fromEntries(Object.entries(globalOptions).filter(([key]) => !refuses.includes(key as GlobalOptionName)));
}

/** The options with their forms and one line of help each. */
export function optionRows(options: Options): Array<readonly [form: string, summary: string]> {
	return Object.entries(options).map(([key, option]) => [formOf(key, option), summaryOf(option)]);
}

function formOf(key: string, option: Option): string {
	const short = option.short === undefined ? ' '.repeat(4) : `-${option.short}, `;
	return `${short}${longForm(key)}${option.type === 'boolean' ? '' : ` ${option.value}`}`;
}

function summaryOf(option: Option): string {
	return option.type === 'string'
		? describe(option.summary, option.choices)
		: `${option.summary}${option.type === 'number' && option.default !== undefined ? ` (default ${option.default})` : ''}`;
}

/** The description of an argument, with its choices. */
export const argumentSummary = ({summary, choices}: Pick<Argument, 'summary' | 'choices'>): string => describe(summary, choices);

const describe = (summary: string, choices: readonly string[] | undefined): string => choices === undefined ? summary : `${summary}: ${choices.join(', ')}`;
