import {
	type Argument,
	type Command,
	type Option,
	type Options,
	globalOptions,
	type GlobalOptionName,
} from './command.ts';
import {longForm} from './command-line.ts';

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

/** The usage lines of a command: a second one if an option changes its argument. */
export function usagesOf(command: Command): string[] {
	const {argument, options} = command;
	const other = argument?.unless;
	const option = other && options[other.option];
	return [
		usageOf(command),
		...(option === undefined || option.type === 'boolean'
			? []
			: [`chainbell ${command.name} ${longForm(other!.option)} ${option.value}${argumentText(other!)} [options]`]),
	];
}

/** The arguments of a command with a description each, also one that an option puts in place of the other. */
export const argumentRows = ({argument}: Pick<Command, 'argument'>): Array<readonly [name: string, summary: string]> =>
	[argument, argument?.rest, argument?.unless?.argument].flatMap(each =>
		each === undefined ? [] : [[each.name, argumentSummary(each)] as const],
	);

/** The argument of a command in its usage: ` [QUERY…]`. */
export function argumentText({argument}: Pick<Command, 'argument'>): string {
	if (argument === undefined) {
		return '';
	}

	const name = `${argument.name}${argument.isRepeated ? '…' : ''}`;
	return `${argument.isRequired ? ` ${name}` : ` [${name}]`}${argument.rest === undefined ? '' : argumentText({argument: argument.rest})}`;
}

/** The global options that a command accepts. */
export function globalOptionsOf({refuses = []}: Pick<Command, 'refuses'>): Options {
	return Object.fromEntries(
		Object.entries(globalOptions).filter(([key]) => !refuses.includes(key as GlobalOptionName)),
	);
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
const argumentSummary = ({summary, choices}: Pick<Argument, 'summary' | 'choices'>): string =>
	describe(summary, choices);

const describe = (summary: string, choices: readonly string[] | undefined): string =>
	choices === undefined ? summary : `${summary}: ${choices.join(', ')}`;
