import packageJson from '../../package.json' with {type: 'json'};
import {lowerFirst} from '../platform/text.ts';
import {type findHelp, longForm} from './command-line.ts';
import {
	globalOptions,
	type Argument,
	type Command,
	type GlobalOptionName,
	type Option,
	type Options,
} from './command.ts';

type Rows = ReadonlyArray<readonly [left: string, right: string]>;

/** The descriptions of the environment variables, for help and docs/commands.md. */
export const environmentVariables = {
	CHAINBELL_API_KEY: 'the API key for --base-url or CHAINBELL_BASE_URL',
	CHAINBELL_BASE_URL: 'as --base-url',
	CHAINBELL_PROFILE: 'as --profile',
	NO_COLOR: 'no colours',
} as const;

/** The usage lines of a command, such as `chainbell list [QUERY…] [options]`: a second one if an option changes its argument. */
export function usagesOf({name, argument, options}: Command): string[] {
	const usage = `chainbell ${name}`.trimEnd() + `${argumentText(argument)} [options]`;
	const other = argument?.unless;
	const option = other && options[other.option];
	return option === undefined
		? [usage]
		: [
				usage,
				`chainbell ${name} ${longForm(other!.option)} ${option.value!}${argumentText(other!.argument)} [options]`,
			];
}

/** An argument in a usage: ` [QUERY…]`. */
function argumentText(argument: Argument | undefined): string {
	if (argument === undefined) {
		return '';
	}

	const name = `${argument.name}${argument.isRepeated ? '…' : ''}`;
	return `${argument.isRequired ? ` ${name}` : ` [${name}]`}${argumentText(argument.rest)}`;
}

/** The arguments of a command with a description each, also one that an option puts in place of the other. */
export const argumentRows = ({argument}: Pick<Command, 'argument'>): Rows =>
	[argument, argument?.rest, argument?.unless?.argument]
		.filter(each => each !== undefined)
		.map(each => [each.name, describe(each)] as const);

/** The options with their forms and one line of help each. */
export const optionRows = (options: Options): Rows =>
	Object.entries<Option>(options).map(([key, option]) => {
		const short = option.short === undefined ? ' '.repeat(4) : `-${option.short}, `;
		const value = option.value === undefined ? '' : ` ${option.value}`;
		return [`${short}${longForm(key)}${value}`, describe(option)] as const;
	});

/** The description of an option or an argument, with its choices or its default. */
function describe(part: Option | Argument) {
	const {summary, choices, default: preset} = part as Argument & {readonly default?: number};
	const text = choices === undefined ? summary : `${summary}: ${choices.join(', ')}`;
	return preset === undefined ? text : `${text} (default ${preset})`;
}

/** The width of help in columns. */
const columns = 80;

/** The output of `chainbell COMMAND --help`. For the screens it is the output of `chainbell --help`, which also lists the commands. */
export async function helpText({command, group}: ReturnType<typeof findHelp>, commands: readonly Command[]) {
	return group === undefined ? helpOf(command, commands) : groupHelp(group, commands);
}

async function helpOf(command: Command, commands: readonly Command[]) {
	const {name, summary, options, examples, exitCodes, refuses = [], asks} = command;
	const isProgram = name === '';
	const shared = Object.entries(globalOptions).filter(([key]) => !refuses.includes(key as GlobalOptionName));
	const [usage] = usagesOf(command);
	const ways = rows([
		[usage!, summary],
		['chainbell COMMAND [options]', 'run a command'],
	]);
	const details = await command.details?.();
	return [
		isProgram
			? `chainbell ${packageJson.version}: ${lowerFirst(packageJson.description)}`
			: `chainbell ${name}: ${summary}`,
		section('Usage', isProgram ? ways : usagesOf(command)),
		section('Commands', isProgram ? commandRows(commands) : []),
		section('Arguments', rows(argumentRows(command))),
		section('Options', rows(optionRows(options))),
		section('Options of every command', rows(optionRows(Object.fromEntries(shared)))),
		asks === undefined ? '' : `Asks ${asks}.\nWhere there is no terminal to ask on, it needs --yes.`,
		details ?? '',
		section('Environment', isProgram ? rows(Object.entries(environmentVariables)) : []),
		section(
			'Examples',
			Object.entries(examples).flatMap(([line, purpose]) => [`# ${purpose}`, line]),
		),
		section('Exit status', rows(Object.entries(exitCodes))),
		isProgram ? 'Run chainbell COMMAND --help for the options of a command.' : '',
	]
		.filter(text => text !== '')
		.join('\n\n');
}

/** The output of `chainbell profile --help`: the commands with the same first word. */
const groupHelp = (group: string, commands: readonly Command[]) =>
	[
		`chainbell ${group}: several commands`,
		section('Commands', commandRows(commands.filter(({name}) => name.startsWith(`${group} `)))),
		`Run chainbell ${group} COMMAND --help for the options of a command.`,
	].join('\n\n');

const commandRows = (commands: readonly Command[]) =>
	rows(
		commands
			.filter(({name}) => name !== '')
			.map(({name, argument, summary}) => [`${name}${argumentText(argument)}`, summary]),
	);

const section = (title: string, lines: readonly string[]) =>
	lines.length === 0 ? '' : [title, ...lines.map(line => `  ${line}`)].join('\n');

/** Formats two aligned columns; long text in the second one is wrapped. Help is ASCII except for `…`, so that each character is one column. */
function rows(pairs: Rows) {
	const width = Math.max(0, ...pairs.map(([left]) => left.length)) + 2;
	const line = new RegExp(String.raw`\S.{0,${columns - width - 3}}(?=\s|$)`, 'gv');
	return pairs.flatMap(([left, right]) =>
		(right.match(line) ?? ['']).map((text, index) => `${(index === 0 ? left : '').padEnd(width)}${text}`),
	);
}
